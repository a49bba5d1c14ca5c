import type { AnyReason, Code } from '../../contract/codes.ts'
import type { InputError } from '../../contract/envelope.ts'

/** The server answered and said no. `msg` is in the request's language and may be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly reason: AnyReason | null
  readonly msg: string
  /**
   * They fill the gaps of the reason's text: names ending in `At` are ms since epoch, all others minor units or counts.
   */
  readonly numbers: Readonly<Record<string, number>>
  readonly errors: readonly InputError[]
  /** Of the two clients the one that asked: code 200002 means something to one of them only (spec §8). */
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

/** No answer, or one not from our server (a hotspot's login page). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** There is no link, and so nothing was sent. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'
}

/** No answer within the client's time. Whether the server acted is unknown. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** The system failed: an HTTP status, not an answer. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError'
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

type CallError = ApiError | OfflineError | NetworkError | TimeoutError | HttpStatusError

export const isCallError = (error: unknown): error is CallError =>
  error instanceof ApiError ||
  error instanceof OfflineError ||
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  error instanceof HttpStatusError

/** The link failed, not the request: trying again may help. */
export const isTransport = (error: unknown): error is NetworkError | TimeoutError | HttpStatusError =>
  isCallError(error) && !(error instanceof ApiError || error instanceof OfflineError)
