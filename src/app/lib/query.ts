import { MutationCache, onlineManager } from '@tanstack/react-query'
import type { CachedAnswer } from '../../client/device/copies.ts'
import { isTransport, TimeoutError, type CallName } from '../../client/calls/index.ts'
import type { Readings } from './persist.ts'
import type { Client } from '../../client/client.ts'
import { Queries } from './client.ts'

interface QueryMeta extends Record<string, unknown> {
  /** True for a moment only, or about people: stays off the device. */
  readonly fleeting?: boolean
  /** The call; its audience decides for whom the answer is kept. */
  readonly call?: CallName
  /** A signed-in reader's own answer differs from the one that the server writes into pages. */
  readonly personal?: boolean
  /** The same answer from a downloaded catalogue. */
  readonly downloaded?: (client: Client) => Promise<CachedAnswer | undefined>
}
interface MutationMeta extends Record<string, unknown> {
  /** Its form shows the error itself. */
  readonly quiet?: boolean
  /** Its work goes into the outbox, which needs no link. */
  readonly outbox?: boolean
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    mutationMeta: MutationMeta
  }
}

/** A refusal stays a refusal; a slow server is asked twice at most: each try takes the whole timeout. */
const again = (failures: number, error: Error): boolean =>
  isTransport(error) && failures < (error instanceof TimeoutError ? 1 : 2)

export function createQueries(client: Client, onMutationError: (error: unknown) => void): Queries {
  // TanStack Query is online when our own server answers; the device's report is ignored.
  onlineManager.setEventListener((setOnline) =>
    client.link.state.subscribe(() => setOnline(client.link.state.get().kind !== 'offline')),
  )
  const readings: Readings = new WeakMap()
  return new Queries(client, {
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Not automatic in this mode: failed and stale queries are refetched when the link is back.
        refetchOnReconnect: true,
        persister: async (ask, context, query) => {
          // Personal and momentary data are never stored on the device.
          if (query.meta?.fleeting === true) return ask(context)
          // Reading works without the chunk that caches answers.
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
      // The outbox takes what it is given without a link too.
      onMutate: (_variables, { meta }) => (meta?.outbox ? undefined : client.link.need()),
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.quiet !== true) onMutationError(error)
      },
    }),
  })
}
