import { MutationCache, onlineManager } from '@tanstack/react-query'
import type { CachedAnswer } from '../../client/device/copies.ts'
import { isTransport, TimeoutError, type CallName } from '../../client/calls/index.ts'
import type { Readings } from './persist.ts'
import type { Client } from '../../client/client.ts'
import { Queries } from './client.ts'

interface QueryMeta extends Record<string, unknown> {
  /** The answer is true only for a moment, or is about people: it is never stored on the device. */
  readonly fleeting?: boolean
  /** The query's call; its audience decides who may read the cached answer. */
  readonly call?: CallName
  /** The answer for a signed-in reader differs from the public one that the server writes into pages. */
  readonly personal?: boolean
  /** Reads the same answer from a downloaded catalogue. */
  readonly downloaded?: (client: Client) => Promise<CachedAnswer | undefined>
}
interface MutationMeta extends Record<string, unknown> {
  /** The mutation's form shows its errors. */
  readonly quiet?: boolean
  /** The mutation goes to the outbox, which needs no link. */
  readonly outbox?: boolean
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    mutationMeta: MutationMeta
  }
}

/** Whether to retry: never after a refusal; after a timeout only once, since each try takes the whole timeout. */
const again = (failures: number, error: Error): boolean =>
  isTransport(error) && failures < (error instanceof TimeoutError ? 1 : 2)

export function createQueries(client: Client, onMutationError: (error: unknown) => void): Queries {
  // TanStack Query counts as online when our own server answers; the browser's report is ignored.
  onlineManager.setEventListener((setOnline) =>
    client.link.state.subscribe(() => setOnline(client.link.state.get().kind !== 'offline')),
  )
  const readings: Readings = new WeakMap()
  return new Queries(client, {
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // This network mode does not refetch automatically, so failed and stale queries are refetched when the link is
        // back.
        refetchOnReconnect: true,
        persister: async (ask, context, query) => {
          // Personal and momentary data are never stored on the device.
          if (query.meta?.fleeting === true) return ask(context)
          // Without the chunk that caches answers, reading still works.
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
      // The outbox accepts mutations offline; all others need the link.
      onMutate: (_variables, { meta }) => (meta?.outbox ? undefined : client.link.need()),
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.quiet !== true) onMutationError(error)
      },
    }),
  })
}
