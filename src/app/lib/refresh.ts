import { createStore } from '../../client/store.ts'

/** Counts how often a page was to be opened afresh: what is drawn under it begins anew. */
export const refreshes = createStore(0)
export const refreshPage = (): void => refreshes.set(refreshes.get() + 1)
