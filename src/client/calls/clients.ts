import ky, { isHTTPError, isTimeoutError } from 'ky'
import { API_BASE, PLATFORM, SELLER_TIMEOUT_MS, VENUE_TIMEOUT_MS } from '../../contract/constants.ts'
import { HttpStatusError, InBetweenError, NetworkError, TimeoutError } from './errors.ts'
import { hasEnvelope } from './envelope.ts'

// No automatic retries: a repeated POST may bid twice, and the query cache decides about a repeated GET.
export const createClients = ({
  origin = '',
  fetch,
}: {
  readonly origin?: string
  readonly fetch?: typeof globalThis.fetch
}) => {
  const shared = { prefix: `${origin}${API_BASE}`, retry: 0, ...(fetch && { fetch }) }
  return {
    seller: ky.create({ ...shared, timeout: SELLER_TIMEOUT_MS, headers: { platform: PLATFORM } }),
    venue: ky.create({ ...shared, timeout: VENUE_TIMEOUT_MS }),
  }
}
export type Clients = ReturnType<typeof createClients>
/** The client that makes a call: `seller` or `venue`. */
export type Origin = keyof Clients

export function translate(error: unknown): NetworkError | TimeoutError | HttpStatusError {
  if (error instanceof NetworkError || error instanceof HttpStatusError) return error
  if (isHTTPError(error)) {
    const { status } = error.response
    // A gateway of ours that has no server to ask answers 5xx too; its number is told as the system's (spec §8).
    return status >= 500 || hasEnvelope(error.data) ? new HttpStatusError(status) : new InBetweenError(status)
  }
  if (isTimeoutError(error)) return new TimeoutError('no answer in time')
  // The fetch failed, or the body is truncated.
  return new NetworkError('no answer', { cause: error })
}
