import type { QueryClient } from '@tanstack/react-query'
import type { CallName, SentBy } from '../../client/calls/index.ts'
import { clientOf } from './client.ts'

/** Options of a query that is a single call. */
export const asking = <N extends CallName>(call: N, sent: SentBy<N>) => ({
  queryFn: ({ client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal }) =>
    clientOf(client).calls.send(call, sent, { signal }),
  meta: { call },
})
