import { API_BASE } from '../src/contract/constants.ts'

/** Handling of a page's request. `leave`: not intercepted. */
type Strategy =
  | 'leave'
  /** The shell page for any address, from the cache: it opens offline, and at once online. */
  | 'page'
  /** The home page, as it was last written. */
  | 'home'
  /** The file's name contains its hash, so the cached copy never expires. */
  | 'asset'
  /** A lot's picture: as an asset, but bounded in number and bytes. */
  | 'picture'

export interface WorkerRequest {
  readonly method: string
  readonly url: URL
  readonly navigation: boolean
  /** A part of a file. */
  readonly range: boolean
}

const PICTURES = `${API_BASE}/common/pictures/`
const ASSETS = '/assets/'

export function strategyOf({ method, url, navigation, range }: WorkerRequest, origin: string): Strategy {
  // Safari mishandles bodies inside a worker, and nothing that acts may be answered from memory.
  if (method !== 'GET' || range || url.origin !== origin) return 'leave'
  const { pathname } = url
  if (pathname.startsWith(ASSETS)) return 'asset'
  if (pathname.startsWith(PICTURES)) return 'picture'
  // Calls, the live connection, private files: the app caches each account's answers itself, apart from others'.
  if (pathname === API_BASE || pathname.startsWith(`${API_BASE}/`)) return 'leave'
  if (!navigation || !isPage(pathname)) return 'leave'
  // A query asks for a language, or brings a key.
  return (pathname === '/' || pathname === '/index') && url.search === '' ? 'home' : 'page'
}

/** Addresses of the server itself. */
const SERVERS = new Set(['/healthz', '/readyz', '/metrics'])
/** A last part with a dot is a file: the icon, the manifest, the worker. */
const isPage = (path: string): boolean => !SERVERS.has(path) && !/\.[a-z\d]+$/i.test(path)
