import { API_BASE } from '../src/contract/constants.ts'

/**
 * What happens to a request of the page. `leave`: the worker has no part in it, the browser does as if there were none.
 */
type Strategy =
  | 'leave'
  /** The app's page, whatever its address, from what is kept: it opens without a network, and at once with one. */
  | 'page'
  /** The home page, as it was last written. */
  | 'home'
  /** A file whose name says its content: what is kept is never asked for again. */
  | 'asset'
  /** A lot's picture: as an asset, but bounded in number and bytes. */
  | 'picture'

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly navigation: boolean
  /** A part of a file. */
  readonly range: boolean
}

const PICTURES = `${API_BASE}/common/pictures/`
const ASSETS = '/assets/'

export function strategyOf({ method, url, navigation, range }: Asked, origin: string): Strategy {
  // Safari mishandles bodies inside a worker, and nothing that acts may be answered from memory.
  if (method !== 'GET' || range || url.origin !== origin) return 'leave'
  const { pathname } = url
  if (pathname.startsWith(ASSETS)) return 'asset'
  if (pathname.startsWith(PICTURES)) return 'picture'
  // Calls, the live connection, private files: the app keeps each account's answers itself, apart from all others.
  if (pathname === API_BASE || pathname.startsWith(`${API_BASE}/`)) return 'leave'
  if (!navigation || !isPage(pathname)) return 'leave'
  // A query asks for a language, or brings a key.
  return (pathname === '/' || pathname === '/index') && url.search === '' ? 'home' : 'page'
}

/** Addresses of the server itself. */
const SERVERS = new Set(['/healthz', '/readyz', '/metrics'])
/** A last part with a dot is a file: the icon, the manifest, the worker. */
const isPage = (path: string): boolean => !SERVERS.has(path) && !/\.[a-z\d]+$/i.test(path)
