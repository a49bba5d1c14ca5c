import { CLOSE } from '../../contract/constants.ts'
import type { Carrier } from './carrier.ts'
import type { Socket, SocketEvents } from './link.ts'
import { createStore, type Readable } from './store.ts'

export type OpenCarrier = (events: SocketEvents) => Socket

/** The close code of an answer that is not our server's: a proxy's page. */
export const FOREIGN_ANSWER = 1002

/** An upgrade that hangs for this long, while calls are answered, is being held. */
const UPGRADE_MS = 5_000
/** A welcome that has not come by then counts as refused; a streamed answer must bring bytes this often before it. */
const WELCOME_MS = 10_000
/** A stream that falls silent sooner than this after its welcome is being held. */
const STREAM_STOOD_MS = 15_000
/** Over HTTP, better carriers are tried in the background after this, and then every so often. */
const FIRST_TRIAL_MS = 60_000
const TRIAL_MS = 300_000

const NEXT: Readonly<Record<Carrier, Carrier | null>> = { socket: 'stream', stream: 'poll', poll: null }
const OURS: ReadonlySet<number> = new Set(Object.values(CLOSE).filter((code) => code !== CLOSE.normal))
const isWelcome = (text: string): boolean => text.startsWith('{"sendType":"2"')
const isTick = (text: string): boolean => text.startsWith('{"sendType":"6"')
/** What proves a carrier that is tried in the background: a held stream may bring its start and nothing after. */
const PROOF = { socket: isWelcome, stream: isTick } as const
/** The carriers to try in the background, best first. */
const BETTER: Readonly<Record<Carrier, readonly (keyof typeof PROOF)[]>> = {
  socket: [],
  stream: ['socket'],
  poll: ['socket', 'stream'],
}

export interface CarriersPorts {
  readonly socket: OpenCarrier
  readonly stream: OpenCarrier
  readonly poll: OpenCarrier
  /** Monotonic, ms. */
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
  /** The carrier that worked on this network today. */
  readonly kept: { readonly read: () => Carrier | null; readonly write: (carrier: Carrier) => void }
}

export interface Carriers {
  readonly open: OpenCarrier
  /** The carrier of the newest welcome. */
  readonly carrier: Readable<Carrier>
  /** The server has answered a call or a probe. */
  readonly answered: () => void
}

/**
 * One connection to the room over a WebSocket, a stream or polls: opens the carrier that worked last, and falls back from
 * one to the next in place, so that the connection above sees no loss.
 */
export function createCarriers(ports: CarriersPorts): Carriers {
  const carrier = createStore<Carrier>('socket')
  const usual = (): Carrier => ports.kept.read() ?? 'socket'
  const memory: Memory = { first: usual(), socketWorked: false, failures: 0 }
  let answered = () => {}

  function welcomed(by: Carrier): void {
    memory.first = by
    if (by === 'socket') Object.assign(memory, { socketWorked: true, failures: 0 })
    ports.kept.write(by)
    if (carrier.get() !== by) carrier.set(by)
  }

  return {
    carrier,
    answered: () => answered(),
    open: (events) => {
      const run = new Run(ports, events, { memory, usual, welcomed })
      answered = () => run.answered()
      run.start(memory.first)
      return run
    },
  }
}

interface Memory {
  /** The carrier to begin with. */
  first: Carrier
  /** A socket has been welcomed on this page: one failure does not prove that the network lets none through. */
  socketWorked: boolean
  failures: number
}

interface Shared {
  readonly memory: Memory
  readonly usual: () => Carrier
  readonly welcomed: (by: Carrier) => void
}

/** A connection, from its opening to its close. */
class Run implements Socket {
  readonly #ports: CarriersPorts
  readonly #events: SocketEvents
  readonly #shared: Shared
  #socket: Socket | null = null
  #carrier: Carrier = 'socket'
  /** Events of earlier carriers are stale. */
  #turn = 0
  #opened = false
  #toldOpen = false
  #welcomedAt: number | null = null
  #everWelcomed = false
  #ended = false
  #startedAt = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  #cancelWait = () => {}
  #cancelTrial = () => {}

  constructor(ports: CarriersPorts, events: SocketEvents, shared: Shared) {
    this.#ports = ports
    this.#events = events
    this.#shared = shared
  }

  /** `old`: the carrier in use until the new one is welcomed; its frames are no longer read. */
  start(carrier: Carrier, old: Socket | null = null): void {
    const { now } = this.#ports
    const turn = (this.#turn += 1)
    const isNow = () => turn === this.#turn && !this.#ended
    this.#carrier = carrier
    this.#opened = false
    this.#welcomedAt = null
    this.#startedAt = now()
    if (old === null) this.#socket?.close()
    this.#wait(carrier === 'socket' ? UPGRADE_MS : WELCOME_MS, () =>
      carrier === 'socket' ? this.#upgradeHangs() : this.#failed(FOREIGN_ANSWER),
    )
    const socket = this.#ports[carrier]({
      opened: () => isNow() && this.#open(),
      progress: () => isNow() && this.#moved(),
      message: (text) => {
        if (!isNow()) return
        if (isWelcome(text)) {
          old?.close()
          this.#welcome()
        }
        this.#events.message(text)
      },
      errored: () => isNow() && this.#welcomedAt !== null && this.#events.errored(),
      closed: (code) => {
        if (!isNow()) return
        old?.close()
        this.#failed(code)
      },
    })
    if (isNow()) this.#socket = socket
    else socket.close()
  }

  readonly send = (text: string): void => this.#socket?.send(text)

  readonly close = (): void => {
    const { now } = this.#ports
    // The connection gave it up for silence: the start of the stream came through, and nothing after it.
    if (this.#carrier === 'stream' && this.#welcomedAt !== null && now() - this.#welcomedAt < STREAM_STOOD_MS)
      this.#shared.memory.first = 'poll'
    // Not even its headers came, while other calls were answered.
    if (this.#carrier === 'stream' && !this.#opened && this.#answeredAt >= this.#startedAt)
      this.#shared.memory.first = 'poll'
    this.#end()
    this.#socket?.close()
  }

  answered(): void {
    this.#answeredAt = this.#ports.now()
    if (this.#ports.now() - this.#startedAt >= UPGRADE_MS) this.#upgradeHangs()
  }

  #upgradeHangs(): void {
    if (this.#ended || this.#carrier !== 'socket' || this.#opened || this.#answeredAt < this.#startedAt) return
    // Kept for the next attempt too: this one may be given up before the stream has begun.
    this.#shared.memory.first = 'stream'
    this.start('stream')
  }

  #open(): void {
    this.#opened = true
    if (!this.#toldOpen) this.#events.opened()
    this.#toldOpen = true
    if (this.#carrier === 'socket') this.#wait(WELCOME_MS, () => this.#failed(FOREIGN_ANSWER))
  }

  #moved(): void {
    this.#events.progress()
    if (this.#welcomedAt === null) this.#wait(WELCOME_MS, () => this.#failed(FOREIGN_ANSWER))
  }

  #welcome(): void {
    this.#cancelWait()
    if (this.#welcomedAt !== null) return
    this.#welcomedAt = this.#ports.now()
    this.#everWelcomed = true
    this.#shared.welcomed(this.#carrier)
    this.#cancelTrial()
    if (BETTER[this.#carrier].length > 0) this.#cancelTrial = this.#ports.after(FIRST_TRIAL_MS, () => this.#try())
  }

  #failed(code: number): void {
    const { memory } = this.#shared
    const next = NEXT[this.#carrier]
    if (OURS.has(code)) return this.#closed(code)
    if (this.#welcomedAt !== null) {
      // Proxies end long answers: the stream goes on in a new one.
      if (this.#carrier === 'stream') return this.start('stream')
      return this.#closed(code)
    }
    if (this.#carrier === 'socket') {
      memory.failures += 1
      if (!this.#everWelcomed && memory.socketWorked && memory.failures === 1) return this.#closed(code)
      return this.#fallBack('stream')
    }
    // The network, not a proxy: nothing comes over HTTP either.
    if (code !== FOREIGN_ANSWER || next === null) {
      memory.first = this.#shared.usual()
      return this.#closed(code)
    }
    this.#fallBack(next)
  }

  #fallBack(next: Carrier): void {
    this.#events.progress()
    this.start(next)
  }

  #closed(code: number): void {
    this.#end()
    this.#socket?.close()
    this.#events.closed(code)
  }

  #end(): void {
    this.#ended = true
    this.#cancelWait()
    this.#cancelTrial()
  }

  #wait(ms: number, run: () => void): void {
    this.#cancelWait()
    const turn = this.#turn
    this.#cancelWait = this.#ports.after(ms, () => turn === this.#turn && !this.#ended && run())
  }

  /**
   * Tries better carriers beside the one in use, one after the other; once one is proven, another of its kind takes over
   * where the frames are by then.
   */
  #try([carrier, ...others]: readonly (keyof typeof PROOF)[] = BETTER[this.#carrier]): void {
    const { after } = this.#ports
    if (carrier === undefined) {
      this.#cancelTrial = after(TRIAL_MS, () => this.#try())
      return
    }
    let trial: Socket | null = null
    let done = false
    const stop = (): void => {
      done = true
      cancel()
      trial?.close()
    }
    const over = (works: boolean): void => {
      if (done) return
      stop()
      this.#cancelTrial = () => {}
      if (works) this.start(carrier, this.#socket)
      else this.#try(others)
    }
    const cancel = after(WELCOME_MS, () => over(false))
    this.#cancelTrial = stop
    trial = this.#ports[carrier]({
      opened: () => {},
      progress: () => {},
      message: (text) => PROOF[carrier](text) && over(true),
      errored: () => {},
      closed: () => over(false),
    })
    if (done) trial.close()
  }
}
