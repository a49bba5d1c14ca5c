import { once } from 'node:events'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../src/contract/constants.ts'
import { wholeFrame } from '../../src/contract/short.ts'
import { ServerFrame } from '../../src/contract/live.ts'
import type { SessionEvent } from '../../src/domain/events.ts'
import { ReplicaDigest } from '../../src/domain/digest.ts'
import { evolve, passedTo } from '../../src/domain/evolve.ts'
import { isSecret } from '../../src/domain/secrets.ts'
import type { SessionState } from '../../src/domain/state.ts'

export interface LiveOptions {
  readonly url: string
  readonly scheduleTimelineId: string
  readonly token: string
  /** Position to resume from. */
  readonly epoch?: string
  readonly seq?: number
  readonly privy?: number
  readonly mark?: string | null
  /** The certificate to trust, PEM. */
  readonly ca?: string
  /** Whether it answers ticks as clients do; `false`: the room takes it for lost. */
  readonly answersTicks?: boolean
}

type FrameOf<T extends ServerFrame['sendType']> = Extract<ServerFrame, { sendType: T }>

const DEADLINE_MS = 10_000

/**
 * A live connection that stores its frames. Frames and events are decoded by the contract; a violation ends the
 * connection.
 */
export class LiveConnection {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  /** In-sequence events, the welcome's first. */
  readonly events: SessionEvent[] = []
  closed: { readonly code: number; readonly reason: string } | null = null
  /** Whether the handshake has completed. */
  opened = false
  /** A violation of the contract: an invalid frame, a gap, a repetition. */
  fault: Error | null = null
  /** Resolves once closed, by either side. */
  readonly gone: Promise<void>
  #broken: Error | null = null
  readonly #session: string
  #seq: number
  #privy = 0
  #mark: string | null = null
  /** Marks by readers' number, with which another client may resume. */
  readonly marks = new Map<number, string>()
  /** Number of times that the room's digest of this view differed from the replica's. */
  strayed = 0
  readonly #digest = new ReplicaDigest()
  #state: SessionState | null = null
  readonly #waiting = new Set<() => void>()

  /** Resolves once the server has said welcome; rejects when it closes instead. */
  static async open(options: LiveOptions): Promise<LiveConnection> {
    const connection = new LiveConnection(options)
    await connection.frame('2')
    return connection
  }

  /** Without waiting for the welcome. */
  constructor({
    url,
    scheduleTimelineId,
    token,
    epoch,
    seq,
    privy = 0,
    mark = null,
    ca,
    answersTicks = true,
  }: LiveOptions) {
    this.#session = scheduleTimelineId
    this.#seq = seq ?? 0
    const address = new URL(LIVE_PATH, url.replace(/^http/, 'ws'))
    address.searchParams.set('scheduleTimelineId', scheduleTimelineId)
    if (epoch !== undefined) address.searchParams.set('epoch', epoch)
    if (seq !== undefined) address.searchParams.set('seq', String(seq))
    if (privy > 0) address.searchParams.set('privy', String(privy))
    if (mark !== null) address.searchParams.set('mark', mark)
    this.#privy = privy
    this.#mark = mark
    this.socket = new WebSocket(address, [LIVE_PROTOCOL, `${BEARER_PREFIX}${token}`], ca === undefined ? {} : { ca })
    this.gone = new Promise((resolve) => {
      this.socket.once('close', () => resolve())
    })
    this.socket.on('open', () => {
      this.opened = true
      this.heartbeat()
    })
    this.socket.on('message', (data: Buffer) => {
      this.#take(data.toString())
      const last = this.frames.at(-1)
      if (answersTicks && last?.sendType === '6') this.heartbeat({ seq: last.seq })
    })
    this.socket.on('error', (error) => this.#break(error))
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#wake()
    })
  }

  /** Sequence number of the newest event that this client knows of. */
  get seq(): number {
    return this.#seq
  }

  /** Its position, as it would send it to resume. */
  get place(): { readonly seq: number; readonly privy: number; readonly mark: string | null } {
    return { seq: this.#seq, privy: this.#privy, mark: this.#mark }
  }

  /** The replica: the welcome's snapshot and every event since. A connection that took up again has none. */
  get state(): SessionState {
    if (!this.#state) throw new Error('this connection was not given a snapshot')
    return this.#state
  }

  get welcomed(): boolean {
    return this.frames.some(({ sendType }) => sendType === '2')
  }

  get welcome(): FrameOf<'2'> {
    const found = this.frames.find((frame) => frame.sendType === '2')
    if (!found) throw new Error('the server has not said welcome yet')
    return found
  }

  heartbeat(more: { readonly delay?: number; readonly seq?: number } = {}): void {
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ sendType: '1', t: performance.now(), ...more }))
  }

  /** The first matching frame of that kind, past or future. */
  frame<T extends ServerFrame['sendType']>(
    sendType: T,
    is: (frame: FrameOf<T>) => boolean = () => true,
    within = DEADLINE_MS,
  ): Promise<FrameOf<T>> {
    const fits = (frame: ServerFrame): frame is FrameOf<T> => isOf(frame, sendType) && is(frame)
    return this.#until(() => this.frames.find(fits), `a frame ${sendType}`, within)
  }

  /** The first matching event of that type, past or future. */
  event<T extends SessionEvent['type']>(
    type: T,
    is: (event: Extract<SessionEvent, { type: T }>) => boolean = () => true,
    within = DEADLINE_MS,
  ): Promise<Extract<SessionEvent, { type: T }>> {
    const fits = (event: SessionEvent): event is Extract<SessionEvent, { type: T }> => isType(event, type) && is(event)
    return this.#until(() => this.events.find(fits), `an event ${type}`, within)
  }

  /** Waits for every event up to this number. */
  async reached(seq: number, within = DEADLINE_MS): Promise<void> {
    await this.#until(() => (this.seq >= seq ? true : undefined), `event ${seq}`, within)
  }

  /** Waits until the server has closed the connection. */
  async end(within = DEADLINE_MS): Promise<{ readonly code: number; readonly reason: string }> {
    const giveUp = AbortSignal.timeout(within)
    if (!this.closed) await once(this.socket, 'close', { signal: giveUp })
    if (!this.closed) throw new Error('it closed without saying so')
    return this.closed
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.socket.close(1000)
    await once(this.socket, 'close')
  }

  /** Ends like a phone that loses its link: without a close frame. */
  terminate(): void {
    this.socket.terminate()
  }

  #take(text: string): void {
    const result = ServerFrame.safeParse(wholeFrame(jsonOf(text), this.#session))
    if (!result.success) {
      this.#wrong(new Error(`a frame against the contract: ${text.slice(0, 500)}\n${z.prettifyError(result.error)}`))
      return
    }
    const frame = result.data
    this.frames.push(frame)
    if (frame.sendType === '2') this.#welcomed(frame)
    else if (frame.sendType === '3') {
      for (const event of frame.events) this.#append(event)
      this.#stands(frame)
    } else if (frame.sendType === '6') this.#ticked(frame)
    this.#wake()
  }

  #welcomed(welcome: FrameOf<'2'>): void {
    this.#state = welcome.recovered ? null : welcome.snapshot
    if (welcome.recovered) for (const event of welcome.events) this.#append(event)
    else this.#seq = welcome.snapshot.seq
    if (this.#seq > welcome.seq) this.#wrong(new Error(`the welcome says ${welcome.seq} and leads to ${this.#seq}`))
    this.#seq = Math.max(this.#seq, welcome.seq)
    this.#state &&= passedTo(this.#state, welcome.seq)
    if (!welcome.recovered) this.#privy = welcome.privy ?? 0
    this.#stands(welcome)
  }

  #stands({ privy = 0, mark }: FrameOf<'2'> | FrameOf<'3'>): void {
    if (privy !== this.#privy) this.#wrong(new Error(`${this.#privy} of its own after ${this.#seq}, and not ${privy}`))
    this.#mark = mark ?? null
    if (mark !== undefined && privy === 0) this.marks.set(this.#seq, mark)
  }

  #ticked({ seq, checkpoint }: FrameOf<'6'>): void {
    if (seq !== this.#seq) this.#wrong(new Error(`the tick is at ${seq}, the events at ${this.#seq}`))
    if (this.#state === null || checkpoint?.state === undefined) return
    if (this.#digest.of(this.#state) === checkpoint.state) return
    this.strayed += 1
    this.#wrong(new Error(`the replica at ${seq} is not what the room says that this viewer sees`))
  }

  /** In order, no gap, no repetition and no placeholder: checked in every test. */
  #append(event: SessionEvent): void {
    const own = isSecret(event)
    if (event.seq !== this.#seq + (own ? 0 : 1) || event.type === 'sealed')
      this.#wrong(new Error(`event ${event.seq} (${event.type}) follows event ${this.#seq}`))
    this.#privy = own ? this.#privy + 1 : 0
    this.#seq = event.seq
    this.#state &&= evolve(this.#state, event)
    this.events.push(event)
  }

  #wrong(error: Error): void {
    this.fault ??= error
    this.#break(error)
  }

  #break(error: Error): void {
    this.#broken ??= error
    this.socket.terminate()
    this.#wake()
  }

  #wake(): void {
    for (const look of this.#waiting) look()
  }

  #until<T>(find: () => T | undefined, what: string, within: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        this.#waiting.delete(look)
      }
      const fail = (why: string) => {
        stop()
        reject(new Error(`${why} before ${what} came; ${this.#story()}`))
      }
      const look = () => {
        const found = find()
        if (found !== undefined) {
          stop()
          resolve(found)
        } else if (this.#broken) fail(this.#broken.message)
        else if (this.closed) fail(`the connection ended (${this.closed.code} ${this.closed.reason})`)
      }
      const timer = setTimeout(() => fail(`${within} ms passed`), within)
      this.#waiting.add(look)
      look()
    })
  }

  #story(): string {
    return `events so far: ${
      this.events
        .slice(-20)
        .map(({ seq, type }) => `${seq} ${type}`)
        .join(', ') || 'none'
    }; frames: ${this.frames
      .slice(-20)
      .map(({ sendType }) => sendType)
      .join('')}`
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isOf = <T extends ServerFrame['sendType']>(frame: ServerFrame, sendType: T): frame is FrameOf<T> =>
  frame.sendType === sendType
const isType = <T extends SessionEvent['type']>(
  event: SessionEvent,
  type: T,
): event is Extract<SessionEvent, { type: T }> => event.type === type
