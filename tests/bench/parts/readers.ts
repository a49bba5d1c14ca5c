import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { LIVE_PROTOCOL } from '../../../src/contract/constants.ts'
import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../../src/contract/live.ts'
import { sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** Watchers whose frames come over HTTP, who resume and answer ticks as the app does. */
const AT_ONCE = 20
/** Visits have names of one length. */
const FIRST_VISIT = 10_000
/** As the app's own polls. */
const POLL_EVERY_MS = 300

interface Place {
  readonly epoch: string
  readonly seq: number
  readonly mark: string
}
interface Frame {
  readonly sendType: string
  readonly epoch?: string
  readonly seq?: number
  readonly mark?: string
  readonly events?: readonly { readonly seq: number; readonly type: string }[]
}

/** By watcher: when it read each bid. */
let arrivals: number[][] = []
const sockets = new Set<Socket>()
let over = false

class Watcher {
  readonly #port: number
  readonly #timelineId: string
  readonly #token: string
  readonly #number: number
  /** One connection for the answers, one for the heartbeats beside them. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })
  #place: Place | null = null
  /** The tick to answer. */
  #tick: number | null = null

  constructor(port: number, timelineId: string, token: string, number: number) {
    this.#port = port
    this.#timelineId = timelineId
    this.#token = token
    this.#number = number
  }

  /** Asks; `heard` gets each piece of the answer. Resolves with the status at the answer's end. */
  #ask(
    method: 'GET' | 'POST',
    path: string,
    more: Readonly<Record<string, string>>,
    heard: (text: string) => void,
  ): Promise<number> {
    const query = new URLSearchParams({
      scheduleTimelineId: this.#timelineId,
      protocol: LIVE_PROTOCOL,
      id: `visit${FIRST_VISIT + this.#number}`,
      ...(this.#place && { epoch: this.#place.epoch, seq: String(this.#place.seq), mark: this.#place.mark }),
      ...more,
    })
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          method,
          path: `${path}?${query}`,
          agent: this.#agent,
          headers: { authorization: `Bearer ${this.#token}` },
        },
        (answer) => {
          answer.setEncoding('utf8')
          answer.on('data', heard)
          answer.on('end', () => resolve(answer.statusCode ?? 0))
          answer.on('error', reject)
        },
      )
      asked.on('socket', (socket) => sockets.add(socket))
      asked.on('error', reject)
      asked.end()
    })
  }

  #take(text: string): void {
    const frame = JSON.parse(text) as Frame
    const now = sharedMs()
    if (frame.sendType === '6') this.#tick = frame.seq ?? 0
    if (frame.sendType !== '2' && frame.sendType !== '3') return
    const seq = frame.events?.at(-1)?.seq ?? frame.seq ?? this.#place?.seq ?? 0
    this.#place = {
      epoch: frame.epoch ?? this.#place?.epoch ?? '',
      seq,
      mark: frame.mark ?? this.#place?.mark ?? '',
    }
    for (const { type } of frame.events ?? []) if (type === 'bid') (arrivals[this.#number] ??= []).push(now)
  }

  #reader(): (piece: string) => void {
    let rest = ''
    return (piece) => {
      const parts = (rest + piece).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) this.#take(part.slice('data: '.length))
    }
  }

  /** Resolves with the first frame; goes on by itself. */
  async stream(): Promise<void> {
    const read = this.#reader()
    const welcomed = Promise.withResolvers<void>()
    this.#ask('GET', LIVE_STREAM_PATH, {}, (piece) => {
      read(piece)
      if (this.#place !== null) welcomed.resolve()
      if (this.#tick === null) return
      const tick = String(this.#tick)
      this.#tick = null
      this.#ask('POST', LIVE_BEAT_PATH, { t: sharedMs().toFixed(1), delay: '41', tick }, () => undefined).catch(failed)
    }).then(() => over || failed(new Error('a stream ended')), failed)
    await welcomed.promise
  }

  async poll(): Promise<void> {
    await this.#ask('GET', LIVE_POLL_PATH, { wait: '0' }, this.#reader())
    void this.#polls().catch(failed)
  }

  async #polls(): Promise<void> {
    while (!over) {
      const begun = performance.now()
      const tick = this.#tick
      this.#tick = null
      const beat = tick === null ? {} : { t: sharedMs().toFixed(1), delay: '41', tick: String(tick) }
      const status = await this.#ask('GET', LIVE_POLL_PATH, beat, this.#reader())
      if (status !== 200 && !over) throw new Error(`a poll was answered with ${status}`)
      const left = begun + POLL_EVERY_MS - performance.now()
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    }
  }
}

function failed(error: unknown): void {
  if (over) return
  console.error(error)
  process.exit(1)
}

const doings = {
  async come(carrier: 'stream' | 'poll', port: number, timelineId: string, tokens: readonly string[]): Promise<void> {
    const watchers = tokens.map((token, at) => new Watcher(port, timelineId, token, at))
    for (let at = 0; at < watchers.length; at += AT_ONCE)
      await Promise.all(watchers.slice(at, at + AT_ONCE).map((watcher) => watcher[carrier]()))
  },
  forget(): void {
    arrivals = []
  },
  arrivals: (): readonly (readonly number[])[] => arrivals,
  /** Bytes of all connections so far, headers of HTTP among them, without TCP, IP and TLS. */
  bytes: (): number => [...sockets].reduce((all, socket) => all + socket.bytesRead + socket.bytesWritten, 0),
  leave(): void {
    over = true
    for (const socket of sockets) socket.destroy()
  },
}
export type Readers = typeof doings
process.on('disconnect', () => process.exit(0))
serve(doings)
