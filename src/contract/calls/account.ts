import * as z from 'zod'
import { call } from '../call.ts'
import {
  AccountTypes,
  Agreed,
  Appellation,
  CaptchaAnswer,
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
  passwordsMatch,
} from '../people.ts'
import { Id, Text, Time } from '../scalars.ts'
import { Account, Token } from './auth.ts'
import { wire } from '../wire.ts'

/** Calls about a person's own account, before and after registration. Field rules: `people.ts`. */

const Sent = z.object({
  /**
   * Sent back with the code: a code is valid only for the browser that requested it, so that another browser can neither
   * guess it nor use up its attempts.
   */
  codeId: Id,
  /** Seconds until another code may be requested. */
  resendAfter: z.number().int(),
  /** Seconds until the code expires. */
  expires_in: z.number().int(),
  /** The demo world without a provider shows the code on screen; otherwise null, always. */
  demoCode: z.string().nullable(),
})

export const captcha = call({
  ...wire.captcha,
  about: 'An image code: one use, five minutes.',
  data: z.object({ uuid: Id, /** `data:image/png;base64,…` */ img: z.string(), expires_in: z.number().int() }),
})

export const captchaQuestion = call({
  ...wire.captchaQuestion,
  about:
    'A question in words in place of an image code, for people who do not see or read the picture: one use, five minutes. Its answer goes where the text of the picture goes.',
  data: z.object({ uuid: Id, question: z.string(), expires_in: z.number().int() }),
})

/** Purposes of a code sent to a signed-out visitor. A code for one purpose is invalid for the other. */
export const CodePurpose = z.enum(['register', 'recovery'])

export const registerSmsCode = call({
  ...wire.registerSmsCode,
  about: 'An SMS code to register with. Numbers of mainland China only.',
  query: CaptchaAnswer.extend({ phone: Phone }),
  data: Sent,
})
export const forgetSmsCode = call({
  ...wire.forgetSmsCode,
  about:
    'An SMS code to recover a password. Answers alike whether or not the number belongs to an account. Overseas numbers are refused.',
  query: CaptchaAnswer.extend({ phone: Phone }),
  data: Sent,
})
export const sendSmsEmail = call({
  ...wire.sendSmsEmail,
  about:
    'A code by mail, to recover a password (default) or to register. Answers alike whether or not the address belongs to an account.',
  query: CaptchaAnswer.extend({ email: Email, purpose: CodePurpose.default('recovery') }),
  data: Sent,
})

export const register = call({
  ...wire.register,
  about:
    'Step 2 of registration: makes a new user (status 2) and signs the user in. A mainland number is proven by SMS code; any other registrant proves a mail address by a code sent there. ' +
    'Only what was proven is unique among accounts, and serves to recover a password.',
  body: z
    .strictObject({
      country: Country,
      accountTypes: AccountTypes,
      appellationName: Appellation,
      name: PersonName,
      companyName: CompanyName,
      email: Email,
      account: Login,
      phone: Phone,
      codeId: Id,
      verificationCode: Verification,
      password: NewPassword,
      confirmPassword: z.string(),
      agreed: Agreed,
    })
    .superRefine(passwordsMatch),
  data: Token,
})

export const Profile = z.object({
  userId: Id,
  account: z.string(),
  name: z.string(),
  appellationName: Appellation.nullable(),
  sex: z.enum(['male', 'woman', 'miss']).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string().nullable(),
  accountTypes: z.array(z.string()),
  /** A code has proven that the phone belongs to this person. */
  phoneProven: z.boolean(),
  emailProven: z.boolean(),
  companyName: z.string().nullable(),
  position: z.string().nullable(),
  preferredContact: z.enum(['phone', 'email']).nullable(),
  complete: z.boolean(),
  createdAt: Time,
})
export const profileInfo = call({
  ...wire.profileInfo,
  about: 'The whole of one’s own account.',
  data: Profile,
})
export const completeProfile = call({
  ...wire.completeProfile,
  about: 'Completes or changes one’s own profile. Account, phone and mail address stay as they were proven.',
  body: z.strictObject({
    appellationName: Appellation,
    name: PersonName,
    companyName: CompanyName,
    position: Position,
    preferredContact: PreferredContact,
  }),
})

export const emailProofCode = call({
  ...wire.emailProofCode,
  about:
    'Sends a code to the account’s own mail address, to prove that it belongs to the user: a registrant with a mainland number has proven the number alone.',
  data: Sent,
})
export const proveEmail = call({
  ...wire.proveEmail,
  about: 'Proves the account’s mail address with that code. From then on a password can be recovered by mail.',
  body: z.strictObject({ codeId: Id, code: Verification }),
})

export const passwordHint = call({
  ...wire.passwordHint,
  about: 'How a password can be recovered. Answers alike for every account, known or not.',
  body: CaptchaAnswer.extend({ account: Account }).strict(),
  data: z.object({ channels: z.array(z.enum(['phone', 'email'])) }),
})
const Recovery = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal('phone'), phone: Phone, codeId: Id, code: Verification }),
  z.strictObject({ channel: z.literal('email'), email: Email, codeId: Id, code: Verification }),
])
export const checkVerificationCode = call({
  ...wire.checkVerificationCode,
  about: 'Exchanges a recovery code for a pass to set a new password: one use, ten minutes.',
  body: Recovery,
  data: z.object({ resetToken: z.string(), expires_in: z.number().int() }),
})
export const resetPassword = call({
  ...wire.resetPassword,
  about: 'Sets a new password. Every session of the account ends, on all devices.',
  body: z
    .strictObject({ resetToken: Text.min(1).max(200), password: NewPassword, confirmPassword: z.string() })
    .superRefine(passwordsMatch),
})
export const changePassword = call({
  ...wire.changePassword,
  about: 'Changes one’s own password. Other sessions of the account end; this one stays.',
  body: z
    .strictObject({ oldPassword: Text.min(1).max(200), password: NewPassword, confirmPassword: z.string() })
    .superRefine(passwordsMatch),
})
