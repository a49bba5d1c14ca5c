import type { Answered, Call, Listed, Sent } from '../../contract/call.ts'
import type * as calls from '../../contract/calls/index.ts'
import type { wire } from '../../contract/wire.ts'
import type * as z from 'zod'

/** Every call that is made of JSON; files have functions of their own (`files.ts`). */
export type CallName = {
  [K in keyof typeof wire]: (typeof wire)[K] extends { readonly raw: string } ? never : K
}[keyof typeof wire]
type Calls = { readonly [K in CallName]: (typeof calls)[K] extends Call ? (typeof calls)[K] : never }

type Parts = 'params' | 'query' | 'body'
type Has<C, K extends Parts> = C extends { readonly [P in K]: z.ZodType } ? K : never

/** What a call takes, as it travels: exactly the parts that the contract gives it. */
export type SentBy<N extends CallName> = Pick<Sent<Calls[N]>, { [K in Parts]: Has<Calls[N], K> }[Parts]>
/** What a 200 brings, as it travels. */
export type AnswerOf<N extends CallName> = Calls[N] extends { readonly rows: z.ZodType }
  ? { readonly rows: NonNullable<Listed<Calls[N]>>; readonly total: number }
  : Answered<Calls[N]>
/** One row of a list. */
export type RowOf<N extends CallName> = NonNullable<Listed<Calls[N]>>[number]

/** Makes a call as its caller: throws a `CallError`, or an AbortError. */
export type Send = <N extends CallName>(name: N, sent: SentBy<N>, options?: SendOptions) => Promise<AnswerOf<N>>

export interface SendOptions {
  readonly signal?: AbortSignal
  /**
   * Over connections that no other call uses. Browsers keep those without credentials apart, and ours travel in a
   * header: where the usual ones are dead or all taken, this gets through.
   */
  readonly apart?: boolean
}
