import { MutationCache, onlineManager, QueryClient, type QueryPersister } from '@tanstack/react-query'
import type { CachedAnswer } from '../../client/device/copies.ts'
import type { Asks } from '../../client/calls/asking.ts'
import { isTransport, TimeoutError, type CallName } from '../../client/calls/index.ts'
import { link } from '../../client/link/index.ts'
import { needLink } from '../../client/link/needLink.ts'
import { currentAccount } from '../../client/session/index.ts'

interface QueryMeta extends Record<string, unknown> {
  /** True for a moment only, or about people: stays off the device. */
  readonly fleeting?: boolean
  /** What it asks of the server, for what the server writes into pages. */
  readonly asks?: Asks
  /** The call whose answer it is, where the server does not answer it in pages: says who may be shown it. */
  readonly call?: CallName
  /** The same answer out of what was taken along. */
  readonly taken?: () => Promise<CachedAnswer | undefined>
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/**
 * Shows what is kept at once, asks anew all the same, and keeps the answer. A failed question leaves what is shown
 * standing, with its age.
 */
const remembering: QueryPersister = async (ask, context, query) => {
  // People, and what is true for a moment only, stay off the device.
  if (query.meta?.fleeting === true) return ask(context)
  // Reading does without what keeps it.
  const kept = await Promise.all([
    import('../../client/device/answerCache.ts'),
    import('../../client/calls/audience.ts'),
  ]).catch(() => null)
  if (!kept) return ask(context)
  const [{ newestOf, readAnswer, writeAnswer }, { audienceOf }] = kept
  const { meta } = query
  const account = currentAccount()
  const key = { name: query.queryHash, audience: audienceOf(meta?.call ?? meta?.asks?.call), account }
  if (query.state.data === undefined) {
    const newest = newestOf([await readAnswer(key, Date.now()), await meta?.taken?.()])
    // The answer may have come by another way meanwhile.
    if (newest && query.state.data === undefined)
      context.client.setQueryData(query.queryKey, newest.data, { updatedAt: newest.at })
  }
  const data = await ask(context)
  // An account that left meanwhile leaves nothing behind, least of all under the next one's name.
  if (currentAccount() === account) void writeAnswer(key, { at: Date.now(), data })
  return data
}

/** A refusal stays a refusal; a slow server is asked twice at most: each try takes the whole timeout. */
const again = (failures: number, error: Error): boolean =>
  isTransport(error) && failures < (error instanceof TimeoutError ? 1 : 2)

export function createQueryClient(onMutationError: (error: unknown) => void): QueryClient {
  // "Online" is what our own server answers, not what the device believes.
  onlineManager.setEventListener((setOnline) => link.subscribe(() => setOnline(link.get().kind !== 'offline')))
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Not of itself in this mode: what failed, or is old, is asked for when the link is back.
        refetchOnReconnect: true,
        persister: remembering,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: again,
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onMutate: needLink,
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.['quiet'] !== true) onMutationError(error)
      },
    }),
  })
}
