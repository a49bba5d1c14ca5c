import * as z from 'zod'
import { isMainland } from '../../../../contract/contacts.ts'
import {
  AccountTypes,
  Agreed,
  Appellation,
  CompanyName,
  Country,
  Email,
  Login,
  NewPassword,
  PersonName,
  Phone,
  Position,
  PreferredContact,
  Verification,
  type FormText,
} from '../../../../contract/people.ts'

// The schemas of the contract, split by step.

/** Reported as soon as the cursor leaves the second password field, even while other fields are empty. */
const alike = { path: ['confirmPassword'], error: 'passwordsDiffer' satisfies FormText, when: () => true }
const match = ({
  password,
  confirmPassword,
}: {
  readonly password: string
  readonly confirmPassword: string
}): boolean => password === confirmPassword

/** A code is valid only for the browser that requested it. */
const sent = { path: ['verificationCode'], error: 'codeUnsent' satisfies FormText, when: () => true }
const wasSent = (value: { readonly sent?: unknown }): boolean => Boolean(value.sent)

export const Kind = z.object({ country: Country, accountTypes: AccountTypes })

export const Registrant = z
  .object({
    appellationName: Appellation,
    name: PersonName,
    companyName: CompanyName,
    email: Email,
    phone: Phone,
    verificationCode: Verification,
    account: Login,
    password: NewPassword,
    confirmPassword: z.string(),
    agreed: Agreed,
    sent: z.unknown(),
  })
  .refine(wasSent, sent)
  .refine(match, alike)

export const ProfileFields = z.object({
  appellationName: Appellation,
  name: PersonName,
  companyName: CompanyName,
  position: Position,
  preferredContact: PreferredContact,
})

const byPhone = z
  .object({
    phone: Phone.refine(isMainland, 'phoneOverseas' satisfies FormText),
    verificationCode: Verification,
    sent: z.unknown(),
  })
  .refine(wasSent, sent)
const byMail = z.object({ email: Email, verificationCode: Verification, sent: z.unknown() }).refine(wasSent, sent)
export const Identity = { phone: byPhone, email: byMail } as const

export const NewPair = z.object({ password: NewPassword, confirmPassword: z.string() }).refine(match, alike)
export const PasswordChange = z
  .object({
    oldPassword: z.string().min(1, 'required' satisfies FormText),
    password: NewPassword,
    confirmPassword: z.string(),
  })
  .refine(match, alike)
