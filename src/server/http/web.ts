import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { API_BASE } from '../../contract/constants.ts'
import { screenRows } from '../../contract/screens.ts'
import { fail } from './answer.ts'
import { answer, answerError } from './api.ts'
import { isTheirs } from './errors.ts'
import { serveHashedFiles } from './hashed-files.ts'
import type { Pages } from './pages/pages.ts'
import { sendPage, serveHome } from './pages/routes.ts'
import { securityHeaders } from './policy.ts'

/** Pictures and the manifest, which are not pages and get no page headers. The worker's own file keeps its policy. */
const PLAIN = /\.(?:svg|png|webmanifest)(?:\.(?:br|gz))?$/
/** Cached, but revalidated each time: an unchanged file answers 304 without a body. */
const ASK = 'no-cache'

/**
 * Page headers, which weigh as much as a small script, are left out of pictures. These are the same for everybody, so
 * other sites may load them.
 */
const OF_PAGES = [
  'referrer-policy',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
]

interface WebNeeds {
  /** Hashed files of all releases whose nodes run (shared-assets.ts); `null`: this build's alone. */
  readonly shared: string | null
  readonly pages: Pages | null
  /** Origins whose pages may be framed. */
  readonly frames: () => readonly string[]
  /** The public origins. */
  readonly publicUrls: readonly string[]
}

/** The built app: its files unchanged and precompressed, and its page for every address that a person may open. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { shared, pages, frames, publicUrls }: WebNeeds,
): Promise<void> {
  const page = join(folder, 'index.html')
  const built = existsSync(page)
  await app.register(helmet, securityHeaders(built ? readFileSync(page, 'utf8') : null, pages?.scripts ?? null, frames))
  if (built) {
    serveHashedFiles(app, shared === null ? [folder] : [folder, shared])
    await app.register(serveFiles, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      // An ETag is enough to revalidate by, and no file is read in parts.
      lastModified: false,
      acceptRanges: false,
      // Compressed copies have no address of their own.
      allowedPath: (path) => !/\.(br|gz)$/.test(path),
      setHeaders: (reply, path) => {
        void reply.header('cache-control', ASK)
        if (PLAIN.test(path)) for (const name of OF_PAGES) reply.raw.removeHeader(name)
      },
    })
    serveHome(app, pages, publicUrls)
  }
  // A path that climbs, or that names a folder, answers 404.
  app.setErrorHandler((error, request, reply) =>
    isTheirs(error) ? notFound(request, reply, built) : answerError(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) =>
    built && isPage(request) ? sendPage(request, reply, pages, publicUrls) : notFound(request, reply, built),
  )
}

const isApi = (url: string): boolean =>
  url === API_BASE || url.startsWith(`${API_BASE}/`) || url.startsWith(`${API_BASE}?`)

/** First steps of the addresses that people open and share: `/login`, `/news`, `/venue` … */
const OPENED = new Set(['venue', ...screenRows.map(({ path }) => path.split('/')[1])])
/** The last step of a path names a file, as in `/user/gone.js`. */
const FILE = /\.[a-z0-9]+$/i
/** Media types of a page, and ranges that hold them; their case does not count (RFC 9110). */
const NAMES_PAGES = /text\/html|application\/xhtml\+xml/i
const HOLDS_PAGES = /\*\/\*|text\/\*/i
/** Kinds of load in which a browser shows the answer as a page; programs leave the header out. */
const DESTINATIONS: readonly unknown[] = [undefined, 'document', 'iframe']

/**
 * A browser that opens an address gets the page. A program that takes anything, such as a link preview or a monitor,
 * gets it at the app's addresses alone. Any other request for a missing file gets a 404.
 */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isApi(url) || url.startsWith('/assets/')) return false
  const { accept = '*/*' } = headers
  if (NAMES_PAGES.test(accept)) return true
  if (!HOLDS_PAGES.test(accept) || !DESTINATIONS.includes(headers['sec-fetch-dest'])) return false
  const path = url.replace(/\?.*$/s, '')
  return OPENED.has(path.split('/')[1]) && !FILE.test(path)
}

/** Static files are looked up at every address, so unknown calls end here too and get an API answer. */
function notFound(request: FastifyRequest, reply: FastifyReply, built: boolean): FastifyReply {
  if (isApi(request.url)) return answer(request, reply, fail(CODE.notFound, 'call.not_found'))
  return reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(built ? 'Not found\n' : 'Not found. The app is not built: npm run build\n')
}
