import { CODE } from '../contract/codes.ts'
import type { AnyReason, Code } from '../contract/codes.ts'
import type { InputError } from '../contract/envelope.ts'

/** The reason of a refused call. `numbers` fill the gaps of the reason's text. */
export interface Failure {
  readonly kind: 'failed'
  readonly code: Exclude<Code, typeof CODE.ok>
  readonly reason: AnyReason
  readonly numbers?: Readonly<Record<string, number>>
  /** Quotations that fill further gaps of the reason's text. */
  readonly quoted?: Readonly<Record<string, string>>
  readonly errors?: readonly InputError[]
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number
}

/** A refusal found deep inside an act, which it undoes: the call answers with the failure. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.reason)
    this.failure = failure
  }
}

export const fail = (
  code: Failure['code'],
  reason: AnyReason,
  more: Omit<Failure, 'kind' | 'code' | 'reason'> = {},
): Failure => ({ kind: 'failed', code, reason, ...more })
export const refuse = (reason: AnyReason, numbers?: Readonly<Record<string, number>>): Failure =>
  fail(CODE.refused, reason, numbers && { numbers })
export const forbid = (reason: AnyReason): Failure => fail(CODE.forbidden, reason)
export const missing = (reason: AnyReason = 'resource.not_found'): Failure => fail(CODE.notFound, reason)
export const invalid = (...errors: readonly InputError[]): Failure => fail(CODE.invalid, 'input.invalid', { errors })
