import { currentAccount } from '../../../client/session/index.ts'
import { createStore } from '../../../client/store.ts'
import { parseTabs, type Tab } from './tabs.ts'

// As long as the browser's tab lives, for the account that opened them.
const keyOf = (account: string): string => `tabs ${account}`

let owner = ''
const store = createStore<readonly Tab[]>([])

function own(): void {
  const account = currentAccount() ?? ''
  if (account === owner) return
  owner = account
  store.set(parseTabs(sessionStorage.getItem(keyOf(account))))
}

export const visited = {
  get: (): readonly Tab[] => store.get(),
  subscribe: store.subscribe,
  change(how: (tabs: readonly Tab[]) => readonly Tab[]): void {
    own()
    const tabs = how(store.get())
    store.set(tabs)
    sessionStorage.setItem(keyOf(owner), JSON.stringify(tabs))
  },
}
