import type { IncomingMessage } from 'node:http'
import type { WireSocket } from '../../src/server/socket/connection.ts'
import type { Sink } from '../../src/server/socket/send-queue.ts'

const OPEN = 1
const CLOSED = 3

/** The handshake's request. */
export const requestOf = (url: string, protocols: readonly string[]): IncomingMessage => {
  const { pathname, search, host } = new URL(url)
  return {
    url: pathname + search,
    headers: { host, 'sec-websocket-protocol': protocols.join(', '), 'user-agent': 'Mobile' },
    socket: { remoteAddress: '192.0.2.1' },
  } as unknown as IncomingMessage
}

/** The server's end of a socket. */
export class ServerSide {
  readonly #write: (bytes: Buffer, then: () => void) => void
  readonly #closed: (code: number) => void
  #readyState: number = OPEN
  #unsent = 0
  readonly ws: WireSocket
  readonly sink: Sink

  constructor(write: (bytes: Buffer, then: () => void) => void, closed: (code: number) => void) {
    this.#write = write
    this.#closed = closed
    const state = (): number => this.#readyState
    const unsent = (): number => this.#unsent
    this.ws = {
      connection: null,
      get readyState() {
        return state() as 0 | 1 | 2 | 3
      },
      OPEN,
      extensions: '',
      on() {
        return this as never
      },
      close: (code: number) => this.#end(code),
      terminate: () => this.#end(1006),
    }
    this.sink = {
      get writableLength() {
        return unsent()
      },
      write: (bytes, flushed) => {
        this.#unsent += bytes.length
        this.#write(Buffer.from(bytes), () => {
          this.#unsent -= bytes.length
          flushed?.()
        })
        return true
      },
    }
  }

  get taken(): boolean {
    return this.ws.connection !== null
  }

  #end(code: number): void {
    if (this.#readyState !== OPEN) return
    this.#readyState = CLOSED
    this.#closed(code)
  }

  gone(): void {
    this.#readyState = CLOSED
    this.ws.connection?.gone()
  }
}

/** The texts of whole frames (RFC 6455, unmasked, one frame per message); what is left waits for more bytes. */
export function framesOf(bytes: Buffer, partial: { rest: Buffer }): readonly string[] {
  let data = partial.rest.length === 0 ? bytes : Buffer.concat([partial.rest, bytes])
  const texts: string[] = []
  for (;;) {
    if (data.length < 2) break
    const short = data[1]!
    const from = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length < from) break
    const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
    if (data.length < from + length) break
    texts.push(data.toString('utf8', from, from + length))
    data = data.subarray(from + length)
  }
  partial.rest = data
  return texts
}
