import type { Store } from '../store.ts'

export { createStore, type Store } from '../store.ts'

/** A read-only view of a store, which only its owner sets. */
export type Readable<T> = Pick<Store<T>, 'get' | 'subscribe'>
