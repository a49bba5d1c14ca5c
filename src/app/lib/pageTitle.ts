import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'

/** The current page's own title; null shows the product's name. */
export const pageTitleOf = (client: Client): Store<string | null> => client.part(createPageTitle)

const createPageTitle = (): Store<string | null> => createStore<string | null>(null)
