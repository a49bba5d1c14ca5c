import { beforeEach, describe, expect, it } from 'vitest'
import { FakeCaches } from '../tests/support/fake-caches.ts'
import {
  asset,
  boundPictures,
  dropHome,
  fetchForReading,
  home,
  install,
  keepHome,
  page,
  picture,
  renewPage,
  tidy,
  type Ports,
} from './caches.ts'
import { Stalled } from '../src/contract/moving.ts'
import { releaseOf, type Release } from './release.ts'

const ORIGIN = 'https://sale.example'
const DAY = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T06:00:00Z')

let caches: FakeCaches
let ports: Ports
/** The server: the files at each path, and the requests it received. */
let files: Map<string, () => Response>
let asked: string[]
/** The signals of running requests, and the limits that wait to be over. */
let signals: (AbortSignal | null | undefined)[]
let limits: Set<() => void>

beforeEach(() => {
  caches = new FakeCaches()
  files = new Map()
  asked = []
  signals = []
  limits = new Set()
  ports = {
    caches,
    now: () => NOW,
    after: (_ms, run) => {
      limits.add(run)
      return () => void limits.delete(run)
    },
    fetch: (request, init) => {
      signals.push(init?.signal)
      const { pathname } = new URL(request instanceof Request ? request.url : request, ORIGIN)
      asked.push(pathname)
      const answer = files.get(pathname)
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('no network'))
    },
  }
})

/** A response as the network returns it. */
function answer(body: string, headers: Record<string, string>, status = 200): () => Response {
  return () =>
    Object.defineProperty(
      new Response(body, { status, headers: { date: new Date(NOW).toUTCString(), ...headers } }),
      'type',
      { value: 'basic' },
    )
}
const script = (body = '', date = NOW) =>
  answer(body, { 'content-type': 'text/javascript', date: new Date(date).toUTCString() })
/** A script of which no byte comes. */
const silent = (): Response =>
  Object.defineProperty(
    new Response(new ReadableStream({ pull: () => new Promise<void>(() => undefined) }), {
      headers: { 'content-type': 'text/javascript' },
    }),
    'type',
    { value: 'basic' },
  )
const html = (body: string, headers: Record<string, string> = {}) =>
  answer(body, { 'content-type': 'text/html; charset=utf-8', ...headers })
const image = (bytes: number) =>
  answer('x'.repeat(bytes), { 'content-type': 'image/avif', 'content-length': String(bytes) })
const get = (path: string) => new Request(new URL(path, ORIGIN))

/** A build whose file names all end in the given letter. */
function deploy(letter: string): Release {
  const hash = letter.repeat(8)
  const parts = ['index', 'base', 'catalogue', '_signedIn.target.list', 'HostScreen']
  for (const part of parts) files.set(`/assets/${part}-${hash}.js`, script())
  files.set(`/assets/index-${hash}.js`, script(`import"./base-${hash}.js";import("./catalogue-${hash}.js")`))
  files.set('/index.html', html(`<script type="module" src="/assets/index-${hash}.js"></script>`))
  return releaseOf([
    { url: 'index.html', revision: letter },
    ...parts.map((part) => ({
      url: `assets/${part}-${hash}.js`,
      revision: null,
      ...(part === '_signedIn.target.list' && { offline: 'reading' as const }),
    })),
  ])
}

it('a screen that was never opened comes with its styles: it would not open without', async () => {
  const release = releaseOf([
    { url: 'index.html', revision: 'A' },
    ...['index-AAAAAAAA.js', 'news-AAAAAAAA.js', 'list-AAAAAAAA.css', 'other-AAAAAAAA.css'].map((file) => ({
      url: `assets/${file}`,
      revision: null,
      ...(file.startsWith('news') && { offline: 'reading' as const }),
    })),
  ])
  const deps = '(m.f||(m.f=["assets/list-AAAAAAAA.css","assets/other-AAAAAAAA.css"]))'
  const lazy =
    'D(()=>import("./news-AAAAAAAA.js"),__vite__mapDeps([0])),D(()=>import("./other-AAAAAAAA.js"),__vite__mapDeps([1]))'
  files.set('/assets/index-AAAAAAAA.js', script(`const __vite__mapDeps=(i,m=__vite__mapDeps,d=${deps})=>i;${lazy}`))
  files.set('/assets/news-AAAAAAAA.js', script())
  files.set('/assets/list-AAAAAAAA.css', answer('', { 'content-type': 'text/css' }))
  files.set('/index.html', html('<script type="module" src="/assets/index-AAAAAAAA.js"></script>'))
  await install(ports, release)
  expect(caches.paths('assets')).toEqual(['/assets/index-AAAAAAAA.js'])
  await fetchForReading(ports, release)
  expect(caches.paths('assets')).toEqual([
    '/assets/index-AAAAAAAA.js',
    '/assets/news-AAAAAAAA.js',
    '/assets/list-AAAAAAAA.css',
  ])
})

it('a worker that yields to the next one ends what it fetches, without an error', async () => {
  const release = deploy('A')
  await install(ports, release)
  const yielding = new AbortController()
  const slow: Ports = {
    ...ports,
    fetch: (_request, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  }
  const reading = fetchForReading(slow, release, yielding.signal)
  yielding.abort()
  await expect(reading).resolves.toBeUndefined()
  expect(caches.paths('assets')).toEqual(['/assets/index-AAAAAAAA.js', '/assets/base-AAAAAAAA.js'])
})

describe('an install', () => {
  it('takes the page and all that it cannot do without, and no more', async () => {
    await install(ports, deploy('A'))
    expect(caches.paths('page-A')).toEqual(['/index.html'])
    expect(caches.paths('assets')).toEqual(['/assets/index-AAAAAAAA.js', '/assets/base-AAAAAAAA.js'])
  })
  it('that broke off goes on where it was', async () => {
    const release = deploy('A')
    const base = files.get('/assets/base-AAAAAAAA.js')
    files.delete('/assets/base-AAAAAAAA.js')
    await expect(install(ports, release)).rejects.toThrow('no network')
    expect(caches.stored.has('page-A')).toBe(false)
    files.set('/assets/base-AAAAAAAA.js', base!)
    asked = []
    await install(ports, release)
    expect(asked).toEqual(['/index.html', '/assets/base-AAAAAAAA.js'])
  })
  it('takes what was used of the build before', async () => {
    await install(ports, deploy('A'))
    await asset(ports, get('/assets/catalogue-AAAAAAAA.js'))
    await install(ports, deploy('B'))
    expect(caches.paths('assets').filter((path) => path.includes('B'))).toEqual([
      '/assets/index-BBBBBBBB.js',
      '/assets/base-BBBBBBBB.js',
      '/assets/catalogue-BBBBBBBB.js',
    ])
  })
  it('refuses the page of a build that came after', async () => {
    const release = deploy('A')
    deploy('B')
    await expect(install(ports, release)).rejects.toThrow('another build')
  })
  it('takes no login page of a hotspot for a script', async () => {
    const release = deploy('A')
    files.set('/assets/base-AAAAAAAA.js', html('please pay'))
    await expect(install(ports, release)).rejects.toThrow('/assets/base')
  })
  it('gives a file up whose bytes stopped, ends its request, and goes on from there the next time', async () => {
    const release = deploy('A')
    const base = files.get('/assets/base-AAAAAAAA.js')
    files.set('/assets/base-AAAAAAAA.js', silent)
    const failed = expect(install(ports, release)).rejects.toThrow(Stalled)
    await expect.poll(() => asked).toContain('/assets/base-AAAAAAAA.js')
    limits.forEach((over) => over())
    await failed
    expect(signals.at(-1)?.aborted).toBe(true)
    files.set('/assets/base-AAAAAAAA.js', base!)
    asked = []
    await install(ports, release)
    expect(asked).toEqual(['/index.html', '/assets/base-AAAAAAAA.js'])
  })
  it('is followed, when there is leisure, by the screens that are read', async () => {
    const release = deploy('A')
    await install(ports, release)
    await fetchForReading(ports, release)
    expect(caches.paths('assets')).toContain('/assets/_signedIn.target.list-AAAAAAAA.js')
    expect(caches.paths('assets')).not.toContain('/assets/HostScreen-AAAAAAAA.js')
  })
})

describe('a new build in use', () => {
  it('leaves the files of the one before to tabs that still run it, for a month, and drops its page', async () => {
    await install(ports, deploy('A'))
    const release = deploy('B')
    await install(ports, release)
    await tidy(ports, release)
    expect(caches.stored.has('page-A')).toBe(false)
    expect(caches.paths('assets')).toContain('/assets/base-AAAAAAAA.js')
    await tidy({ ...ports, now: () => NOW + 30 * DAY }, release)
    expect(caches.paths('assets').filter((path) => path.includes('A'))).toEqual([])
    expect(caches.paths('assets')).toContain('/assets/base-BBBBBBBB.js')
  })
})

describe('what is asked for', () => {
  it('opens without a network, at any address', async () => {
    const release = deploy('A')
    await install(ports, release)
    files.clear()
    expect(await (await page(ports, release, get('/target/list'))).text()).toContain('index-AAAAAAAA.js')
    expect((await asset(ports, get('/assets/base-AAAAAAAA.js'))).status).toBe(200)
  })
  it('is passed on, and not kept, where it is not whole', async () => {
    files.set('/assets/base-AAAAAAAA.js', answer('Not found', { 'content-type': 'text/plain' }, 404))
    expect((await asset(ports, get('/assets/base-AAAAAAAA.js'))).status).toBe(404)
    files.set('/prod-api/common/pictures/a.avif', html('please pay'))
    await picture(ports, get('/prod-api/common/pictures/a.avif'))
    expect([...caches.paths('assets'), ...caches.paths('pictures')]).toEqual([])
  })
  it('is answered although the disk is full', async () => {
    const open = async (name: string): Promise<Cache> =>
      Object.assign(await caches.open(name), {
        put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      })
    const full: Ports = { ...ports, caches: { open, keys: caches.keys, delete: caches.delete } }
    files.set('/prod-api/common/pictures/a.avif', image(3))
    expect((await picture(full, get('/prod-api/common/pictures/a.avif'))).status).toBe(200)
  })
})

describe('pictures', () => {
  const see = async (name: string, bytes: number) => {
    files.set(`/prod-api/common/pictures/${name}`, image(bytes))
    await picture(ports, get(`/prod-api/common/pictures/${name}`))
  }
  const names = () => caches.paths('pictures').map((path) => path.split('/').at(-1))
  it('are kept up to a number, the oldest go first', async () => {
    for (const name of ['a', 'b', 'c']) await see(name, 10)
    await boundPictures(ports, { number: 2, bytes: 1000 })
    expect(names()).toEqual(['b', 'c'])
  })
  it('are kept up to a weight', async () => {
    for (const name of ['a', 'b', 'c']) await see(name, 400)
    await boundPictures(ports, { number: 10, bytes: 1000 })
    expect(names()).toEqual(['b', 'c'])
  })
})

describe('a catalogue that was taken along', () => {
  it('shows its pictures without a network, and a new build leaves them where they are', async () => {
    const path = '/prod-api/common/pictures/beech-thumb.avif'
    await (await caches.open('taken:anna:session-1')).put(get(path), image(7)())
    expect(await (await picture(ports, get(path))).text()).toBe('x'.repeat(7))
    expect(asked).toEqual([])
    await tidy(ports, deploy('A'))
    expect(caches.paths('taken:anna:session-1')).toEqual([path])
  })
})

describe('the page’s own headers', () => {
  it('are renewed while the build is the same', async () => {
    const release = deploy('A')
    await install(ports, release)
    const body = await (await page(ports, release, get('/'))).text()
    files.set('/index.html', html(body, { 'content-security-policy': "frame-src 'self' https://map.example" }))
    await renewPage(ports, release)
    expect((await page(ports, release, get('/'))).headers.get('content-security-policy')).toContain('map.example')
  })
  it('and never by another build', async () => {
    const release = deploy('A')
    await install(ports, release)
    deploy('B')
    await renewPage(ports, release)
    expect(await (await page(ports, release, get('/'))).text()).toContain('index-AAAAAAAA.js')
  })
})

describe('the home page', () => {
  const written = (letter: string, said = '') =>
    html(
      `<script src="/assets/index-${letter.repeat(8)}.js"></script><article id="sessions">${said}</article><script id="page-data">{}</script>`,
    )
  const opened = async (release: Release) => (await home(ports, release, get('/index'))).text()

  it('opens as the server wrote it last, once it was kept; until then with the page of all', async () => {
    const release = deploy('A')
    await install(ports, release)
    expect(await opened(release)).not.toContain('page-data')
    files.set('/index', written('A', 'oak'))
    await keepHome(ports, release)
    files.clear()
    expect(await opened(release)).toContain('oak')
  })
  it('is read before its scripts run: they are asked for once it is drawn', async () => {
    const release = deploy('A')
    const begins = '<meta name="app" content="/assets/index-AAAAAAAA.js"><script>…</script>'
    files.set(
      '/index',
      html(
        `<head><link rel="modulepreload" crossorigin href="/assets/base-AAAAAAAA.js"><link rel="modulepreload" crossorigin href="/assets/index-AAAAAAAA.js">${begins}</head><article id="sessions"></article><script id="page-data">{}</script>`,
      ),
    )
    await keepHome(ports, release)
    const page = await opened(release)
    expect(page).not.toContain('modulepreload')
    expect(page).toContain(`<head>${begins}</head>`)
  })
  it('is asked for again when it is not young any more', async () => {
    const release = deploy('A')
    files.set('/index', written('A', 'oak'))
    await keepHome(ports, release)
    files.set('/index', written('A', 'teak'))
    await keepHome(ports, release)
    expect(await opened(release)).toContain('oak')
    ports = { ...ports, now: () => NOW + 3_600_000 }
    await keepHome(ports, release)
    expect(await opened(release)).toContain('teak')
  })
  it('is not kept from another build, nor from a foreign gateway', async () => {
    const release = deploy('A')
    await install(ports, release)
    for (const page of [written('B'), html('<h1>Log in to this hotspot</h1>')]) {
      files.set('/index', page)
      await keepHome(ports, release)
    }
    expect(caches.paths('home-A')).toEqual([])
    expect(await opened(release)).not.toContain('hotspot')
  })
  it('that shows no sale is not kept, and takes the kept one with it: a sale may be announced before it is read', async () => {
    const release = deploy('A')
    files.set('/index', written('A', 'oak'))
    await keepHome(ports, release)
    files.set('/index', html('<p>No sale is announced</p><script id="page-data">{}</script>'))
    ports = { ...ports, now: () => NOW + 3_600_000 }
    await keepHome(ports, release)
    expect(caches.paths('home-A')).toEqual([])
  })
  it('goes when the language changes, or who reads', async () => {
    const release = deploy('A')
    await install(ports, release)
    files.set('/index', written('A', 'oak'))
    await keepHome(ports, release)
    await dropHome(ports, release)
    expect(await opened(release)).not.toContain('oak')
  })
})
