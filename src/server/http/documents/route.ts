import type { AnyCall, Received } from '../../../contract/call.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Failure } from '../answer.ts'
import type { Task } from '../../work/work.ts'
import type { About } from '../route.ts'

export interface FileAnswer {
  readonly kind: 'file'
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}
type RawCall = Extract<AnyCall, { readonly raw: 'bytes' | 'upload' | 'tus' }>

interface Here extends About {
  readonly task: Task
  /** `https://sale.example`; null when unknown. */
  readonly origin: string | null
}

/** A route that makes one file for its reader. */
export interface FileRoute {
  readonly call: RawCall
  readonly run: (given: Received<AnyCall> & Here, caller: Caller | null) => Promise<FileAnswer | Failure>
}

export const fileRoute = <C extends RawCall>(
  call: C,
  make: (given: Received<C> & Here, caller: Caller | null) => Promise<FileAnswer | Failure>,
): FileRoute => ({
  call,
  // The input was parsed by this call's own schemas.
  run: (given, caller) => make(given as Received<C> & Here, caller),
})
