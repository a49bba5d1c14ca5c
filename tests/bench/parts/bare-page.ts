import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Size of the server's response headers, bytes. */
const HEADERS = 170
/** A worker that caches the page and answers with it. */
const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/')).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match('/').then((kept) => kept ?? fetch(event.request))))
`

/** News of the demo world, in Chinese, over and over. */
function prose(bytes: number): string {
  const folder = join(import.meta.dirname, '../../../src/server/demo/content/news')
  const news = readdirSync(folder)
    .filter((name) => name.endsWith('.zh.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join(' ')
    .replaceAll(/[<&]/g, '')
  let text = news
  while (Buffer.byteLength(text) < bytes) text += news
  // Decoding drops a character that was cut in two.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD$/, '')
}

export type Said = 'noise' | 'Chinese'

/**
 * A page of a given size on the wire, uncompressed, that requests only its worker. It holds one line, or Chinese text.
 */
export async function barePage(bytes: number, says: Said = 'noise') {
  const head =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>bare</title><script>addEventListener("load",()=>navigator.serviceWorker?.register("/worker.js"))</script><p>'
  const left = Math.max(0, bytes - head.length - HEADERS)
  const body = Buffer.from(
    head + (says === 'noise' ? randomBytes(bytes).toString('base64').slice(0, left) : prose(left)),
  )
  const server = createServer(({ url }, response) => {
    const [type, said] =
      url === '/worker.js'
        ? (['text/javascript', Buffer.from(WORKER)] as const)
        : (['text/html; charset=utf-8', body] as const)
    response.writeHead(200, { 'content-type': type, 'content-length': said.length }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
