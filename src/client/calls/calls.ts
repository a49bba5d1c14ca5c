import { COOKIES } from '../../contract/constants.ts'
import type { ClientPorts } from '../ports/ports.ts'
import type { Session } from '../session/session.ts'
import { NetworkError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import type { Signals } from './signals.ts'
import type { Send } from './types.ts'

export interface Calls {
  /**
   * All calls to the server go through this: `send('lotInfo', { params: { contractObjectId } })`. Throws a `CallError`,
   * or an AbortError.
   */
  readonly send: Send
  /** Loads the code of calls ahead of use: on a link that is lost before the first call, it could not be loaded. */
  readonly prepare: () => Promise<void>
}

/** A page is in use for this long after a touch or key; calls in that time count as the person's activity. */
const ATTENDED_MS = 60_000

/** The home page opens without the code of calls and their table: both load with the first call. */
const fetchExchange = async () => {
  const [{ createExchange }, { createClients }] = await Promise.all([import('./exchange.ts'), import('./clients.ts')])
  return { createExchange, createClients }
}

export function createCalls(
  {
    origin,
    fetch,
    locale,
    send,
    page,
    clock,
  }: Pick<ClientPorts, 'origin' | 'fetch' | 'locale' | 'send' | 'page' | 'clock'>,
  session: Pick<Session, 'read'>,
  { emit }: Signals,
): Calls {
  if (send) return { send, prepare: () => Promise.resolve() }
  let made: Exchange | null = null
  let touchedAt = clock.now()
  for (const event of ['pointerdown', 'keydown'] as const)
    page.on(event, () => {
      touchedAt = clock.now()
    })
  const attended = (): boolean => clock.now() - touchedAt < ATTENDED_MS
  const exchangeNow = async (): Promise<Exchange> => {
    const { createExchange, createClients } = await fetchExchange()
    return (made ??= createExchange({ clients: createClients({ origin, fetch }), locale, emit, attended }))
  }
  return {
    prepare: async () => void (await exchangeNow()),
    send: async (name, sent, options = {}) => {
      // The tokens are read synchronously, so that a call made right before a sign-out still has them.
      const bearers = { seller: session.read(COOKIES.sellerToken), venue: session.read(COOKIES.venueToken) }
      const exchange = await exchangeNow().catch((error: unknown) => {
        if (options.signal?.aborted) throw error
        emit({ type: 'unreachable' })
        throw new NetworkError('no answer', { cause: error })
      })
      return exchange(name, sent, bearers, options)
    },
  }
}
