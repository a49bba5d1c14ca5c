import type { Answered, Call, Listed, Sent } from '../../contract/call.ts'
import type * as calls from '../../contract/calls/index.ts'
import type { wire } from '../../contract/wire.ts'
import type * as z from 'zod'

/** Names of the calls with JSON; files have functions of their own (`files.ts`). */
export type CallName = {
  [K in keyof typeof wire]: (typeof wire)[K] extends { readonly raw: string } ? never : K
}[keyof typeof wire]
type Calls = { readonly [K in CallName]: (typeof calls)[K] extends Call ? (typeof calls)[K] : never }

type Parts = 'params' | 'query' | 'body'
type Present<C, K extends Parts> = C extends { readonly [P in K]: z.ZodType } ? K : never

/** A call's input on the wire: exactly the parts that the contract defines. */
export type SentBy<N extends CallName> = Pick<Sent<Calls[N]>, { [K in Parts]: Present<Calls[N], K> }[Parts]>
/** The content of a 200 answer on the wire. */
export type AnswerOf<N extends CallName> = Calls[N] extends { readonly rows: z.ZodType }
  ? { readonly rows: NonNullable<Listed<Calls[N]>>; readonly total: number }
  : Answered<Calls[N]>
/** One row of a list. */
export type RowOf<N extends CallName> = NonNullable<Listed<Calls[N]>>[number]

/** Makes a call. Throws a `CallError`, or an AbortError. */
export type Send = <N extends CallName>(name: N, sent: SentBy<N>, options?: SendOptions) => Promise<AnswerOf<N>>

/** An answer as `send` returns it to a call with `previous`: the server's mark (its ETag) beside the data. */
export interface Marked {
  readonly mark?: string
}

export interface SendOptions {
  readonly signal?: AbortSignal
  /** The last answer to the same call; it is returned again if nothing has changed since. */
  readonly previous?: Marked | undefined
  /**
   * Uses connections that no other call uses: browsers separate requests without credentials, and ours have theirs in a
   * header. Works when the usual connections are dead or busy.
   */
  readonly apart?: boolean
  /** The second factor, in the format of the header (`contract/second-factor.ts`). */
  readonly second?: string | undefined
  /** For calls that are `once`: the server executes a request with the same key only once. */
  readonly onceKey?: string
}
