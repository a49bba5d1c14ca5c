import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Version of the original build. */
const FIRST = ''

/** The files of the newest build, by name. */
function builtFiles(): readonly string[] {
  const releases: unknown = JSON.parse(readFileSync(join(ROOT, 'dist/releases.json'), 'utf8'))
  const newest: unknown = Array.isArray(releases) ? releases[0] : null
  if (typeof newest !== 'object' || newest === null || !('files' in newest) || !Array.isArray(newest.files))
    throw new Error('dist/releases.json names no build')
  return newest.files.map(String)
}

/** A file between the names it holds. */
interface Original {
  readonly texts: readonly string[]
  readonly names: readonly string[]
  readonly type: string
  readonly policy: string
}

/** The worker's copy of the home page belongs to its own build, which other tests show. */
const isHome = (path: string): boolean => path === '/' || path === '/index'

/** `base-Kq_RIRn8.js` of version B is `base-vB_RIRn8.js`: another name, the same length. */
const renamed = (name: string, version: string): string => name.replace(/-..([\w-]{6}\.\w+)$/, `-v${version}$1`)

/**
 * A proxy that simulates deployments: the same app under other file names, as a new build would have, while earlier
 * builds' files remain. It can also be unreachable. Its address never changes.
 */
export interface Deployments {
  readonly url: string
  /** `B`, `C`, …: the version served from now on. */
  deploy(version: string): void
  /** Deletes files of that version, all or some, like an operator who cleans up too early. */
  sweep(version: string, which?: RegExp): void
  away(): Promise<void>
  back(): Promise<void>
  stop(): Promise<void>
  /** Requests that arrived, newest last. */
  readonly asked: readonly string[]
}

export async function deployments(upstream: string): Promise<Deployments> {
  const target = new URL(upstream)
  const files = builtFiles()
  const known = new RegExp(files.map((name) => RegExp.escape(name)).join('|'), 'g')
  /** The original and version of a served name. */
  const served = new Map<string, { readonly original: string; readonly version: string }>()
  const asked: string[] = []
  let version = FIRST

  function serve(next: string): void {
    version = next
    for (const original of files)
      served.set(next === FIRST ? original : renamed(original, next), { original, version: next })
  }
  serve(FIRST)

  async function read(path: string): Promise<Original> {
    const answer = await fetch(new URL(path, target), {
      headers: { 'accept-encoding': 'identity', accept: 'text/html' },
    })
    const body = await answer.text()
    return {
      texts: body.split(known),
      names: body.match(known) ?? [],
      type: answer.headers.get('content-type') ?? '',
      policy: answer.headers.get('content-security-policy') ?? '',
    }
  }

  /** A build's file never changes, so it is parsed once. */
  const originals = new Map<string, Promise<Original>>()
  function original(path: string): Promise<Original> {
    if (!path.startsWith('/assets/')) return read(path)
    const known = originals.get(path) ?? read(path)
    originals.set(path, known)
    return known
  }

  async function deployed(path: string, of: string): Promise<{ body: string; type: string; policy: string }> {
    const { texts, names, type, policy } = await original(path)
    const named = (name: string): string => (of === FIRST ? name : renamed(name, of))
    let body = texts.map((text, at) => text + (at < names.length ? named(names[at] ?? '') : '')).join('')
    if (of !== FIRST) {
      body = body.replaceAll(/("revision":")/g, `$1${of}`)
      if (type.startsWith('text/html')) body = body.replace('<head>', `<head><meta name="build" content="${of}">`)
    }
    return { body, type, policy }
  }

  async function answerWith(response: ServerResponse, path: string, of: string, cache: string): Promise<void> {
    const { body, type, policy } = await deployed(path, of)
    response
      .writeHead(200, {
        'content-type': type,
        'cache-control': cache,
        'content-security-policy': policy,
        date: new Date().toUTCString(),
      })
      .end(body)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', target)
    asked.push(`${request.method} ${pathname}`)
    if (pathname.startsWith('/assets/')) {
      const file = served.get(pathname.slice('/assets/'.length))
      if (!file) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
      return answerWith(response, `/assets/${file.original}`, file.version, 'public, max-age=31536000, immutable')
    }
    if (pathname === '/main.js') return answerWith(response, '/main.js', version, 'no-cache')
    if (
      request.method === 'GET' &&
      !pathname.startsWith('/prod-api') &&
      (request.headers.accept ?? '').includes('text/html')
    )
      return answerWith(response, isHome(pathname) ? '/index.html' : (request.url ?? '/'), version, 'no-cache')
    if (pathname === '/index.html') return answerWith(response, '/index.html', version, 'no-cache')
    pass(request, response)
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const onward = ask(
      {
        host: target.hostname,
        port: target.port,
        path: request.url,
        method: request.method,
        headers: { ...request.headers, host: target.host },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = [
        `${request.method} ${request.url} HTTP/1.1`,
        ...Object.entries({ ...request.headers, host: target.host }).map(
          ([name, value]) => `${name}: ${String(value)}`,
        ),
      ]
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', upgrade)
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    return (address satisfies AddressInfo).port
  }
  const port = await listen(0)
  const away = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    deploy: serve,
    away,
    stop: away,
    sweep(gone, which = /^/) {
      for (const [name, file] of served) if (file.version === gone && which.test(file.original)) served.delete(name)
    },
    back: async () => void (await listen(port)),
  }
}
