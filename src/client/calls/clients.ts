import ky, { isHTTPError, isTimeoutError } from 'ky'
import { API_BASE, PLATFORM, SELLER_TIMEOUT_MS, VENUE_TIMEOUT_MS } from '../../contract/constants.ts'
import { HttpStatusError, NetworkError, TimeoutError } from './errors.ts'

// Trying again belongs to whoever asked: a repeated POST may bid twice, a repeated GET is the query cache's.
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
export type Client = keyof Clients
/** Those of this page: addresses are its own. */
export const clients = createClients({})

export function translate(error: unknown): NetworkError | TimeoutError | HttpStatusError {
  if (error instanceof NetworkError) return error
  if (isHTTPError(error)) return new HttpStatusError(error.response.status)
  if (isTimeoutError(error)) return new TimeoutError('no answer in time')
  // A failed fetch, a body cut short, or the HTML of somebody else's gateway.
  return new NetworkError('no answer', { cause: error })
}
