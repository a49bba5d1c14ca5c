import { TICK_MS } from '../../contract/constants.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import type { Clock } from '../ports.ts'
import { mandatesOn } from '../room/judged.ts'
import type { Position } from '../room/position.ts'
import type { Watched } from '../room/watched.ts'
import type { Cancel, Timers } from '../room/timers.ts'
import { countFrame, peopleFrame } from './crowd.ts'
import { Frame } from './frame.ts'
import type { Subscriber } from './subscriber.ts'
import { timeJson } from './wire.ts'

const SECOND_MS = 1_000
/** The host's list changes with every sign of life; as often as those come is enough. */
const PEOPLE_EVERY = 4
/** Every second tick: within the 10 s that a checkpoint may take. */
const CHECKPOINT_EVERY = 2
/**
 * Before a lot closes, and one extension before its hard end, a mandate's holder silent for 4 s counts as lost. Answers
 * to a tick every 4 s could never prove otherwise, so in the seconds before its holders are asked every second.
 */
const HURRY_MS = 12_000
/** Nothing heard for this long, not even the heartbeat of every 30 s: the connection is a ghost. */
const GHOST_MS = 75_000

/** Whom it goes round. */
interface Floor {
  readonly shown: Position
  readonly guests: ReadonlySet<Subscriber>
  post(to: readonly Subscriber[], deliver: (guest: Subscriber) => void): void
}

/** What a hall does by the clock: ticks, presence, and showing out who does not keep up. */
export class Ticker {
  readonly #watched: Watched
  readonly #floor: Floor
  readonly #clock: Clock
  readonly #cancels: readonly Cancel[]
  #ticks = 0
  #seconds = 0
  #changes = -1
  #online = -1

  constructor(watched: Watched, floor: Floor, { clock, timers }: { readonly clock: Clock; readonly timers: Timers }) {
    this.#watched = watched
    this.#floor = floor
    this.#clock = clock
    this.#cancels = [timers.every(TICK_MS, () => this.#tick()), timers.every(SECOND_MS, () => this.#second())]
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel()
  }

  /** A newcomer need not wait for the next change to know who is there. */
  greet(guest: Subscriber): void {
    const online = this.#watched.online()
    guest.connection.send(
      guest.viewer.identity === 'host' ? peopleFrame(online, this.#watched.people()) : countFrame(online),
    )
  }

  #tick(): void {
    this.#ticks += 1
    const { state, hash } = this.#floor.shown
    const checkpoint = this.#ticks % CHECKPOINT_EVERY === 0 ? `,"checkpoint":{"seq":${state.seq},"hash":"${hash}"}` : ''
    this.#ask([...this.#floor.guests], checkpoint)
  }

  /** A tick. Behind the events it counts: it goes the same way as they. */
  #ask(guests: readonly Subscriber[], more = ''): void {
    const frame = new Frame(
      `{"sendType":"6","now":${timeJson(this.#clock.now())},"seq":${this.#floor.shown.state.seq}${more}}`,
    )
    this.#floor.post(guests, ({ connection }) => connection.send(frame))
  }

  #second(): void {
    this.#seconds += 1
    this.#showOut()
    this.#hurry()
    this.#tellPresence()
  }

  #showOut(): void {
    const now = this.#clock.now()
    for (const { connection, lastHeard } of this.#floor.guests) {
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
        [...this.#floor.guests].filter(({ viewer }) => viewer.identity === 'buyer' && holders.has(viewer.number)),
      )
  }

  #tellPresence(): void {
    const online = this.#watched.online()
    const { changes } = this.#watched
    const changed = changes !== this.#changes || online !== this.#online
    if (online !== this.#online) {
      const frame = countFrame(online)
      this.#floor.post(
        [...this.#floor.guests].filter(({ viewer }) => viewer.identity !== 'host'),
        ({ connection }) => connection.send(frame),
      )
    }
    const hosts = [...this.#floor.guests].filter(({ viewer }) => viewer.identity === 'host')
    if (hosts.length > 0 && (changed || this.#seconds % PEOPLE_EVERY === 0)) {
      const frame = peopleFrame(online, this.#watched.people())
      this.#floor.post(hosts, ({ connection }) => connection.send(frame))
    }
    this.#changes = changes
    this.#online = online
  }
}
