import type { Client } from '../../../client/client.ts'
import { createStore, type Store } from '../../../client/store.ts'

/** Where the reader is, as the frame around the pages needs to know it. */
export interface PageLocation {
  readonly pathname: string
  /** With its query and fragment. */
  readonly href: string
}

/** Where the server is before it is told. */
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
/** After the address was changed by hand. */
export const readLocation = (client: Client): void => setPageLocation(client, read())
