import ky, { isHTTPError, isTimeoutError } from 'ky'
import { API_BASE, PLATFORM, SELLER_TIMEOUT_MS, VENUE_TIMEOUT_MS } from '../../contract/constants.ts'
import { HttpStatusError, NetworkError, TimeoutError } from './errors.ts'

// Retries are left to the caller: a repeated POST may bid twice, a repeated GET is the query cache's decision.
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
/** Which of the two a call is made with. */
export type Origin = keyof Clients

export function translate(error: unknown): NetworkError | TimeoutError | HttpStatusError {
  if (error instanceof NetworkError) return error
  if (isHTTPError(error)) return new HttpStatusError(error.response.status)
  if (isTimeoutError(error)) return new TimeoutError('no answer in time')
  // A failed fetch, a truncated body, or the HTML of a gateway.
  return new NetworkError('no answer', { cause: error })
}
