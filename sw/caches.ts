import { PAGE_DATA } from '../src/contract/pages.ts'
import { whileMoving } from '../src/contract/moving.ts'
import { PUSH_CACHE } from '../src/contract/push.ts'
import { DOWNLOADED_PICTURES } from '../src/contract/worker.ts'
import { importsOf, laterOf, namedIn, wantedOf, type Release } from './release.ts'

/** The browser APIs that the worker needs. */
export interface Ports {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>
  readonly fetch: (request: string | Request, init?: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
}

const PAGE = '/index.html'
const ASSETS = 'assets'
const PICTURES = 'pictures'
const pageCache = ({ revision }: Release): string => `page-${revision}`
/** Path of the home page as the server writes it, with the lots on sale. */
const HOME = '/index'
const HOME_MARK = `id="${PAGE_DATA}"`
/** The part of the home page that shows a sale (`Opening.tsx`). */
const SALE_MARK = 'id="sessions"'
/** The app refetches the lots on sale itself, so the cached page may be this old. */
const HOME_YOUNG_MS = 10 * 60_000
const homeCache = ({ revision }: Release): string => `home-${revision}`

/** Limits for the assets of earlier builds: a tab that was not reloaded may still request them. */
const OLD_ASSETS_MS = 30 * 24 * 3_600_000
const OLD_ASSETS = 200
const PICTURES_KEPT = 400
const PICTURES_BYTES = 40_000_000

/**
 * Caches the new build in full before its worker may take over: its page, the files that the page names, and the
 * screens used before. Each file is cached as it arrives, so an interrupted install resumes.
 */
export async function install(ports: Ports, release: Release): Promise<void> {
  const { page, html } = await inBackground(ports, PAGE, { cache: 'no-cache' }, async (answer) => {
    if (!answer.ok) throw new Error(`the page: ${answer.status}`)
    const html = await answer.text()
    return { page: wholeOf(html, answer), html }
  })
  const named = namedIn(html)
  // The server was updated again while this worker was installing.
  if (named.some((path) => !release.assets.has(path))) throw new Error('the page of another build')
  const assets = await ports.caches.open(ASSETS)
  const kept = (await assets.keys()).map(({ url }) => new URL(url).pathname)
  await fetchAll(ports, release, [...named, ...wantedOf(release, kept, false)])
  const pages = await ports.caches.open(pageCache(release))
  await pages.put(PAGE, page)
}

/**
 * Fetches the paths with all static imports and the dependencies of lazy imports. Once `stop` says so it returns early.
 */
export async function fetchAll(
  ports: Ports,
  { assets: ours }: Release,
  paths: readonly string[],
  stop?: AbortSignal,
): Promise<void> {
  const assets = await ports.caches.open(ASSETS)
  const met = new Set<string>()
  const waiting: string[] = []
  const drawnWith = new Map<string, readonly string[]>()
  const want = (path: string): void => {
    if (met.has(path) || !ours.has(path)) return
    met.add(path)
    waiting.push(path)
    drawnWith.get(path)?.forEach(want)
  }
  paths.forEach(want)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (stop?.aborted) return
    const script = await keptOrFetched(ports, assets, path, stop).catch((error: unknown) => {
      if (!stop?.aborted) throw error
    })
    if (script === undefined) return
    importsOf(script).forEach(want)
    for (const [later, files] of laterOf(script)) {
      drawnWith.set(later, files)
      if (met.has(later)) files.forEach(want)
    }
  }
}

/** The text of a script, from the cache or fetched into it; of another file `''`. */
async function keptOrFetched(ports: Ports, assets: Cache, path: string, stop?: AbortSignal): Promise<string> {
  const textOf = (answer: Response) => (path.endsWith('.js') ? answer.text() : '')
  const kept = await assets.match(path, { ignoreVary: true })
  if (kept) return textOf(kept)
  return inBackground(ports, path, stop && { signal: stop }, async (answer) => {
    if (!isWhole(answer)) throw new Error(`${path}: ${answer.status}`)
    await assets.put(path, answer.clone())
    return textOf(answer)
  })
}

/** Fetches and uses an answer, and gives it up where its bytes stop coming: the page needs the connection. */
function inBackground<T>(
  ports: Ports,
  path: string,
  init: RequestInit = {},
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const request = new AbortController()
  const signal = init.signal ? AbortSignal.any([init.signal, request.signal]) : request.signal
  return whileMoving({ after: ports.after, request, ask: () => ports.fetch(path, { ...init, signal }), read })
}

/** A hotspot's login page also answers 200, but is HTML. */
const isWhole = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !(answer.headers.get('content-type') ?? '').startsWith('text/html')

export async function fetchForReading(ports: Ports, release: Release, stop?: AbortSignal): Promise<void> {
  const assets = await ports.caches.open(ASSETS)
  const kept = (await assets.keys()).map(({ url }) => new URL(url).pathname)
  await fetchAll(ports, release, wantedOf(release, kept, true), stop)
}

/** Runs once this build is in use: deletes other builds' pages, and files that no open tab can still run. */
export async function tidy(ports: Ports, release: Release): Promise<void> {
  const names = await ports.caches.keys()
  const known = new Set([pageCache(release), homeCache(release), ASSETS, PICTURES, PUSH_CACHE])
  await Promise.all(
    names
      .filter((name) => !known.has(name) && !name.startsWith(DOWNLOADED_PICTURES))
      .map((name) => ports.caches.delete(name)),
  )
  const assets = await ports.caches.open(ASSETS)
  const old = (await assets.keys()).filter(({ url }) => !release.assets.has(new URL(url).pathname))
  const tooMany = new Set(old.slice(0, Math.max(0, old.length - OLD_ASSETS)))
  for (const request of old) {
    const since = Date.parse((await assets.match(request))?.headers.get('date') ?? '')
    if (tooMany.has(request) || !(ports.now() - since < OLD_ASSETS_MS)) await assets.delete(request)
  }
}

/** The cached shell page; the network answers only when it is not cached. */
export async function page(ports: Ports, release: Release, request: Request): Promise<Response> {
  const pages = await ports.caches.open(pageCache(release))
  return (await pages.match(PAGE)) ?? ports.fetch(request)
}

/**
 * The cached home page shows the lots of the last visit while the app refreshes them. Without it the reader gets the
 * shell page.
 */
export async function home(ports: Ports, release: Release, request: Request): Promise<Response> {
  const homes = await ports.caches.open(homeCache(release))
  return (await homes.match(HOME, { ignoreVary: true })) ?? page(ports, release, request)
}

export async function keepHome(ports: Ports, release: Release): Promise<void> {
  const homes = await ports.caches.open(homeCache(release))
  const kept = await homes.match(HOME, { ignoreVary: true })
  if (ports.now() - Date.parse(kept?.headers.get('date') ?? '') < HOME_YOUNG_MS) return
  const asked: RequestInit = { cache: 'no-cache', headers: { accept: 'text/html' } }
  const fresh = await inBackground(ports, HOME, asked, async (answer) =>
    answer.ok ? { html: await answer.text(), answer } : null,
  )
  if (fresh === null) return
  const { html, answer } = fresh
  // Another build's page is left to that build's worker; a hotspot's page is dropped.
  // Read later, that no sale is announced may be wrong.
  if (html.includes(HOME_MARK) && !html.includes(SALE_MARK)) return dropHome(ports, release)
  if (html.includes(HOME_MARK) && namedIn(html).every((path) => release.assets.has(path)))
    await homes.put(HOME, readFirst(html, answer))
}

/** Removes the preloads: the scripts are cached, and preloading them would delay the first paint. */
const readFirst = (html: string, answer: Response): Response =>
  wholeOf(html.replaceAll(/<link rel="modulepreload"[^>]*>/g, ''), answer)

/** A page whose text has been read, with the headers of its answer. */
function wholeOf(html: string, { headers: sent }: Response): Response {
  const headers = new Headers(sent)
  // These headers describe the encoded body on the wire, not the cached text.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

export async function dropHome({ caches }: Ports, release: Release): Promise<void> {
  await caches.delete(homeCache(release))
}

/**
 * The page's headers (its permissions) can change without a build, e.g. when an operator allows a frame. Another
 * build's page is left to that build's worker.
 */
export async function renewPage(ports: Ports, release: Release): Promise<void> {
  const pages = await ports.caches.open(pageCache(release))
  const kept = await pages.match(PAGE)
  await inBackground(ports, PAGE, { cache: 'no-cache' }, async (fresh) => {
    if (!kept || !fresh.ok) return
    const html = await fresh.text()
    if ((await kept.text()) === html) await pages.put(PAGE, wholeOf(html, fresh))
  })
}

export async function asset(ports: Ports, request: Request): Promise<Response> {
  const assets = await ports.caches.open(ASSETS)
  const kept = await assets.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await ports.fetch(request)
  if (isWhole(answer)) await keep(assets, request, answer)
  return answer
}

export async function picture(ports: Ports, request: Request): Promise<Response> {
  const pictures = await ports.caches.open(PICTURES)
  const kept = (await pictures.match(request, { ignoreVary: true })) ?? (await downloadedPicture(ports, request))
  if (kept) return kept
  const answer = await ports.fetch(request)
  if (isWhole(answer) && (answer.headers.get('content-type') ?? '').startsWith('image/'))
    await keep(pictures, request, answer)
  return answer
}

/** A lot's picture from a downloaded catalogue. */
async function downloadedPicture({ caches }: Ports, request: Request): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(DOWNLOADED_PICTURES)
      ? await (await caches.open(name)).match(request, { ignoreVary: true })
      : undefined
    if (kept) return kept
  }
  return undefined
}

/** Caches the answer. A full disk loses the copy, not the answer. */
const keep = (cache: Cache, request: Request, answer: Response): Promise<void> =>
  cache.put(request, answer.clone()).catch(() => undefined)

/** Deletes the oldest pictures beyond the limit. */
export async function boundPictures(
  { caches }: Ports,
  most: { readonly number: number; readonly bytes: number } = { number: PICTURES_KEPT, bytes: PICTURES_BYTES },
): Promise<void> {
  const pictures = await caches.open(PICTURES)
  const newestFirst = (await pictures.keys()).toReversed()
  let bytes = 0
  for (const [index, request] of newestFirst.entries()) {
    bytes += Number((await pictures.match(request))?.headers.get('content-length') ?? 0)
    if (index >= most.number || bytes > most.bytes) await pictures.delete(request)
  }
}
