import { WebSocket } from 'ws'
import type { RawData } from 'ws'
import type * as z from 'zod'
import { CLOSE } from '../../contract/constants.ts'
import type { AnyReason } from '../../contract/codes.ts'
import { ClientFrame } from '../../contract/live.ts'
import type { Clock } from '../ports.ts'
import { Allowance } from './allowance.ts'
import { Frame } from './frame.ts'
import type { Encoding } from './frame.ts'
import type { Cancel } from '../room/timers.ts'
import { SendQueue } from './send-queue.ts'
import type { SendQueueLimits, Sink } from './send-queue.ts'
import { TalkLane } from './talk-lane.ts'
import { timeJson } from './wire.ts'

/** After a close frame the socket has this long to answer before it is cut. */
const CUT_MS = 10_000
/** A reader that has left a tick unanswered for this long is too slow: a new connection brings it up to date sooner. */
const BEHIND_MS = 15_000

/** Shared by all connections of a node, so that thousands of them need no closures of their own. */
export interface ConnectionHost<Seat = unknown> {
  readonly clock: Clock
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => Cancel
  readonly limits: SendQueueLimits
  /** Each frame that follows the protocol is a sign of life. */
  heard(connection: Connection<Seat>, delay: number | null): void
  /** The server is closing the connection; a slow reader may take time to notice. */
  closing(reason: Reason): void
  /** `null`: the server did not close it. */
  ended(connection: Connection<Seat>, reason: Reason | null): void
}

type Close = keyof typeof CLOSE
export type Reason = AnyReason | 'slow' | 'replaced' | 'restart' | 'ghost' | 'full' | 'polled'

/** Refers to its connection, so that a few shared listeners serve all. */
export class LiveSocket extends WebSocket {
  connection: Connection | null = null
}
/** What a connection needs of its socket, whose frames go around it. */
export type WireSocket = Pick<WebSocket, 'readyState' | 'OPEN' | 'extensions' | 'close' | 'terminate'> & {
  /** Absent: it tells its connection of its end directly. */
  readonly on?: WebSocket['on']
  connection: Connection | null
  /** Absent: a WebSocket, which is written as it agreed on. */
  readonly encoding?: Encoding
}
const connectionOf = (ws: WebSocket): Connection | null => (ws instanceof LiveSocket ? ws.connection : null)

function took(this: WebSocket, data: RawData, isBinary: boolean): void {
  connectionOf(this)?.take(data, isBinary)
}
function closed(this: WebSocket): void {
  connectionOf(this)?.gone()
}
/** A close event follows each socket error; no other handling is needed. */
function ignoreError(): void {
  // Nothing.
}

/**
 * One carrier of frames: a WebSocket, or an HTTP answer (`http-wire.ts`). A WebSocket's frames are written to the raw socket, bypassing `ws`, which only reads, answers pings and closes: `ws`
 * never sends or compresses a frame, so the order is kept.
 */
export class Connection<Seat = unknown> {
  /** The seat granted on admission. */
  admitted: Seat | null = null
  readonly #ws: WireSocket
  readonly #outlet: SendQueue
  readonly #host: ConnectionHost<Seat>
  readonly #allowance: Allowance
  readonly #encoding: Encoding
  readonly #talk = new TalkLane()
  /** The server's reason for closing it. */
  #reason: Reason | null = null

  constructor(ws: WireSocket, socket: Sink, host: ConnectionHost<Seat>) {
    this.#ws = ws
    this.#host = host
    this.#outlet = new SendQueue(socket, host.limits, host.now)
    this.#allowance = new Allowance(host.clock.now())
    this.#encoding = ws.encoding ?? (ws.extensions.includes('permessage-deflate') ? 'deflated' : 'plain')
    ws.connection = this
    ws.on?.('message', took)
    ws.on?.('error', ignoreError)
    ws.on?.('close', closed)
  }

  get open(): boolean {
    return this.#reason === null && this.#ws.readyState === this.#ws.OPEN
  }

  get slow(): boolean {
    const since = this.#talk.behindSince
    return this.#outlet.slow || (since !== null && this.#host.clock.now() - since > BEHIND_MS)
  }

  send(frame: Frame): void {
    if (!this.open) return
    this.#outlet.push(...frame.bytes(this.#encoding))
    if (this.#outlet.slow) this.close('slow', 'slow')
  }

  /** Whether this many bytes of messages may go out at once. */
  takesTalk(bytes: number): boolean {
    return this.#talk.takes(bytes)
  }

  /** Counts bytes of messages that were sent among events. */
  countTalk(bytes: number): void {
    this.#talk.sent(bytes)
  }

  /** Queues messages until the reader has answered for earlier ones. */
  queueTalk(frame: Frame, bytes: number): void {
    if (!this.open) return
    this.#talk.queue(frame, bytes)
    this.#sendTalk()
  }

  get wantsTick(): boolean {
    return this.#talk.wantsTick
  }

  sendTick(frame: Frame, seq: number): void {
    this.#talk.ticked(seq, this.#host.clock.now())
    this.send(frame)
  }

  #answeredTick(seq: number): void {
    this.#talk.answered(seq)
    this.#sendTalk()
  }

  #sendTalk(): void {
    for (let frame = this.#talk.next(); frame !== null; frame = this.#talk.next()) this.send(frame)
  }

  close(why: Close, reason: Reason): void {
    if (!this.open) return
    this.#reason = reason
    this.#host.closing(reason)
    this.#outlet.shut()
    this.#ws.close(CLOSE[why], reason)
    this.#host.after(CUT_MS, () => this.#ws.terminate())
  }

  /** Destroys the socket without a close frame: the other end is gone. */
  cut(): void {
    if (this.#reason === null) this.#host.closing('ghost')
    this.#reason ??= 'ghost'
    this.#ws.terminate()
  }

  /** A poll is answered: its reader comes again. */
  answered(): void {
    if (!this.open) return
    this.#reason = 'polled'
    this.#outlet.shut()
    this.#ws.close(CLOSE.normal)
  }

  gone(): void {
    this.#outlet.shut()
    this.#host.ended(this, this.#reason)
  }

  take(data: RawData, isBinary: boolean): void {
    if (!this.open) return
    if (!this.#allowance.take(this.#host.clock.now())) return this.close('tooMany', 'call.too_many')
    const beat = isBinary ? null : parse(data)
    if (beat === null) return this.close('badFrame', 'input.invalid')
    this.send(new Frame(echoOf(beat, this.#host.clock.now())))
    this.#beaten(beat)
  }

  /** A heartbeat that came beside the frames; its echo is the caller's to send. `false`: too many. */
  beat(beat: Beat): boolean {
    if (!this.#allowance.take(this.#host.clock.now())) return false
    this.#beaten(beat)
    return true
  }

  #beaten(beat: Beat): void {
    if (beat.seq !== undefined) this.#answeredTick(beat.seq)
    this.#host.heard(this, beat.delay ?? null)
  }
}

export type Beat = z.output<typeof ClientFrame>

/** The echo of a heartbeat. */
export const echoOf = ({ t }: Beat, now: number): string =>
  `{"sendType":"1",${t === undefined ? '' : `"t":${t},`}"now":${timeJson(now)}}`

function parse(data: RawData) {
  try {
    return ClientFrame.safeParse(JSON.parse(textOf(data))).data ?? null
  } catch {
    return null
  }
}

const textOf = (data: RawData): string =>
  (data instanceof ArrayBuffer ? Buffer.from(data) : Array.isArray(data) ? Buffer.concat(data) : data).toString('utf8')
