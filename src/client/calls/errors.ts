import type { AnyReason, Code } from '../../contract/codes.ts'
import type { InputError } from '../../contract/envelope.ts'

/** The server answered with a refusal. `msg` is in the request's language and may be shown unchanged. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly reason: AnyReason | null
  readonly msg: string
  /**
   * Values for the gaps of the reason's text: names ending in `At` are ms since epoch, all others minor units or
   * counts.
   */
  readonly numbers: Readonly<Record<string, number>>
  readonly errors: readonly InputError[]
  /** The client that made the call: code 200002 has a meaning for only one of them (spec §8). */
  readonly client: 'seller' | 'venue'
  /** Data of the refusal; a call with `verdict: true` has its verdict here. */
  readonly data: unknown

  constructor(answer: {
    readonly code: Code
    readonly msg: string
    readonly reason?: AnyReason | null
    readonly numbers?: Readonly<Record<string, number>>
    readonly errors?: readonly InputError[]
    readonly data?: unknown
    readonly client?: 'seller' | 'venue'
  }) {
    super(`${answer.code} ${answer.reason ?? answer.msg}`)
    this.code = answer.code
    this.msg = answer.msg
    this.reason = answer.reason ?? null
    this.numbers = answer.numbers ?? {}
    this.errors = answer.errors ?? []
    this.data = answer.data
    this.client = answer.client ?? 'seller'
  }
}

/** No answer came. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** There is no link, so nothing was sent. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
}

/** No answer within the client's time limit. It is unknown whether the server acted. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** The system failed: the response is an HTTP error, not an answer. */
export class HttpStatusError extends Error {
  override readonly name: string = 'HttpStatusError'
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/**
 * Something in between answered instead of our server: a firewall, a proxy, a hotspot's login page. `status`: the HTTP
 * status of its answer, which may be 200.
 */
export class InBetweenError extends HttpStatusError {
  override readonly name: string = 'InBetweenError'
}

type CallError = ApiError | OfflineError | NetworkError | TimeoutError | HttpStatusError

export const isCallError = (error: unknown): error is CallError =>
  error instanceof ApiError ||
  error instanceof OfflineError ||
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  error instanceof HttpStatusError

/** True if the link failed, not the request: a retry may succeed. */
export const isTransport = (error: unknown): error is NetworkError | TimeoutError | HttpStatusError =>
  isCallError(error) && !(error instanceof ApiError || error instanceof OfflineError)
