import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'

/** Number of page refreshes; components that use it as a key remount. */
export const refreshesOf = (client: Client): Store<number> => client.part(createRefreshes)

const createRefreshes = (): Store<number> => createStore(0)

export function refreshPage(client: Client): void {
  const refreshes = refreshesOf(client)
  refreshes.set(refreshes.get() + 1)
}
