import type * as z from 'zod'
import type { CallWire } from './wire.ts'

/** One call of the API. `data` or `rows` is the schema of a 200's content (the wire side of the schema is sent). */
export interface Call extends CallWire {
  readonly about: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly data?: z.ZodType
  readonly rows?: z.ZodType
  readonly raw?: never
}

/** A call whose body or answer is not JSON. */
interface RawCall extends CallWire, Pick<Call, 'about' | 'params' | 'query'> {
  readonly raw: 'upload' | 'tus' | 'bytes'
  readonly body?: never
  readonly data?: never
  readonly rows?: never
  readonly verdict?: never
}
export type AnyCall = Call | RawCall

/** A call that lists has rows, a call with a verdict has data, and no other has rows. */
type Carries<C> = C extends { readonly list: true }
  ? { readonly rows: z.ZodType; readonly data?: never }
  : C extends { readonly verdict: true }
    ? { readonly data: z.ZodType; readonly rows?: never }
    : { readonly rows?: never }

export const call = <const C extends AnyCall>(definition: C & Carries<C>): C => definition

type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Out<T> = T extends z.ZodType ? z.output<T> : undefined

/** The request as the client sends it (wire side). */
export interface Sent<C extends Call> {
  params: In<C['params']>
  query: In<C['query']>
  body: In<C['body']>
}
/** The request as the server reads it (decoded side). */
export interface Received<C extends AnyCall> {
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
}
/** `data` of a 200, as it travels. */
export type Answered<C extends Call> = In<C['data']>
/** `rows` of a 200, as they travel. */
export type Listed<C extends Call> = C['rows'] extends z.ZodType ? z.input<C['rows']>[] : undefined
/** The result of a handler (decoded side; encoded at the exit). */
export type DataOf<C extends Call> = Out<C['data']>
export type RowsOf<C extends Call> = C['rows'] extends z.ZodType ? z.output<C['rows']>[] : undefined
