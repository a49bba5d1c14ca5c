import { COOKIES } from '../../contract/constants.ts'
import { readCookie } from '../session/cookies.ts'
import { NetworkError } from './errors.ts'
import { emit } from './signals.ts'
import type { AnswerOf, CallName, SendOptions, SentBy } from './types.ts'

/** What makes a call, with the table of all calls. It comes with the first one: the home page opens without. */
const fetchExchange = () => import('./exchange.ts')

/**
 * Whoever says that one may act has this first: on a link that dies in between, what is fetched only then never comes.
 */
export async function needClients(): Promise<void> {
  await fetchExchange()
}

/**
 * The one door to the server: `send('lotInfo', { params: { contractObjectId } })`. Throws a `CallError`, or an
 * AbortError.
 */
export async function send<N extends CallName>(
  name: N,
  sent: SentBy<N>,
  options: SendOptions = {},
): Promise<AnswerOf<N>> {
  // Read before anything is waited for: a sign-out that follows at once must not take the call's own bearer along.
  const bearers = { seller: readCookie(COOKIES.sellerToken), venue: readCookie(COOKIES.venueToken) }
  const { exchange } = await fetchExchange().catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    emit({ type: 'unreachable' })
    throw new NetworkError('no answer', { cause: error })
  })
  return exchange(name, sent, bearers, options)
}
