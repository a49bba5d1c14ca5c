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
type Present<C, K extends Parts> = C extends { readonly [P in K]: z.ZodType } ? K : never

/** A call's input on the wire: exactly the parts that the contract defines. */
export type SentBy<N extends CallName> = Pick<Sent<Calls[N]>, { [K in Parts]: Present<Calls[N], K> }[Parts]>
/** The content of a 200 on the wire. */
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
   * Over connections that no other call uses: browsers separate those without credentials, and ours travel in a header.
   * Works when the usual ones are dead or busy.
   */
  readonly apart?: boolean
  /** The second factor, as the header carries it (`contract/second-factor.ts`). */
  readonly second?: string | undefined
  /** For calls that are `once`: under the same key the server takes the same thing once. */
  readonly onceKey?: string
}
