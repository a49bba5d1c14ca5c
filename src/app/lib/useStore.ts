import { useSyncExternalStore } from 'react'
import type { Store } from '../../client/store.ts'

export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe' | 'first'>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.first ?? store.get)
