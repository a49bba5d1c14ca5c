import type { Client } from '../../../client/client.ts'
import { createStore, type Store } from '../../../client/store.ts'

/** The reader's location, as the shell around the pages needs it. */
export interface PageLocation {
  readonly pathname: string
  /** Path with query and fragment. */
  readonly href: string
}

/** Location on the server until the page is known. */
const HOME: PageLocation = { pathname: '/index', href: '/index' }

function read(): PageLocation {
  if (typeof location === 'undefined') return HOME
  const { search, hash } = location
  const pathname = location.pathname === '/' ? HOME.pathname : location.pathname
  return { pathname, href: pathname + search + hash }
}

export const pageLocationOf = (client: Client): Store<PageLocation> => client.part(createPageLocation)

function createPageLocation(): Store<PageLocation> {
  const place = createStore<PageLocation>(read())
  return { ...place, first: place.get }
}

export function setPageLocation(client: Client, { pathname, href }: PageLocation): void {
  const location = pageLocationOf(client)
  const now = location.get()
  if (now.pathname !== pathname || now.href !== href) location.set({ pathname, href })
}
/** Call this after changing the address without the navigator. */
export const readLocation = (client: Client): void => setPageLocation(client, read())
