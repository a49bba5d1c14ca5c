import type { AnyReason, Code } from './codes.ts'

/** Every JSON answer (design §2). `reason` names the failure when `code` is not 200; `errors` locate bad input. */
export interface Envelope<D = unknown, R = unknown> {
  readonly code: Code
  readonly msg: string
  readonly data?: D
  readonly rows?: readonly R[]
  readonly total?: number
  readonly reason?: AnyReason
  readonly errors?: readonly InputError[]
  /** Path of the (first) uploaded file. */
  readonly fileName?: string
  readonly fileNames?: readonly string[]
}

/** Location of bad input: `path` as in `body.price`, `code` as the schema names it. */
export interface InputError {
  readonly path: string
  readonly code: string
  /** What is wrong of the value, e.g. characters that documents cannot show. */
  readonly value?: string
}
