import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What a network does to a live connection: `refused` answers upgrades with its own page; `unanswered` never answers
 * them; `held` refuses them and keeps the body of streamed answers to itself; `none` passes everything.
 */
export type Wall = 'none' | 'refused' | 'unanswered' | 'held'

export interface Walled {
  readonly url: string
  /** May be changed at any time; it applies to what begins after. */
  wall: Wall
  /** Paths of requests so far, without queries, and `UPGRADE`. */
  readonly seen: readonly string[]
  close(): Promise<void>
}

const PAGE = '<html><body>Blocked by policy: websockets</body></html>'
const REFUSAL = [
  'HTTP/1.1 403 Forbidden',
  'content-type: text/html',
  `content-length: ${PAGE.length}`,
  'connection: close',
  '',
  PAGE,
].join('\r\n')

/** A proxy in front of a server (`http://127.0.0.1:8007`), as company networks have: HTTP passes, upgrades do not. */
export async function walledOff(target: string, wall: Wall): Promise<Walled> {
  const { hostname, port } = new URL(target)
  const seen: string[] = []
  const held = new Set<Socket>()
  const walled = { wall }
  const server = createServer((request, response) => {
    seen.push(String(request.url).split('?')[0] ?? '')
    const { method, url: path, headers } = request
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      const streams = String(answer.headers['content-type']).startsWith('text/event-stream')
      if (!streams || walled.wall !== 'held') return answer.pipe(response)
      response.flushHeaders()
      return answer.resume()
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.on('upgrade', (request, socket: Socket, head) => {
    seen.push('UPGRADE')
    socket.on('error', () => undefined)
    held.add(socket)
    socket.on('close', () => held.delete(socket))
    if (walled.wall === 'unanswered') return
    if (walled.wall !== 'none') return void socket.end(REFUSAL)
    const onward = ask({ hostname, port, path: request.url, headers: request.headers })
    onward.on('error', () => socket.destroy())
    onward.on('upgrade', (answer, up: Socket, first) => {
      const lines = answer.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${answer.rawHeaders[at + 1]}`] : [],
      )
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
      socket.write(first)
      up.write(head)
      up.on('error', () => socket.destroy())
      up.on('close', () => socket.destroy())
      socket.on('close', () => up.destroy())
      up.pipe(socket).pipe(up)
    })
    onward.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(walled, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of held) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
