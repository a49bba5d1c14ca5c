import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { CLOSE } from '../../contract/constants.ts'
import { COMMON } from '../http/common-headers.ts'
import type { Connection, WireSocket } from './connection.ts'
import { asEvent } from './frame.ts'
import type { Sink } from './send-queue.ts'

/** Some proxies pass on the start of an answer only once they have this much of it. */
const PADDING = Buffer.from(`: ${' '.repeat(2_048)}\n\n`)
/** Below one packet, compressing saves nothing. */
const GZIP_FROM = 1_200

const NEVER_KEPT = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', ...COMMON }

/** HTTP statuses of the refusals, for those who read no frames. */
const STATUS: Readonly<Record<number, number>> = {
  [CLOSE.badFrame]: 400,
  [CLOSE.unauthorised]: 401,
  [CLOSE.notPermitted]: 403,
  [CLOSE.notFound]: 404,
  [CLOSE.replaced]: 409,
  [CLOSE.tooMany]: 429,
  [CLOSE.full]: 503,
  [CLOSE.restart]: 503,
}

/** The last frame of a carrier over HTTP: why it ends, as a WebSocket's close frame says it. */
export const endText = (code: number, reason: string): string => JSON.stringify({ sendType: '0', code, reason })

/** Answers a request that gets no frames: the status for proxies and monitors, the end frame for the page. */
export function refuse(response: ServerResponse, code: number, reason: string): void {
  const body = endText(code, reason)
  response.writeHead(STATUS[code] ?? 503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...NEVER_KEPT,
  })
  response.end(body)
}

/** An HTTP answer in the place of a WebSocket: what the two ways over HTTP have in common. */
abstract class HttpWire implements WireSocket, Sink {
  readonly OPEN = 1
  readonly extensions = ''
  readonly encoding = 'event'
  connection: Connection | null = null
  readyState: WireSocket['readyState'] = 1
  protected readonly response: ServerResponse
  protected begun = false

  constructor(response: ServerResponse) {
    this.response = response
    response.on('error', () => undefined)
    response.on('close', () => this.#gone())
  }

  abstract get writableLength(): number
  abstract write(bytes: Uint8Array, flushed?: () => void): boolean
  /** The request is granted: frames follow. */
  abstract begin(): void
  protected abstract finish(last: Buffer | null): void

  close(code = 1000, reason: string | Buffer = ''): void {
    if (this.readyState !== this.OPEN) return
    this.readyState = 2
    if (!this.begun) refuse(this.response, code, String(reason))
    else this.finish(code === CLOSE.normal ? null : asEvent(endText(code, String(reason))))
  }

  terminate(): void {
    this.response.destroy()
    this.#gone()
  }

  #gone(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.connection?.gone()
  }
}

/** Frames as server-sent events, for as long as the answer lasts. */
export class StreamWire extends HttpWire {
  begin(): void {
    this.begun = true
    this.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...NEVER_KEPT })
    this.response.write(PADDING)
  }

  get writableLength(): number {
    return this.response.writableLength
  }

  write(bytes: Uint8Array, flushed?: () => void): boolean {
    return this.response.write(bytes, flushed && (() => flushed()))
  }

  protected finish(last: Buffer | null): void {
    this.response.end(last ?? undefined)
  }
}

/** Collects the frames of one answer to a poll. `ready` is called at the first. */
export class PollWire extends HttpWire {
  readonly #gzips: boolean
  readonly #ready: () => void
  #frames: Uint8Array[] = []
  /** Text of a last frame, made when the answer leaves. */
  echo: (() => string) | null = null

  constructor(request: IncomingMessage, response: ServerResponse, ready: () => void) {
    super(response)
    this.#gzips = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    this.#ready = ready
  }

  begin(): void {
    this.begun = true
  }

  get writableLength(): number {
    return 0
  }

  write(bytes: Uint8Array, flushed?: () => void): boolean {
    this.#frames.push(bytes)
    if (this.#frames.length === 1 || this.readyState === this.OPEN) this.#ready()
    flushed?.()
    return true
  }

  protected finish(last: Buffer | null): void {
    const echo = this.echo ? [asEvent(this.echo())] : []
    const body = Buffer.concat([...this.#frames, ...echo, ...(last ? [last] : [])])
    this.#frames = []
    void this.#answer(body)
  }

  async #answer(body: Buffer): Promise<void> {
    const zipped = this.#gzips && body.length >= GZIP_FROM ? await promisify(gzip)(body, { level: 4 }) : null
    const bytes = zipped ?? body
    this.response.writeHead(200, {
      // Not an event stream: a proxy that holds those, or lets none through, passes a plain answer.
      'content-type': 'text/plain; charset=utf-8',
      'content-length': bytes.length,
      vary: 'accept-encoding',
      ...(zipped && { 'content-encoding': 'gzip' }),
      ...NEVER_KEPT,
    })
    this.response.end(bytes)
  }
}
