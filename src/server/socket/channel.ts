import type { Verdict } from '../../contract/verdict.ts'
import type { Actor } from '../../domain/events.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { Placed, Position } from '../room/position.ts'
import type { Listener } from '../room/listeners.ts'
import type { RoomService } from '../room/rooms.ts'
import type { Timers } from '../room/timers.ts'
import type { Asking } from '../room/waiting.ts'
import type { Watched } from '../room/watched.ts'
import { EventBatch } from './event-batch.ts'
import { Deliveries } from './deliveries.ts'
import { Coalescer } from './coalescer.ts'
import type { Subscriber, ResumeFrom } from './subscriber.ts'
import { Ticker } from './ticker.ts'
import { Disclosed } from './disclosed.ts'
import { recoveredWelcome, Snapshots } from './welcome.ts'
import { actorOf, ceilingsOf, changedCeilings, isGagged, verdictFrame, yoursFrame } from './yours.ts'

/** After a longer absence a snapshot is cheaper. */
export const RESUME_MOST = 2_000

interface ChannelDeps {
  readonly clock: Clock
  readonly timers: Timers
  /** Maximum number of missed events sent individually. */
  readonly resumeMost: number
}

/**
 * The subscribers of one session on this node. Each has received the log up to `shown`, and gets everything after it.
 */
export class Channel implements Listener {
  readonly #deps: ChannelDeps
  readonly #subscribers = new Set<Subscriber>()
  /** By actor: a verdict finds its few devices among thousands of subscribers. */
  readonly #devices = new Map<Actor, Set<Subscriber>>()
  readonly #deliveries = new Deliveries<Subscriber>()
  readonly #snapshots = new Snapshots()
  readonly #coalescer: Coalescer
  #room: { readonly watched: Watched; readonly rounds: Ticker } | null = null
  #shown: Position | null = null
  #disclosed: Disclosed | null = null
  #joining = 0
  #emptySince: Instant

  private constructor(deps: ChannelDeps) {
    this.#deps = deps
    this.#coalescer = new Coalescer(deps, (placed, after) => this.#tellAll(placed, after))
    this.#emptySince = deps.clock.now()
  }

  static async open(timelineId: string, rooms: RoomService, deps: ChannelDeps): Promise<Channel> {
    const channel = new Channel(deps)
    const watched = await rooms.watch(timelineId, channel)
    channel.#disclosed = new Disclosed(watched.position)
    const rounds = new Ticker(watched, channel, deps)
    channel.#room = { watched, rounds }
    channel.#shown = watched.position
    return channel
  }

  /** Where its guests are. */
  get shown(): Position {
    if (this.#shown === null) throw new Error('a channel that is not open')
    return this.#shown
  }

  /** The log position disclosed to the subscribers. */
  get disclosed(): Disclosed {
    if (this.#disclosed === null) throw new Error('a channel that is not open')
    return this.#disclosed
  }

  get watched(): Watched {
    if (this.#room === null) throw new Error('a channel that is not open')
    return this.#room.watched
  }

  get subscribers(): ReadonlySet<Subscriber> {
    return this.#subscribers
  }

  post(to: readonly Subscriber[], deliver: (subscriber: Subscriber) => void): void {
    this.#deliveries.post(to, deliver)
  }

  /** When the channel became empty; `null` while it has or admits subscribers. */
  get emptySince(): Instant | null {
    return this.#subscribers.size === 0 && this.#joining === 0 ? this.#emptySince : null
  }

  /** Welcome and subscription are atomic: no event between them is lost or repeated. */
  async join(subscriber: Subscriber, has: ResumeFrom | null): Promise<'recovered' | 'snapshot' | 'gone'> {
    this.#joining += 1
    try {
      let missed = has === null ? null : await this.#missedSince(has)
      // The log may have gone on once more before this line was reached.
      while (has !== null && missed !== null && !this.#reaches(has, missed)) missed = await this.#missedSince(has)
      if (!subscriber.connection.open) return 'gone'
      this.#welcome(subscriber, has, missed)
      return missed === null ? 'snapshot' : 'recovered'
    } finally {
      this.#joining -= 1
      this.#emptySince = this.#deps.clock.now()
    }
  }

  #reaches({ epoch, seq }: ResumeFrom, missed: readonly Placed[]): boolean {
    const { state } = this.shown
    return epoch === state.epoch && seq + missed.length === state.seq
  }

  #welcome(subscriber: Subscriber, has: ResumeFrom | null, missed: readonly Placed[] | null): void {
    const { viewer, connection } = subscriber
    const { state } = this.shown
    const now = this.#deps.clock.now()
    const disclosed = this.disclosed.to(viewer)
    // Another node's tick may have closed gaps that this one's has not yet.
    const further = missed !== null && has !== null && has.seq > disclosed.seq
    const welcoming = { state, viewer, at: further ? { seq: has.seq, hash: has.hash } : disclosed, now }
    connection.send(missed === null ? this.#snapshots.welcome(welcoming) : recoveredWelcome(missed, welcoming))
    const gagged = isGagged(state, viewer)
    if (viewer.identity === 'buyer') connection.send(yoursFrame({ ceilings: ceilingsOf(state, viewer.number), gagged }))
    else if (viewer.identity === 'seller') connection.send(yoursFrame({ gagged }))
    this.#subscribers.add(subscriber)
    const actor = actorOf(viewer)
    if (actor !== null) this.#devices.set(actor, (this.#devices.get(actor) ?? new Set()).add(subscriber))
    this.#room?.rounds.greet(subscriber)
  }

  leave(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return
    this.#devices.get(actorOf(subscriber.viewer) ?? '')?.delete(subscriber)
    this.#emptySince = this.#deps.clock.now()
  }

  /**
   * `null`: a snapshot is needed. The log may grow while missed events are read back, so this repeats until it is
   * stable.
   */
  async #missedSince({ epoch, seq, hash }: ResumeFrom): Promise<readonly Placed[] | null> {
    const { resumeMost } = this.#deps
    for (;;) {
      const { state } = this.shown
      if (epoch !== state.epoch || seq > state.seq || state.seq - seq > resumeMost) return null
      // The entry that the client stands at comes along, for its hash: another one there is another log.
      const checked = hash !== null && seq > 0
      const found = await this.watched.since(checked ? seq - 1 : seq, 2 * resumeMost)
      if (found === null || this.shown.state.epoch !== epoch) return null
      const read = checked ? found.slice(1) : found
      if (checked && found[0]?.hash.startsWith(hash) !== true) return null
      const shown = this.shown.state.seq
      if (seq === shown) return []
      if ((read.at(-1)?.event.seq ?? 0) >= shown) return read.slice(0, shown - seq)
    }
  }

  advanced(placed: readonly Placed[], _before: Position, after: Position): void {
    // Before the channel opens, its initial state includes these already.
    if (this.#shown !== null) this.#coalescer.add(placed, after)
  }

  #tellAll(placed: readonly Placed[], after: Position): void {
    const before = this.shown
    const bundle = new EventBatch(placed, after.state)
    this.#shown = after
    this.disclosed.add(placed)
    this.post([...this.#subscribers], ({ connection, viewer }) => {
      const { talkBytes } = bundle
      const together = talkBytes === 0 || connection.takesTalk(talkBytes)
      const frame = bundle.frame(viewer, together ? 'all' : 'events')
      if (frame !== null) connection.send(frame)
      if (together) connection.countTalk(talkBytes)
      else
        for (const part of bundle.talk) {
          const talk = part.frame(viewer)
          if (talk !== null) connection.queueTalk(talk, part.talkBytes)
        }
    })
    this.#tellOwn(before, after)
  }

  /** Sends a viewer's own changed data after the events that changed it. */
  #tellOwn(before: Position, after: Position): void {
    const ceilings = changedCeilings(before.state, after.state)
    const speech = before.state.speech !== after.state.speech
    if (ceilings.size === 0 && !speech) return
    const theirs = [...this.#subscribers].filter(({ viewer }) =>
      speech
        ? viewer.identity === 'buyer' || viewer.identity === 'seller'
        : viewer.identity === 'buyer' && ceilings.has(viewer.number),
    )
    this.post(theirs, ({ connection, viewer }) => {
      if (speech && isGagged(before.state, viewer) !== isGagged(after.state, viewer))
        connection.send(yoursFrame({ gagged: isGagged(after.state, viewer) }))
      if (viewer.identity === 'buyer' && ceilings.has(viewer.number))
        connection.send(yoursFrame({ ceilings: ceilingsOf(after.state, viewer.number) }))
    })
  }

  /** To every device of the company, at once. */
  decided(asking: Asking, verdict: Verdict): void {
    const devices = this.#devices.get(asking.by.actor)
    if (devices === undefined || devices.size === 0) return
    const frame = verdictFrame(asking, verdict)
    for (const { connection } of devices) connection.send(frame)
  }

  /** Another log: every view is invalid. Clients reconnect and get a new one. */
  loaded(position: Position): void {
    if (this.#shown === null) return
    this.#coalescer.forget()
    this.#shown = position
    this.#disclosed = new Disclosed(position)
    for (const { connection } of this.#subscribers) connection.close('restart', 'restart')
  }

  close(): void {
    this.#coalescer.forget()
    this.#room?.rounds.stop()
    this.#room?.watched.close()
  }
}
