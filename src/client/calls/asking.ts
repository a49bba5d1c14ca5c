import { send } from './send.ts'
import type { CallName, SentBy } from './types.ts'

/** A call, before it is made. */
export interface Asks {
  readonly call: CallName
  readonly sent: { readonly params?: object; readonly query?: object }
}

/** What a query asks, said so that somebody else can answer it too: the server, while it writes the page. */
export const asking = <N extends CallName>(call: N, sent: SentBy<N> & Asks['sent']) => ({
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => send(call, sent, { signal }),
  meta: { asks: { call, sent } satisfies Asks },
})
