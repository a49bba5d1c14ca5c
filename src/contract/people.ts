import * as z from 'zod'
import { ACCOUNT_TYPES } from './constants.ts'
import { EMAIL, EMAIL_MOST, isPossible, normalPhone, PHONE, PHONE_MOST } from './contacts.ts'
import { INVOICE_KINDS } from '../domain/trade/invoice.ts'
import { Id, Text } from './scalars.ts'

/**
 * Rules of forms about people and companies (spec §3, §5), shared by form and server. A rule with a text of its own
 * names it in `params.text` or in the issue's message: a key of `formTexts` (src/texts/forms.ts), so that both sides
 * show the same text.
 */
const says = (text: FormText) => ({ message: text })

/** Keys of the texts that a field's rule can say. */
const FORM_TEXTS = [
  'timeWrong',
  'numberWrong',
  'deadlineWrong',
  'required',
  'tooLong',
  'emailWrong',
  'phoneWrong',
  'phoneShort',
  'accountWrong',
  'passwordWrong',
  'passwordsDiffer',
  'passwordBreached',
  'privacyNeeded',
  'codeNeeded',
  'creditCodeWrong',
  'bankAccountWrong',
  'zipCodeWrong',
  'licenceNeeded',
  'chooseOne',
  'nameWrong',
  'consentNeeded',
  'addressWrong',
  'codeUnsent',
  'phoneOverseas',
  'swiftWrong',
  'accountNeeded',
  'signatureNeeded',
  'rateWrong',
  'daysWrong',
  'amountWrong',
  'dayWrong',
  'taxNumberWrong',
  'invoiceNumberWrong',
  'priceWrong',
  'quantityWrong',
  'piecesWrong',
  'positive',
  'wholePieces',
  'reserveLow',
  'sectionNeeded',
  'amountLarge',
  'paperEmpty',
  'termUnknown',
  'gapsWrong',
] as const
export type FormText = (typeof FORM_TEXTS)[number]

const line = (most: number) =>
  Text.trim()
    .min(1, says('required'))
    .max(most, says('tooLong'))
    .refine((text) => !UNSEEN.test(text), says('nameWrong'))
/** Control characters and direction overrides: a name must read as it is written. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

export const Appellation = z.enum(['Mr.', 'Mrs.', 'Miss'], says('chooseOne'))
/** Derived from the title (spec §3). */
export const SEX_OF = { 'Mr.': 'male', 'Mrs.': 'woman', Miss: 'miss' } as const
export const AccountTypes = z
  .array(z.enum(ACCOUNT_TYPES))
  .min(1, says('chooseOne'))
  .max(2)
  .refine((all) => new Set(all).size === all.length)
export const PersonName = line(60)
export const CompanyName = line(120)
export const Position = Text.trim().max(80, says('tooLong'))
export const PREFERRED_CONTACTS = ['phone', 'email'] as const
export const PreferredContact = z.enum(PREFERRED_CONTACTS, says('chooseOne'))
/** ISO 3166-1 alpha-2. */
export const Country = z.string().regex(/^[A-Z]{2}$/, says('chooseOne'))
export const Email = Text.trim()
  .toLowerCase()
  .pipe(z.email({ pattern: EMAIL, ...says('emailWrong') }).max(EMAIL_MOST, says('tooLong')))
/** E.164 as it is stored (`+8613800000000`). */
export const Phone = Text.max(PHONE_MOST, says('phoneWrong'))
  .transform(normalPhone)
  .pipe(z.string().regex(PHONE, says('phoneShort')).refine(isPossible, says('phoneWrong')))
/** A landline or a mobile of a company: at least 6 digits. */
const AnyPhone = Text.trim()
  .max(40, says('tooLong'))
  .regex(/^\+?[\d\s()（）-]{6,}$/, says('phoneShort'))

/** Trimmed of spaces (spec §5); letters, digits, `_`, `.`, `-`. */
export const Login = Text.max(200)
  .transform((s) => s.trim())
  .pipe(z.string().regex(/^[A-Za-z0-9][\w.-]{3,29}$/, says('accountWrong')))
/** 6–20 digits and letters, both (spec §5). */
export const NewPassword = z.string().regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,20}$/, says('passwordWrong'))
export const Verification = Text.trim().pipe(z.string().regex(/^\d{6}$/, says('codeNeeded')))
export const Agreed = z.literal(true, says('privacyNeeded'))
export const CaptchaAnswer = z.object({ inputCodeText: Text.trim().min(1, says('codeNeeded')).max(12), uuid: Id })

export function passwordsMatch(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  ctx: z.RefinementCtx,
): void {
  if (password !== confirmPassword)
    ctx.addIssue({ code: 'custom', path: ['confirmPassword'], ...says('passwordsDiffer') })
}

/** Unified social credit code, GB 32100-2015: 18 characters, the last one a check digit over the first 17. */
export function isCreditCode(code: string): boolean {
  const DIGITS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const digit of code.slice(0, 17)) {
    sum += DIGITS.indexOf(digit) * weight
    weight = (weight * 3) % 31
  }
  return DIGITS[(31 - (sum % 31)) % 31] === code[17]
}

/** Path of an uploaded file below `/prod-api`: `/common/files/{fileId}`. */
const FilePath = z.string().regex(/^\/common\/files\/[\w-]{20,60}$/, says('licenceNeeded'))

const BANK = {
  bank: line(120),
  bankAccount: Text.transform((s) => s.replaceAll(/[\s-]/g, '').toUpperCase()).pipe(
    z.string().regex(/^[A-Z0-9]{6,34}$/, says('bankAccountWrong')),
  ),
}
export const BankFields = z.strictObject(BANK)
/**
 * The company's form (spec §3). Errors are listed in this field order. Companies outside mainland China give their own
 * register's number as `creditCode`.
 */
export const CompanyForm = z
  .strictObject({
    name: line(120),
    country: Country,
    creditCode: Text.transform((s) => s.trim().toUpperCase()).pipe(
      z.string().min(1, says('required')).max(40, says('tooLong')),
    ),
    address: line(200),
    detailedAddress: line(200),
    zipCode: Text.trim().regex(/^[A-Za-z0-9 -]{3,12}$/, says('zipCodeWrong')),
    phone: AnyPhone,
    legalPerson: line(60),
    legalPersonPhone: AnyPhone,
    ...BANK,
    businessLicense: FilePath,
  })
  .superRefine(({ country, creditCode }, ctx) => {
    const fits = country === 'CN' ? isCreditCode(creditCode) : /^[A-Z0-9/-]{4,40}$/.test(creditCode)
    if (!fits) ctx.addIssue({ code: 'custom', path: ['creditCode'], ...says('creditCodeWrong') })
  })

const AnyAccount = Text.transform((s) => s.replaceAll(/[\s-]/g, '').toUpperCase()).pipe(
  z.string().regex(/^(?:[A-Z0-9]{6,34})?$/, says('bankAccountWrong')),
)

/**
 * A party's particulars in a trade contract (spec §3). At least one account is needed for payments; SWIFT is required
 * with an account for payments from abroad.
 */
export const ContractParticulars = z
  .strictObject({
    /** The payer or payee, where it is not the company itself. */
    funder: line(120),
    companyName: line(120),
    address: line(300),
    creditCode: line(40),
    contacts: line(60),
    phone: AnyPhone,
    email: Email,
    bankName: line(120),
    bankAddress: Text.trim().max(300, says('tooLong')),
    accountCNY: AnyAccount,
    accountUSD: AnyAccount,
    swift: Text.transform((s) => s.replaceAll(/\s/g, '').toUpperCase()).pipe(
      z.string().regex(/^(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)?$/, says('swiftWrong')),
    ),
  })
  .superRefine(({ accountCNY, accountUSD }, ctx) => {
    if (accountCNY === '' && accountUSD === '')
      ctx.addIssue({ code: 'custom', path: ['accountCNY'], ...says('accountNeeded') })
  })

/**
 * An invoice (fapiao) and its addressee. A mainland tax number is the unified social credit code, or an older number of
 * 15 to 20 characters; other countries have their own. A special invoice also states address, phone and account of its
 * buyer.
 */
export const InvoiceFields = z
  .strictObject({
    kind: z.enum(INVOICE_KINDS, says('chooseOne')),
    title: line(120),
    taxNumber: Text.transform((s) => s.replaceAll(/[\s-]/g, '').toUpperCase()).pipe(
      z
        .string()
        .min(1, says('required'))
        .regex(/^[0-9A-Z]{8,20}$/, says('taxNumberWrong'))
        .refine(
          (code) => !/^9[1-3]\d{6}/.test(code) || code.length !== 18 || isCreditCode(code),
          says('taxNumberWrong'),
        ),
    ),
    address: Text.trim().max(300, says('tooLong')),
    phone: z.union([z.literal(''), AnyPhone]),
    bankName: Text.trim().max(120, says('tooLong')),
    bankAccount: AnyAccount,
    email: Email,
  })
  .superRefine(({ kind, address, phone, bankName, bankAccount }, ctx) => {
    if (kind !== 'special') return
    for (const [field, value] of Object.entries({ address, phone, bankName, bankAccount }))
      if (value === '') ctx.addIssue({ code: 'custom', path: [field], ...says('required') })
  })
/** The number given by the tax administration, or by another country's issuer. */
export const InvoiceNumber = Text.transform((s) => s.replaceAll(/\s/g, '').toUpperCase()).pipe(
  z
    .string()
    .min(1, says('required'))
    .regex(/^[0-9A-Z][0-9A-Z/-]{3,29}$/, says('invoiceNumberWrong')),
)
