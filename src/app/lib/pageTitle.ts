import { createStore } from '../../client/store.ts'

/** What the page on screen calls itself; null for the product's own name. */
export const pageTitle = createStore<string | null>(null)
