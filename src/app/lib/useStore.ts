import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T => useSyncExternalStore(store.subscribe, store.get, store.get)
