import type { QueryClient } from '@tanstack/react-query'
import type { CallName, SentBy } from '../../client/calls/index.ts'
import { clientOf } from './client.ts'

/** A call, before it is made. */
export interface Asks {
  readonly call: CallName
  readonly sent: { readonly params?: object; readonly query?: object }
}

/** What a query asks, said so that the server can answer it too while it writes the page. */
export const asking = <N extends CallName>(call: N, sent: SentBy<N> & Asks['sent']) => ({
  queryFn: ({ client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal }) =>
    clientOf(client).calls.send(call, sent, { signal }),
  meta: { asks: { call, sent } satisfies Asks },
})
