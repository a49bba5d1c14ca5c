import type { Client } from '../../../client/client.ts'
import { createStore, type Store } from '../../../client/store.ts'
import { parseTabs, type Tab } from './tabs.ts'

// Visited pages are stored per account, for the lifetime of the browser tab.
const keyOf = (account: string): string => `tabs ${account}`

interface Visited extends Pick<Store<readonly Tab[]>, 'get' | 'subscribe'> {
  readonly change: (how: (tabs: readonly Tab[]) => readonly Tab[]) => void
}

export const visitedOf = (client: Client): Visited => client.part(createVisited)

function createVisited({ session, ports: { tabStorage } }: Client): Visited {
  const { get, set, subscribe } = createStore<readonly Tab[]>([])
  let owner = ''

  function own(): void {
    const account = session.account() ?? ''
    if (account === owner) return
    owner = account
    set(parseTabs(tabStorage.getItem(keyOf(account))))
  }

  return {
    get,
    subscribe,
    change: (how) => {
      own()
      const tabs = how(get())
      set(tabs)
      tabStorage.setItem(keyOf(owner), JSON.stringify(tabs))
    },
  }
}
