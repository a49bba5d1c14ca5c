import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { RawData } from 'ws'
import { CLOSE } from '../../contract/constants.ts'
import type { AnyReason } from '../../contract/codes.ts'
import { ClientFrame } from '../../contract/live.ts'
import type { Clock } from '../ports.ts'
import { Allowance } from './allowance.ts'
import { Frame } from './frame.ts'
import { SendQueue } from './send-queue.ts'
import type { SendQueueLimits } from './send-queue.ts'
import { timeJson } from './wire.ts'

/** After a close frame the socket has this long to answer before it is cut. */
const CUT_MS = 10_000

/** What all connections of a node have in common: one for thousands of them, who have no closures of their own. */
export interface Keeper<Seat = unknown> {
  readonly clock: Clock
  readonly now: () => number
  readonly limits: SendQueueLimits
  /** Each frame that keeps to the protocol is a sign of life. */
  heard(connection: Connection<Seat>, delay: number | null): void
  /** `null`: it was not ended by us. */
  ended(connection: Connection<Seat>, reason: Reason | null): void
}

type Close = keyof typeof CLOSE
export type Reason = AnyReason | 'slow' | 'replaced' | 'restart' | 'ghost'

/** Knows whose it is, so that the same few listeners do for all. */
export class LiveSocket extends WebSocket {
  connection: Connection | null = null
}
const connectionOf = (ws: WebSocket): Connection | null => (ws instanceof LiveSocket ? ws.connection : null)

function took(this: WebSocket, data: RawData, isBinary: boolean): void {
  connectionOf(this)?.take(data, isBinary)
}
function closed(this: WebSocket): void {
  connectionOf(this)?.gone()
}
/** The socket's errors are followed by its end; there is nothing else to do about them. */
function troubled(): void {
  // Nothing.
}

/**
 * One WebSocket. Frames are written to the raw socket, past `ws`, which only reads, answers pings and closes: that
 * keeps the order, because `ws` is never given anything to send or to compress.
 */
export class Connection<Seat = unknown> {
  /** What it was given once it was let in. */
  admitted: Seat | null = null
  readonly #ws: LiveSocket
  readonly #outlet: SendQueue
  readonly #keeper: Keeper<Seat>
  readonly #allowance: Allowance
  readonly #deflates: boolean
  /** Why we are ending it. */
  #reason: Reason | null = null

  constructor(ws: LiveSocket, socket: Duplex, keeper: Keeper<Seat>) {
    this.#ws = ws
    this.#keeper = keeper
    this.#outlet = new SendQueue(socket, keeper.limits, keeper.now)
    this.#allowance = new Allowance(keeper.clock.now())
    this.#deflates = ws.extensions.includes('permessage-deflate')
    ws.connection = this
    ws.on('message', took).on('error', troubled).on('close', closed)
  }

  get open(): boolean {
    return this.#reason === null && this.#ws.readyState === this.#ws.OPEN
  }

  get slow(): boolean {
    return this.#outlet.slow
  }

  send(frame: Frame): void {
    if (!this.open) return
    this.#outlet.push(...frame.bytes(this.#deflates))
    if (this.#outlet.slow) this.close('slow', 'slow')
  }

  close(why: Close, reason: Reason): void {
    if (!this.open) return
    this.#reason = reason
    this.#outlet.shut()
    this.#ws.close(CLOSE[why], reason)
    setTimeout(() => this.#ws.terminate(), CUT_MS).unref()
  }

  /** Without a word: nobody is at the other end. */
  cut(): void {
    this.#reason = 'ghost'
    this.#ws.terminate()
  }

  gone(): void {
    this.#outlet.shut()
    this.#keeper.ended(this, this.#reason)
  }

  take(data: RawData, isBinary: boolean): void {
    if (!this.open) return
    if (!this.#allowance.take(this.#keeper.clock.now())) return this.close('tooMany', 'call.too_many')
    const beat = isBinary ? null : parse(data)
    if (beat === null) return this.close('badFrame', 'input.invalid')
    const mark = beat.t === undefined ? '' : `"t":${beat.t},`
    this.send(new Frame(`{"sendType":"1",${mark}"now":${timeJson(this.#keeper.clock.now())}}`))
    this.#keeper.heard(this, beat.delay ?? null)
  }
}

function parse(data: RawData) {
  try {
    return ClientFrame.safeParse(JSON.parse(textOf(data))).data ?? null
  } catch {
    return null
  }
}

const textOf = (data: RawData): string =>
  (data instanceof ArrayBuffer ? Buffer.from(data) : Array.isArray(data) ? Buffer.concat(data) : data).toString('utf8')
