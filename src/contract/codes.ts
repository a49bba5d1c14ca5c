import { REASONS } from '../domain/reasons.ts'
import type { Reason } from '../domain/reasons.ts'

/** The `code` of an answer's body. 200 succeeds; a missing code counts as 200 (spec §8). */
export const CODE = {
  ok: 200,
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
  refused: 601,
  shown: 200002,
} as const
export type Code = (typeof CODE)[keyof typeof CODE]

/** Reasons that are not the room's: they come with codes other than 601. */
const SYSTEM_REASONS = [
  'auth.token_missing',
  'auth.token_invalid',
  'auth.token_expired',
  'auth.wrong_token_kind',
  'auth.wrong_credentials',
  'auth.too_many_attempts',
  'auth.ticket_invalid',
  'auth.not_permitted',
  'auth.wrong_session',
  'auth.account_suspended',
  'input.invalid',
  'input.not_json',
  'input.too_large',
  'input.unsupported_type',
  'call.not_found',
  'resource.not_found',
  'call.too_many',
  'system.failed',
  'system.unavailable',
  'catalogue.not_certified',
  'captcha.wrong',
  'code.wrong',
  'code.spent',
  'code.too_soon',
  'code.too_many',
  'sms.overseas',
  'account.taken',
  'account.phone_taken',
  'account.email_taken',
  'account.wrong_password',
  'account.reset_invalid',
  'password.breached',
  'certification.pending',
  'certification.decided',
  'certification.suspended',
  'certification.not_yours',
  'certification.own',
  'agreement.none',
  'agreement.changed',
  'agreement.signed',
  'key.invalid',
  'venue.no_session',
  'file.type',
  'file.picture_type',
  'file.too_large',
  'file.picture_too_large',
  'file.too_many',
  'file.empty',
  'file.quota',
  'file.disk_full',
  'upload.invalid',
  'upload.offset',
  'upload.damaged',
  'upload.too_many',
  'suspension.self',
] as const
type SystemReason = (typeof SYSTEM_REASONS)[number]

// Who needs no list of them does not carry it.
export const ALL_REASONS = /* @__PURE__ */ (() => [...REASONS, ...SYSTEM_REASONS] as const)()
export type AnyReason = Reason | SystemReason
