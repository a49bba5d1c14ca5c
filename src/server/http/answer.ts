import type * as z from 'zod'
import type { Call, DataOf, RowsOf } from '../../contract/call.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { Failure } from '../failure.ts'

export * from '../failure.ts'

/** Optional fields of an answer. */
interface Along {
  /** Secret for a device on which the account has just proven itself; the answer sets it as a cookie. */
  readonly deviceSecret?: string
}

export interface Data<T> extends Along {
  readonly kind: 'data'
  readonly data: T
  /** A refusal with data: a refused verdict. */
  readonly refused?: Pick<Failure, 'reason' | 'numbers'>
}
export interface Rows<T> {
  readonly kind: 'rows'
  readonly rows: T
  readonly total: number
}
export interface Done extends Along {
  readonly kind: 'done'
}
/** Paths of uploaded files, which the spec puts beside `code` and `msg`. */
export interface Uploaded {
  readonly kind: 'uploaded'
  readonly fileNames: readonly [string, ...string[]]
}

type Success<C extends Call> = C['rows'] extends z.ZodType
  ? Rows<RowsOf<C>>
  : C['data'] extends z.ZodType
    ? Data<DataOf<C>>
    : Done
/** The result of a handler: the decoded side; encoded at the exit. */
export type Answer<C extends Call> = Failure | Success<C>

export const done: Done = { kind: 'done' }
export const data = <T>(value: T): Data<T> => ({ kind: 'data', data: value })
export const rows = <T extends readonly unknown[]>(value: T, total: number = value.length): Rows<T> => ({
  kind: 'rows',
  rows: value,
  total,
})

/** The room's verdict as an answer: accepted and unknown are code 200, a refusal is 601 with the same data. */
export function answerVerdict(verdict: Verdict): Data<Verdict> {
  if (verdict.verdict !== 'refused') return data(verdict)
  if (verdict.reason === null) throw new TypeError('a refusal without a reason')
  return { ...data(verdict), refused: { reason: verdict.reason, ...(verdict.numbers && { numbers: verdict.numbers }) } }
}
