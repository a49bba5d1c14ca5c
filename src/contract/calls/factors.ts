import * as z from 'zod'
import { call } from '../call.ts'
import { Code, Id, Text, Time } from '../scalars.ts'
import { Password } from './auth.ts'
import { wire } from '../wire.ts'

/** The second factor: passkeys and authenticator apps, with recovery codes. */

const AppCode = Code.pipe(z.string().regex(/^\d{6}$/))
/** JSON form of the browser's WebAuthn objects (Level 3). */
const WebAuthn = z.record(z.string(), z.unknown())
const RecoveryCodes = z.object({
  /** Shown only this once; empty when the account had codes already. */ recoveryCodes: z.array(z.string()),
})

export const factorInfo = call({
  ...wire.factorInfo,
  about: 'One’s own second factors.',
  data: z.object({
    /** Without a factor the account may only set one up. */ required: z.boolean(),
    /** When the authenticator app was set up; null: none. */ authenticatorSince: Time.nullable(),
    passkeys: z.array(
      z.object({ passkeyId: z.string(), name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() }),
    ),
    recoveryCodesLeft: z.number().int(),
  }),
})
export const authenticatorBegin = call({
  ...wire.authenticatorBegin,
  about:
    'A new secret for an authenticator app; it counts once a code of it is confirmed. The password is asked again.',
  body: z.strictObject({ password: Password }),
  data: z.object({ /** base32 */ secret: z.string(), /** `otpauth:` */ uri: z.string() }),
})
export const authenticatorConfirm = call({
  ...wire.authenticatorConfirm,
  about: 'Confirms it by its first code.',
  body: z.strictObject({ code: AppCode }),
  data: RecoveryCodes,
})
export const authenticatorRemove = call({ ...wire.authenticatorRemove, about: 'Takes the authenticator app away.' })
export const passkeyBegin = call({
  ...wire.passkeyBegin,
  about: 'What `navigator.credentials.create` is asked. The password is asked again.',
  body: z.strictObject({ password: Password }),
  data: z.object({ options: WebAuthn }),
})
export const passkeyAdd = call({
  ...wire.passkeyAdd,
  about: 'Keeps the passkey that it made.',
  body: z.strictObject({ name: Text.trim().min(1).max(60), response: WebAuthn }),
  data: RecoveryCodes,
})
export const passkeyRemove = call({
  ...wire.passkeyRemove,
  about: 'Takes a passkey away.',
  body: z.strictObject({ passkeyId: Id }),
})
export const recoveryCodesRenew = call({
  ...wire.recoveryCodesRenew,
  about: 'Ten new recovery codes; the former ones are good no more.',
  data: RecoveryCodes,
})
export const passkeyAsk = call({
  ...wire.passkeyAsk,
  about:
    'What `navigator.credentials.get` is asked, for the header `second-factor` of a call that wants it: `passkey <base64url of the response’s JSON>`. Other ways: `totp <6 digits>`, `recovery <code>`.',
  data: z.object({ options: WebAuthn }),
})
