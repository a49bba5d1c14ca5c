import type { AnswerOf } from '../../../../client/calls/index.ts'

/**
 * A requested code: stored with the draft, so that a reload does not request another. The code itself is never stored.
 */
export interface SentCode {
  /** Normalised number or mail address. */
  readonly to: string
  /** Id of the code on the server; worthless without the code. */
  readonly codeId: string
  readonly resendAt: number
  readonly expiresAt: number
}

/** Fields of any form with a code. */
export interface CodeFields {
  readonly inputCodeText: string
  readonly verificationCode: string
  readonly sent: SentCode | null
}
export const NO_CODE: CodeFields = { inputCodeText: '', verificationCode: '', sent: null }
export const CODE_SECRETS = ['inputCodeText', 'verificationCode'] as const

export type Channel = 'phone' | 'email'

export const sentAt = (
  now: number,
  to: string,
  { codeId, resendAfter, expires_in }: Pick<AnswerOf<'sendSmsEmail'>, 'codeId' | 'resendAfter' | 'expires_in'>,
): SentCode => ({
  to,
  codeId,
  resendAt: now + resendAfter * 1000,
  expiresAt: now + expires_in * 1000,
})

export type CodeState =
  | { readonly kind: 'none' }
  /** A code was sent to the form's number or address; `wait` seconds until another may be requested. */
  | { readonly kind: 'sent'; readonly to: string; readonly wait: number; readonly minutes: number }
  | { readonly kind: 'expired' }
  /** A code was sent, but the number or address has changed since. */
  | { readonly kind: 'elsewhere'; readonly to: string }

export function codeState(sent: SentCode | null, to: string | null, now: number): CodeState {
  if (sent === null) return { kind: 'none' }
  if (to !== null && sent.to !== to) return { kind: 'elsewhere', to: sent.to }
  if (sent.expiresAt <= now) return { kind: 'expired' }
  return {
    kind: 'sent',
    to: sent.to,
    wait: secondsTo(sent.resendAt, now),
    minutes: atLeastOne((sent.expiresAt - now) / 60_000),
  }
}

export const secondsTo = (end: number, now: number): number => (end <= now ? 0 : atLeastOne((end - now) / 1000))

/** `now` ticks in whole seconds and may be one behind: rounding up would let a minute begin with 61. */
const atLeastOne = (units: number): number => Math.max(1, Math.floor(units))
