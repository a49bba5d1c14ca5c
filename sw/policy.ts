import { API_BASE } from '../src/contract/constants.ts'

/** How the worker handles a page's request. `leave`: it does not intercept. */
type Strategy =
  | 'leave'
  /** The shell page from the cache, for any address: it opens offline, and without delay online. */
  | 'page'
  /** The home page as the server last wrote it. */
  | 'home'
  /** An asset's name contains its hash, so the cached copy never expires. */
  | 'asset'
  /** A lot's picture: cached like an asset, but limited in number and bytes. */
  | 'picture'

export interface WorkerRequest {
  readonly method: string
  readonly url: URL
  readonly navigation: boolean
  /** The request asks for a part of a file. */
  readonly range: boolean
}

const PICTURES = `${API_BASE}/common/pictures/`
const ASSETS = '/assets/'

export function strategyOf({ method, url, navigation, range }: WorkerRequest, origin: string): Strategy {
  // Safari mishandles request bodies in a worker, and a request that acts must reach the server.
  if (method !== 'GET' || range || url.origin !== origin) return 'leave'
  const { pathname } = url
  if (pathname.startsWith(ASSETS)) return 'asset'
  if (pathname.startsWith(PICTURES)) return 'picture'
  // Calls, the live connection, private files: the app caches each account's answers itself, apart from others'.
  if (pathname === API_BASE || pathname.startsWith(`${API_BASE}/`)) return 'leave'
  if (!navigation || !isPage(pathname)) return 'leave'
  // A query carries a language or a sign-in key, so the cached home page does not fit.
  return (pathname === '/' || pathname === '/index') && url.search === '' ? 'home' : 'page'
}

/** Addresses of the server's own health, metrics and status page. */
const SERVERS = new Set(['/healthz', '/readyz', '/metrics', '/status'])
/** A path whose last segment has a dot is a file: the icon, the manifest, the worker. */
const isPage = (path: string): boolean => !SERVERS.has(path) && !/\.[a-z\d]+$/i.test(path)
