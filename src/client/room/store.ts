import type { Store } from '../store.ts'

export { createStore, type Store } from '../store.ts'

/** A store to look at: only its owner sets it. */
export type Readable<T> = Pick<Store<T>, 'get' | 'subscribe'>
