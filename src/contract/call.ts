import type * as z from 'zod'

/** Which bearer a call takes: none, the seller token, the venue token, or either of them. */
export type Token = 'none' | 'seller' | 'venue' | 'either'

/**
 * One call of the API. Paths are below `/prod-api` and may hold `{name}` parts, typed by `params`.
 * `data` or `rows` says what a 200 carries (wire side of the schema is what travels). A call with `verdict: true` answers a refusal
 * with code 601 and the same `data`.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token: Token
  readonly about: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly data?: z.ZodType
  readonly rows?: z.ZodType
  readonly verdict?: true
  readonly raw?: never
}

/** A call whose body or answer is not JSON: files on their way in (`multipart/form-data`) or out. */
export interface RawCall extends Pick<Call, 'method' | 'path' | 'token' | 'about' | 'params' | 'query'> {
  readonly raw: 'upload' | 'bytes'
  readonly body?: never
  readonly data?: never
  readonly rows?: never
  readonly verdict?: never
}
export type AnyCall = Call | RawCall

export const call = <const C extends AnyCall>(definition: C): C => definition

type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Out<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a client sends (wire side). */
export interface Sent<C extends Call> {
  params: In<C['params']>
  query: In<C['query']>
  body: In<C['body']>
}
/** What the server works with (decoded side). */
export interface Received<C extends AnyCall> {
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
}
/** `data` of a 200, as it travels. */
export type Answered<C extends Call> = In<C['data']>
/** `rows` of a 200, as they travel. */
export type Listed<C extends Call> = C['rows'] extends z.ZodType ? z.input<C['rows']>[] : undefined
/** What a handler returns (decoded side; encoded at the exit). */
export type DataOf<C extends Call> = Out<C['data']>
export type RowsOf<C extends Call> = C['rows'] extends z.ZodType ? z.output<C['rows']>[] : undefined
