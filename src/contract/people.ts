import * as z from 'zod'
import { ACCOUNT_TYPES } from './constants.ts'
import {
  companyPhone,
  digitsOf,
  EMAIL,
  EMAIL_MOST,
  isMainland,
  isPossible,
  normalEmail,
  normalPhone,
  PHONE,
  withCode,
} from './contacts.ts'
import { INVOICE_KINDS } from '../domain/trade/invoice.ts'
import { typed, typedBare } from '../domain/typed/text.ts'
import { callingCodeOf } from './countries.ts'
import { CREDIT_CODE, registerNumber } from './creditCode.ts'
import { Code, Id, Text } from './scalars.ts'

/**
 * Rules of forms about people and companies (spec §3, §5), shared by form and server. A rule with a text of its own
 * names it in `params.text` or in the issue's message: a key of `formTexts` (src/texts/forms.ts), so that both sides
 * show the same text.
 */
export const says = (text: FormText) => ({ message: text })

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
  'phoneDigits',
  'accountWrong',
  'passwordWrong',
  'passwordsDiffer',
  'passwordBreached',
  'privacyNeeded',
  'codeNeeded',
  'codeDigits',
  'creditCodeLength',
  'creditCodeLetters',
  'registerNumberWrong',
  'bankAccountWrong',
  'bankAccountLength',
  'zipCodeWrong',
  'licenceNeeded',
  'chooseOne',
  'nameWrong',
  'markupRepeats',
  'consentNeeded',
  'addressWrong',
  'codeUnsent',
  'phoneOverseas',
  'swiftWrong',
  'swiftLength',
  'accountNeeded',
  'signatureNeeded',
  'rateWrong',
  'daysWrong',
  'daysOffWrong',
  'workingDaysWrong',
  'amountWrong',
  'dayWrong',
  'taxNumberWrong',
  'taxNumberLength',
  'invoiceNumberWrong',
  'priceWrong',
  'quantityWrong',
  'piecesWrong',
  'sizeWrong',
  'sizeUnclear',
  'sizeFraction',
  'sizeLarge',
  'sizeUnit',
  'moistureWrong',
  'dayYear',
  'dayFar',
  'positive',
  'wholePieces',
  'reserveLow',
  'sectionNeeded',
  'amountLarge',
  'paperEmpty',
  'termUnknown',
  'figureText',
  'figureGrouping',
  'figureNegative',
  'figureDecimals',
  'figureWhole',
  'figureLarge',
  'figureMost',
  'figureCurrency',
  'figureUnit',
  'figureUnclear',
  'gapsWrong',
  'lettersMissing',
] as const
export type FormText = (typeof FORM_TEXTS)[number]

/** Raises a form's text that states how many characters were given. */
const counts = (ctx: z.RefinementCtx, text: FormText, given: number): void =>
  ctx.addIssue({ code: 'custom', ...says(text), params: { given } })

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
export const Email = Text.transform(normalEmail).pipe(
  z.email({ pattern: EMAIL, ...says('emailWrong') }).max(EMAIL_MOST, says('tooLong')),
)
/** E.164 as it is stored (`+8613800000000`). */
export const Phone = Text.transform(normalPhone).pipe(
  z
    .string()
    .regex(PHONE, says('phoneShort'))
    .superRefine((phone, ctx) => {
      if (isPossible(phone)) return
      const given = phone.length - '+86'.length
      if (isMainland(phone) && given !== 11) counts(ctx, 'phoneDigits', given)
      else ctx.addIssue({ code: 'custom', ...says('phoneWrong') })
    }),
)
/** A landline or a mobile of a company, also with an extension: 6 to 15 digits. */
const AnyPhone = Text.transform((text, ctx) => {
  const phone = companyPhone(text)
  const digits = phone === null ? 0 : digitsOf(phone)
  if (phone !== null && digits >= 6 && digits <= 15) return phone
  const text_ = phone === null && /\d/.test(text) ? 'phoneWrong' : digits > 15 ? 'phoneWrong' : 'phoneShort'
  ctx.addIssue({ code: 'custom', ...says(text_) })
  return z.NEVER
})

/** Letters, digits, `_`, `.`, `-` (spec §5). */
export const Login = Text.transform(typed).pipe(z.string().regex(/^[A-Za-z0-9][\w.-]{3,29}$/, says('accountWrong')))
/** 6–20 digits and letters, both (spec §5). */
export const NewPassword = z.string().regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,20}$/, says('passwordWrong'))
/** A code from a message: six digits. */
export const Verification = Code.pipe(
  z.string().superRefine((code, ctx) => {
    if (code === '') ctx.addIssue({ code: 'custom', ...says('codeNeeded') })
    else if (!/^\d{6}$/.test(code)) counts(ctx, 'codeDigits', code.length)
  }),
)
export const Agreed = z.literal(true, says('privacyNeeded'))
export const CaptchaAnswer = z.strictObject({
  inputCodeText: Text.transform(typed).pipe(z.string().min(1, says('codeNeeded')).max(12)),
  uuid: Id,
})

export function passwordsMatch(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  ctx: z.RefinementCtx,
): void {
  if (password !== confirmPassword)
    ctx.addIssue({ code: 'custom', path: ['confirmPassword'], ...says('passwordsDiffer') })
}

/** Path of an uploaded file below `/prod-api`: `/common/files/{fileId}`. */
const FilePath = z.string().regex(/^\/common\/files\/[\w-]{20,60}$/, says('licenceNeeded'))

/** A bank account or an IBAN: 6 to 34 digits or letters. */
function account(need: 'needed' | 'optional') {
  // No country has the code `IB`: the word is a label.
  return Code.transform((code) => code.replace(/^IBAN(?=[A-Z]{2}\d)/, '')).pipe(
    z.string().superRefine((code, ctx) => {
      if (code === '' && need === 'optional') return
      if (code === '') ctx.addIssue({ code: 'custom', ...says('required') })
      else if (!/^[A-Z0-9]+$/.test(code)) ctx.addIssue({ code: 'custom', ...says('bankAccountWrong') })
      else if (code.length < 6 || code.length > 34) counts(ctx, 'bankAccountLength', code.length)
    }),
  )
}

const BANK = {
  bank: line(120),
  bankAccount: account('needed'),
}
export const BankFields = z.strictObject(BANK)
const RegisterNumber = Text.transform(registerNumber).pipe(z.string().min(1, says('required')).max(40, says('tooLong')))
/**
 * The company's form (spec §3). Errors are listed in this field order. Companies outside mainland China give their own
 * register's number as `creditCode`.
 */
export const CompanyForm = z
  .strictObject({
    name: line(120),
    country: Country,
    creditCode: RegisterNumber,
    address: line(200),
    detailedAddress: line(200),
    zipCode: Text.transform((text) => typedBare(text).toUpperCase()).pipe(
      z.string().regex(/^[A-Z0-9 -]{3,12}$/, says('zipCodeWrong')),
    ),
    phone: AnyPhone,
    legalPerson: line(60),
    legalPersonPhone: AnyPhone,
    ...BANK,
    businessLicense: FilePath,
  })
  .superRefine(({ country, creditCode }, ctx) => {
    const complain = (text: FormText): void => ctx.addIssue({ code: 'custom', path: ['creditCode'], ...says(text) })
    if (country !== 'CN') {
      if (!/^[A-Z0-9/-]{4,40}$/.test(creditCode)) complain('registerNumberWrong')
      return
    }
    const given = creditCode.replaceAll('-', '').length
    if (given !== 18)
      ctx.addIssue({ code: 'custom', path: ['creditCode'], ...says('creditCodeLength'), params: { given } })
    else if (!CREDIT_CODE.test(creditCode)) complain('creditCodeLetters')
  })
  .transform(({ country, phone, legalPersonPhone, ...form }) => ({
    ...form,
    country,
    phone: dialledFrom(country, phone),
    legalPersonPhone: dialledFrom(country, legalPersonPhone),
  }))
/** A number with the calling code of its company's country, but without `+`, is one of that country. */
function dialledFrom(country: string, phone: string): string {
  const code = callingCodeOf(country)
  return code === undefined || code === '+86' ? phone : (companyPhone(withCode(code, phone) ?? phone) ?? phone)
}

const AnyAccount = account('optional')

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
    creditCode: RegisterNumber,
    contacts: line(60),
    phone: AnyPhone,
    email: Email,
    bankName: line(120),
    bankAddress: Text.trim().max(300, says('tooLong')),
    accountCNY: AnyAccount,
    accountUSD: AnyAccount,
    swift: Code.pipe(
      z.string().superRefine((code, ctx) => {
        if (code === '' || /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(code)) return
        if (code.length === 8 || code.length === 11) ctx.addIssue({ code: 'custom', ...says('swiftWrong') })
        else counts(ctx, 'swiftLength', code.length)
      }),
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
    taxNumber: Code.pipe(
      z.string().superRefine((code, ctx) => {
        if (code === '') ctx.addIssue({ code: 'custom', ...says('required') })
        else if (!/^[0-9A-Z]+$/.test(code)) ctx.addIssue({ code: 'custom', ...says('taxNumberWrong') })
        else if (code.length < 8 || code.length > 20) counts(ctx, 'taxNumberLength', code.length)
      }),
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
export const InvoiceNumber = Text.transform((text) => typedBare(text).replaceAll(' ', '').toUpperCase()).pipe(
  z
    .string()
    .min(1, says('required'))
    .regex(/^[0-9A-Z][0-9A-Z/-]{3,29}$/, says('invoiceNumberWrong')),
)
