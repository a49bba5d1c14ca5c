import type { Query, QueryPersister } from '@tanstack/react-query'
import { CODE } from '../../contract/codes.ts'
import { audienceOf } from '../../client/calls/audience.ts'
import { ApiError, isTransport } from '../../client/calls/index.ts'
import { newestOf, readAnswer, writeAnswer } from '../../client/device/answerCache.ts'
import { within } from '../../client/device/index.ts'
import { clientOf } from './client.ts'

/** A page with a network waits no longer than this for the device's database. */
const PATIENCE_MS = 400
/** Without an answer from the server the page waits this long for the device, before it reports failure. */
const LAST_WAIT_MS = 10_000

/** Running reads of the device: a second attempt of the same query waits for the read of the first. */
export type Readings = WeakMap<Query, Promise<void>>

/**
 * Shows the cached copy as soon as the device delivers it, fetches in any case, and caches the answer. After a failed
 * fetch the copy stays on screen, with its age.
 */
export async function persist(
  readings: Readings,
  ...[ask, context, query]: Parameters<QueryPersister>
): Promise<unknown> {
  const { meta, queryHash, queryKey } = query
  const client = clientOf(context.client)
  const { session } = client
  // A person whose sign-in has ended by itself can still read the answers read before.
  const account = session.account() ?? session.endedAccount()
  const key = { name: queryHash, audience: audienceOf(meta?.call), account }
  const isTheirs = (): boolean => (session.account() ?? session.endedAccount()) === account

  async function show(): Promise<void> {
    const newest = newestOf(await Promise.all([readAnswer(client, key), meta?.downloaded?.(client)]))
    const { data, error, status } = query.state
    const current = isTheirs() && context.client.getQueryCache().get(queryHash) === query
    // Drops the copy if the server has answered or refused meanwhile.
    if (!newest || !current || data !== undefined || (error !== null && !isTransport(error) && !isExpiry(error))) return
    context.client.setQueryData(queryKey, newest.data, { updatedAt: newest.at })
    // The fetch has already failed: the copy is shown together with that error.
    if (status === 'error') query.setState({ status, error, isInvalidated: true })
  }

  if (query.state.data === undefined && !readings.has(query)) {
    const reading = show()
      .catch(() => undefined)
      .finally(() => readings.delete(query))
    readings.set(query, reading)
    await within(PATIENCE_MS, reading, undefined)
  }
  try {
    const data = await ask(context)
    // An account that has signed out meanwhile leaves no data, least of all under the next account's name.
    if (client.session.account() === account) void writeAnswer(client, key, { at: Date.now(), data })
    return data
  } catch (error) {
    const reading = readings.get(query)
    if (reading && (isExpiry(error) || (isTransport(error) && isLastTry(query, error))))
      await within(LAST_WAIT_MS, reading, undefined)
    throw error
  }
}

/** After the sign-in has ended, answers read before stay readable. */
const isExpiry = (error: unknown): boolean => error instanceof ApiError && error.code === CODE.unauthorised

/** Only the last try waits for the device, before it reports that there is no answer; earlier ones are not delayed. */
function isLastTry({ options, state }: Query, error: Error): boolean {
  const { retry } = options
  if (typeof retry === 'function') return !retry(state.fetchFailureCount, error)
  return typeof retry === 'number' ? state.fetchFailureCount >= retry : retry !== true
}
