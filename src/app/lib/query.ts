import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import type { CachedAnswer } from '../../client/device/copies.ts'
import type { Asks } from '../../client/calls/asking.ts'
import { isTransport, TimeoutError, type CallName } from '../../client/calls/index.ts'
import { link } from '../../client/link/index.ts'
import { needLink } from '../../client/link/needLink.ts'
import type { Readings } from './persist.ts'

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

/** A refusal stays a refusal; a slow server is asked twice at most: each try takes the whole timeout. */
const again = (failures: number, error: Error): boolean =>
  isTransport(error) && failures < (error instanceof TimeoutError ? 1 : 2)

export function createQueryClient(onMutationError: (error: unknown) => void): QueryClient {
  // "Online" is what our own server answers, not what the device believes.
  onlineManager.setEventListener((setOnline) => link.subscribe(() => setOnline(link.get().kind !== 'offline')))
  const readings: Readings = new WeakMap()
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Not of itself in this mode: what failed, or is old, is asked for when the link is back.
        refetchOnReconnect: true,
        persister: async (ask, context, query) => {
          // People, and what is true for a moment only, stay off the device.
          if (query.meta?.fleeting === true) return ask(context)
          // Reading works without the part that keeps answers.
          const kept = await import('./persist.ts').catch(() => null)
          return kept ? kept.persist(readings, ask, context, query) : ask(context)
        },
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
