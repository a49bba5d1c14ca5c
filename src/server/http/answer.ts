import type * as z from 'zod'
import type { Call, DataOf, RowsOf } from '../../contract/call.ts'
import { CODE } from '../../contract/codes.ts'
import type { AnyReason, Code } from '../../contract/codes.ts'
import type { InputError } from '../../contract/envelope.ts'
import type { Verdict } from '../../contract/verdict.ts'

/** Why a call did not do what it was asked. `numbers` fill the gaps of the reason's text. */
export interface Failure {
  readonly kind: 'failed'
  readonly code: Exclude<Code, typeof CODE.ok>
  readonly reason: AnyReason
  readonly numbers?: Readonly<Record<string, number>>
  readonly errors?: readonly InputError[]
  /** Seconds after which asking again makes sense. */
  readonly retryAfter?: number
}
export interface Data<T> {
  readonly kind: 'data'
  readonly data: T
  /** A refusal that carries data all the same: a verdict. */
  readonly refused?: Pick<Failure, 'reason' | 'numbers'>
}
export interface Rows<T> {
  readonly kind: 'rows'
  readonly rows: T
  readonly total: number
}
export interface Done {
  readonly kind: 'done'
}
/** Paths of files, as the spec has them: beside `code` and `msg`. */
export interface Uploaded {
  readonly kind: 'uploaded'
  readonly fileNames: readonly [string, ...string[]]
}

type Success<C extends Call> = C['rows'] extends z.ZodType
  ? Rows<RowsOf<C>>
  : C['data'] extends z.ZodType
    ? Data<DataOf<C>>
    : Done
/** What a handler returns: the decoded side; encoded at the exit. */
export type Answer<C extends Call> = Failure | Success<C>

export const done: Done = { kind: 'done' }
export const data = <T>(value: T): Data<T> => ({ kind: 'data', data: value })
export const rows = <T extends readonly unknown[]>(value: T, total: number = value.length): Rows<T> => ({
  kind: 'rows',
  rows: value,
  total,
})

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

/** The room's verdict as an answer: accepted and unknown are code 200, a refusal is 601 with the same data. */
export function answerVerdict(verdict: Verdict): Data<Verdict> {
  if (verdict.verdict !== 'refused') return data(verdict)
  if (verdict.reason === null) throw new TypeError('a refusal without a reason')
  return { ...data(verdict), refused: { reason: verdict.reason, ...(verdict.numbers && { numbers: verdict.numbers }) } }
}
