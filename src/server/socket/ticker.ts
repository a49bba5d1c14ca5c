import { TICK_MS } from '../../contract/constants.ts'
import { ViewDigests } from '../../domain/digest.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import { viewKey } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import { mandatesOn } from '../room/judged.ts'
import { numberedLot } from '../room/numbered.ts'
import { runsSale } from '../room/attendance.ts'
import type { Position } from '../room/position.ts'
import type { Watched } from '../room/watched.ts'
import type { Cancel, Timers } from '../room/timers.ts'
import { countFrame, peopleFrame } from './crowd.ts'
import { Frame } from './frame.ts'
import { sendAway } from './send-away.ts'
import type { Subscriber } from './subscriber.ts'
import { timeJson } from './wire.ts'

const SECOND_MS = 1_000
/** When more lots than these change at once, they are summed up only for the next checkpoint. */
const LOOKED_AT_ONCE = 250
/** Ticks per update of the host's list, which changes with every sign of life. */
const PEOPLE_EVERY = 4
/** Every second tick carries a checkpoint: 8 s, within the 10 s of the protocol. */
const CHECKPOINT_EVERY = 2
/**
 * For this long before a lot closes, and before one extension ahead of its hard end, mandate holders are asked every
 * second: silence of 4 s counts as lost then, which answers to a tick every 4 s could not disprove.
 */
const HURRY_MS = 12_000
/** A connection silent for this long, without even the heartbeat of every 30 s, is dead. */
const GHOST_MS = 75_000

/** Readers of a log that this node cannot read are sent away after this pause, doubled each time, up to the longest. */
const AWAY_FIRST_S = 4
const AWAY_MOST_S = 64

/** The subscribers to serve. */
interface Floor {
  readonly shown: Position
  readonly subscribers: ReadonlySet<Subscriber>
  post(to: readonly Subscriber[], deliver: (subscriber: Subscriber) => void): void
}

/** A channel's periodic work: ticks, presence, and dropping slow subscribers. */
export class Ticker {
  readonly #watched: Watched
  readonly #floor: Floor
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #cancels: readonly Cancel[]
  readonly #digests: ViewDigests
  #ticks = 0
  #seconds = 0
  #changes = -1
  #online = -1
  #hostLost = false
  #interrupted = false
  /** When readers are sent to another node next, and how long after that, in seconds of this ticker. */
  #away: { readonly next: number; readonly pause: number } | null = null

  constructor(watched: Watched, floor: Floor, { clock, timers }: { readonly clock: Clock; readonly timers: Timers }) {
    this.#watched = watched
    this.#digests = new ViewDigests((lot) => numberedLot(lot, watched.numbers))
    this.#floor = floor
    this.#clock = clock
    this.#timers = timers
    this.#cancels = [timers.every(TICK_MS, () => this.#tick()), timers.every(SECOND_MS, () => this.#second())]
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel()
  }

  /** A newcomer gets the presence list at once. */
  greet(subscriber: Subscriber): void {
    const online = this.#watched.online()
    subscriber.connection.send(
      runs(subscriber) ? peopleFrame(online, this.#watched.people()) : countFrame(online, this.#hostLost),
    )
  }

  /**
   * Sums up lots as they change, so that ten thousand closings, a hundred at a time, are not all left to one
   * checkpoint.
   */
  changed(before: Position, after: Position): void {
    const lots = after.state.lots.changedSince(before.state.lots)
    if (lots.length <= LOOKED_AT_ONCE) this.#digests.look(lots)
  }

  #tick(): void {
    this.#ticks += 1
    const { shown, subscribers } = this.#floor
    if (this.#ticks % CHECKPOINT_EVERY !== 0) return this.#ask([...subscribers])
    const now = this.#clock.now()
    const seq = this.#watched.numbers.of(shown.state.seq)
    const frames = new Map<string, Frame>()
    this.#floor.post([...subscribers], ({ connection, viewer }) => {
      const key = viewKey(viewer)
      const frame = frames.get(key) ?? this.#checkpoint(shown, seq, viewer, now)
      frames.set(key, frame)
      connection.sendTick(frame, seq)
    })
  }

  #checkpoint({ state, hash }: Position, seq: number, viewer: Viewer, now: Instant): Frame {
    // A state that lacks what a newer release wrote is nothing to compare with: a replica may come from another node.
    const digest = state.unread === null ? `,"state":"${this.#digests.of(state, viewer)}"` : ''
    return new Frame(
      `{"sendType":"6","now":${timeJson(now)},"seq":${seq}${this.#flag},"checkpoint":{"seq":${state.seq},"hash":"${hash}"${digest}}}`,
    )
  }

  /** Sends a tick, queued behind the events that it counts. */
  #ask(subscribers: readonly Subscriber[]): void {
    const seq = this.#watched.numbers.of(this.#floor.shown.state.seq)
    const frame = new Frame(`{"sendType":"6","now":${timeJson(this.#clock.now())},"seq":${seq}${this.#flag}}`)
    this.#floor.post(subscribers, ({ connection }) => connection.sendTick(frame, seq))
  }

  #second(): void {
    this.#seconds += 1
    this.#dropSlow()
    this.#tellInterruption()
    this.#sendAway()
    this.#hurry()
    this.#askTalkers()
    this.#tellPresence()
  }

  /** Screens learn within a second that bids cannot be taken, or can be again; every tick repeats it. */
  #tellInterruption(): void {
    const { interrupted } = this.#watched
    if (interrupted === this.#interrupted) return
    this.#interrupted = interrupted
    this.#ask([...this.#floor.subscribers])
  }

  /**
   * R8: clients resume on another node. Those who come back, since a load balancer has not noticed yet or there is no
   * other node, are shown what was read, and are sent away again ever more rarely.
   */
  #sendAway(): void {
    if (!this.#watched.unread) {
      this.#away = null
      return
    }
    this.#away ??= { next: this.#seconds, pause: AWAY_FIRST_S }
    const { next, pause } = this.#away
    if (this.#seconds < next) return
    this.#away = { next: this.#seconds + pause, pause: Math.min(pause * 2, AWAY_MOST_S) }
    const wait = (ms: number) => new Promise<void>((resolve) => this.#timers.after(ms, resolve))
    void sendAway(
      Array.from(this.#floor.subscribers, ({ connection }) => connection),
      wait,
    )
  }

  get #flag(): string {
    return this.#watched.interrupted ? ',"interrupted":true' : ''
  }

  #dropSlow(): void {
    const now = this.#clock.now()
    for (const { connection, lastHeard } of this.#floor.subscribers) {
      if (connection.slow) connection.close('slow', 'slow')
      else if (now - lastHeard > GHOST_MS) connection.cut()
    }
  }

  #hurry(): void {
    const now = this.#clock.now()
    const holders = new Set<BiddingNumber>()
    const { lots, rule } = this.#floor.shown.state
    for (const lot of lots) {
      if (lot.status !== 'open' || lot.clock === null) continue
      const { deadline, hardEnd } = lot.clock
      const judged = hardEnd === null ? deadline : Math.min(deadline, hardEnd - rule.extensionSeconds * 1_000)
      if (judged - now < HURRY_MS) for (const number of mandatesOn(lot)) holders.add(number)
    }
    if (holders.size > 0)
      this.#ask(
        [...this.#floor.subscribers].filter(({ viewer }) => viewer.identity === 'buyer' && holders.has(viewer.number)),
      )
  }

  /** Sends a tick to readers with waiting messages: their answer releases more. */
  #askTalkers(): void {
    const waiting = [...this.#floor.subscribers].filter(({ connection }) => connection.wantsTick)
    if (waiting.length > 0) this.#ask(waiting)
  }

  #tellPresence(): void {
    const online = this.#watched.online()
    const { changes } = this.#watched
    const changed = changes !== this.#changes || online !== this.#online
    const hostLost = this.#watched.hostLost()
    if (online !== this.#online || hostLost !== this.#hostLost) {
      const frame = countFrame(online, hostLost)
      this.#floor.post(
        [...this.#floor.subscribers].filter((subscriber) => !runs(subscriber)),
        ({ connection }) => connection.send(frame),
      )
    }
    const hosts = [...this.#floor.subscribers].filter(runs)
    if (hosts.length > 0 && (changed || this.#seconds % PEOPLE_EVERY === 0)) {
      const frame = peopleFrame(online, this.#watched.people())
      this.#floor.post(hosts, ({ connection }) => connection.send(frame))
    }
    this.#changes = changes
    this.#online = online
    this.#hostLost = hostLost
  }
}

/** Host and operator see the people in the room; other viewers, their number. */
const runs = ({ viewer }: Subscriber): boolean => runsSale(viewer)
