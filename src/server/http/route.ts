import * as z from 'zod'
import type { AnyCall, Call, Received } from '../../contract/call.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import type { Caller, Person, SellerCaller, VenueCaller } from '../auth/caller.ts'
import type { Origin } from '../auth/throttle.ts'
import type { Site } from '../factors/passkeys.ts'
import type { BidTrace } from '../tracing/tracing.ts'
import { invalid, RefusalError } from './answer.ts'
import type { Answer, Data, Done, Failure, Rows, Uploaded } from './answer.ts'
import { unprintableIn } from './printed.ts'
import type { Parsed } from './input.ts'
import type { SentKey } from '../store/sentForms.ts'

/** Details of a recorded act that only its handler knows. */
export interface Note {
  /** The actor of a call without a token. */
  readonly actor?: Pick<Person, 'id' | 'login' | 'name'>
  readonly subjectId?: string
}

/** Facts about a request besides its input. */
export interface About {
  /** Server time at which the request was complete. */
  readonly at: Instant
  readonly locale: Locale
  readonly address: string
  /** The caller's address and device secret. */
  readonly from: Origin
  /** The user agent, as the client sent it. */
  readonly device: string
  readonly requestId: string
  /** The second factor sent with the call (`contract/second-factor.ts`). */
  readonly second: string | null
  readonly site: Site
  /** Adds to the line of the audit trail. */
  readonly note: (note: Note) => void
  /** `null`: bids are not traced, or this is no bid. */
  readonly trace: BidTrace | null
  /** The caller's idempotency key with what it stands for: under it the caller may send the same again, and nothing else. */
  readonly onceKey: SentKey | null
}
export type CallInput<C extends Call> = Received<C> & About

interface RouteOptions {
  /** For calls without a token: a valid token changes the answer. */
  readonly bearer?: 'honoured'
  /** Accepted with an ended token: signing out twice is no error. */
  readonly ended?: 'honoured'
  /**
   * The answer is the same for every caller, so a client's copy can be revalidated. With a valid token the answer is
   * the caller's own.
   */
  readonly open?: true
  /**
   * Pages ask again while they are looked at: an answer is marked, and a caller that already has it is told so (304)
   * instead of getting it again. Of a list whose rows have an id, the caller is sent what changed.
   */
  readonly renewed?: 'whole' | { readonly rowId: string }
  /** Where 64 kB is too little. */
  readonly bodyLimit?: number
}

/** An encoded answer: `data` and `rows` in wire form. */
export type Served = Failure | Data<unknown> | Rows<readonly unknown[]> | Done | Uploaded

/** A call bound to its handler. */
export interface Route {
  readonly call: Call
  readonly options: RouteOptions
  /** `parsed`: the request's input, read by this call's own schemas; what did not parse is answered as invalid. */
  run(parsed: Parsed<Received<AnyCall>>, caller: Caller | null, about: About): Promise<Served>
}

type Handler<C extends Call, Who> = (given: CallInput<C>, caller: Who) => Answer<C> | Promise<Answer<C>>
type CallWith<T extends Call['token']> = Call & { readonly token: T }

function route<C extends Call, Who>(
  call: C,
  whoOf: (caller: Caller | null) => Who,
  handler: Handler<C, Who>,
  options: RouteOptions,
): Route {
  const encode = encoderOf(call)
  return {
    call,
    options,
    async run(parsed, caller, about) {
      if (!parsed.ok) return invalid(...parsed.errors)
      const unshown = unprintableIn(call, parsed.value.body)
      if (unshown.length > 0) return invalid(...unshown)
      try {
        // The input was parsed by this call's own schemas.
        const input = parsed.value as Received<C>
        return encode(await handler({ ...input, ...about }, whoOf(caller)))
      } catch (error) {
        if (error instanceof RefusalError) return error.failure
        throw error
      }
    },
  }
}

/** For calls that take no token. The caller is `null` unless the call honours a bearer and it is valid. */
export const anyone = <C extends CallWith<'none'>>(
  call: C,
  handler: Handler<C, Caller | null>,
  options: RouteOptions = {},
): Route => route(call, (caller) => caller, handler, options)

export const signedIn = <C extends CallWith<'seller'>>(
  call: C,
  handler: Handler<C, SellerCaller>,
  options: RouteOptions = {},
): Route => route(call, (caller) => (caller?.kind === 'seller' ? caller : unchecked(call)), handler, options)

export const inVenue = <C extends CallWith<'venue'>>(
  call: C,
  handler: Handler<C, VenueCaller>,
  options: RouteOptions = {},
): Route => route(call, (caller) => (caller?.kind === 'venue' ? caller : unchecked(call)), handler, options)

export const eitherToken = <C extends CallWith<'either'>>(
  call: C,
  handler: Handler<C, Caller>,
  options: RouteOptions = {},
): Route => route(call, (caller) => caller ?? unchecked(call), handler, options)

function unchecked(call: Call): never {
  throw new Error(`${call.path} was reached without its token`)
}

/** Encodes the decoded side for the wire: money, quantities and times as text. */
function encoderOf(call: Call): (answer: Failure | Data<unknown> | Rows<unknown> | Done) => Served {
  const list = call.rows && z.array(call.rows)
  return (answer) => {
    switch (answer.kind) {
      case 'data':
        return { ...answer, data: call.data ? z.encode(call.data, answer.data) : undefined }
      case 'rows':
        return { ...answer, rows: list ? z.encode(list, asList(answer.rows)) : [] }
      case 'failed':
      case 'done':
        return answer
    }
  }
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('rows are a list')
  return value
}
