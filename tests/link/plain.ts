import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { openLink } from './link.ts'
import type { Link, LinkOptions } from './link.ts'

/* Plain TCP servers and clients for the link's tests, which count and store received bytes. All close with their
   test. */

/** One end of a connection, with the bytes received so far. */
export class End {
  readonly socket: Socket
  readonly #got: Buffer[] = []
  readonly #events = new EventEmitter()
  bytes = 0
  ended = false
  /** `null` while open; then the error's code, or `closed`. */
  closed: string | null = null

  constructor(socket: Socket) {
    this.socket = socket
    let code = 'closed'
    socket.on('data', (data: Buffer) => {
      this.bytes += data.length
      this.#got.push(data)
      this.#events.emit('change')
    })
    socket.on('end', () => {
      this.ended = true
      this.#events.emit('change')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code ?? error.message
    })
    socket.on('close', () => {
      this.closed = code
      this.#events.emit('change')
    })
  }

  get text(): string {
    return Buffer.concat(this.#got).toString('latin1')
  }

  /** Resolves once this end is as described; returns when, in ms of `performance.now`. */
  async until(is: (end: this) => boolean): Promise<number> {
    while (!is(this)) await once(this.#events, 'change')
    return performance.now()
  }

  /** Forgets received bytes, for a new measurement. */
  forget(): void {
    this.#got.length = 0
    this.bytes = 0
  }
}

interface Plain {
  readonly port: number
  /** The server's ends, in the order of their connections; waits for the `n`th. */
  end(n: number): Promise<End>
  readonly ends: readonly End[]
}

/** A TCP server that hands each connection to `serve`. */
export async function plainServer(serve: (socket: Socket) => void = () => undefined): Promise<Plain> {
  const ends: End[] = []
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    ends.push(new End(socket))
    serve(socket)
    server.emit('end added')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const { socket } of ends) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const end = async (n: number): Promise<End> => {
    for (;;) {
      const one = ends[n - 1]
      if (one) return one
      await once(server, 'end added')
    }
  }
  return { port, end, ends }
}

export const echo = (socket: Socket): void => {
  socket.pipe(socket)
}

export async function testLink(options: LinkOptions): Promise<Link> {
  const link = await openLink(options)
  onTestFinished(() => link.close())
  return link
}

/** A client of the link that may not get through. */
export function dial(link: Pick<Link, 'port'>): End {
  const socket = connect({ port: link.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  onTestFinished(() => void socket.destroy())
  return new End(socket)
}

/** A connected client of the link. */
export async function client(link: Pick<Link, 'port'>): Promise<End> {
  const end = dial(link)
  await once(end.socket, 'connect')
  return end
}

/** Milliseconds until `n` more bytes have arrived. */
export async function timeOf(end: End, bytes: number, act: () => void): Promise<number> {
  end.forget()
  const from = performance.now()
  act()
  return (await end.until((one) => one.bytes >= bytes)) - from
}
