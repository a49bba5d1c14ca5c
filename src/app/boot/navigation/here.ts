import { createStore } from '../../../client/store.ts'

/** Where the reader is, as the frame around the pages needs to know it. */
export interface Here {
  readonly pathname: string
  /** With its query and fragment. */
  readonly href: string
}

/** Where the server is before it is told. */
const HOME: Here = { pathname: '/index', href: '/index' }

function read(): Here {
  if (typeof location === 'undefined') return HOME
  const { search, hash } = location
  const pathname = location.pathname === '/' ? HOME.pathname : location.pathname
  return { pathname, href: pathname + search + hash }
}

const place = createStore<Here>(read())
export const here = { ...place, first: place.get }

export function setHere({ pathname, href }: Here): void {
  const now = here.get()
  if (now.pathname !== pathname || now.href !== href) here.set({ pathname, href })
}
/** After the address was changed by hand. */
export const readHere = (): void => setHere(read())
