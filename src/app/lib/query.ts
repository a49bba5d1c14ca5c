import { MutationCache, onlineManager, QueryClient, type QueryPersister } from '@tanstack/react-query'
import type { Remembered } from '../storage/remembered.ts'
import type { Asks } from './api/asking.ts'
import { isTransport, TimeoutError } from './api/index.ts'
import { link } from './link/index.ts'
import { needLink } from './link/needLink.ts'
import { currentAccount } from './session/index.ts'

interface QueryMeta extends Record<string, unknown> {
  /** True for a moment only, or about people: stays off the device. */
  readonly fleeting?: boolean
  /** What it asks of the server, for what the server writes into pages. */
  readonly asks?: Asks
  /** The same answer out of what was taken along. */
  readonly taken?: () => Promise<Remembered | undefined>
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/** Shows what is kept at once, asks anew all the same, and keeps the answer. A failed question leaves what is shown standing, with its age. */
const remembering: QueryPersister = async (ask, context, query) => {
  // People, and what is true for a moment only, stay off the device.
  if (query.meta?.fleeting === true) return ask(context)
  // Reading does without what keeps it.
  const storage = await import('../storage/remembered.ts').catch(() => null)
  if (!storage) return ask(context)
  const { keep, recall } = storage
  if (query.state.data === undefined) {
    const kept = newer(await recall(query.queryHash, Date.now()), await query.meta?.taken?.())
    // The answer may have come by another way meanwhile.
    if (kept && query.state.data === undefined)
      context.client.setQueryData(query.queryKey, kept.data, { updatedAt: kept.at })
  }
  const whose = currentAccount()
  const data = await ask(context)
  // Who left meanwhile leaves nothing behind, least of all under the next one's name.
  if (currentAccount() === whose) void keep(query.queryHash, { at: Date.now(), data })
  return data
}

const newer = (a: Remembered | undefined, b: Remembered | undefined): Remembered | undefined =>
  a && b ? (a.at >= b.at ? a : b) : (a ?? b)

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
