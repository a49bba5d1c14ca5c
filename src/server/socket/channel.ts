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
import { recoveredWelcome, Snapshots } from './welcome.ts'
import { actorOf, ceilingsOf, changedCeilings, isGagged, verdictFrame, yoursFrame } from './yours.ts'

/** A longer absence is cheaper told as a snapshot. */
export const RESUME_MOST = 2_000

interface ChannelDeps {
  readonly clock: Clock
  readonly timers: Timers
  /** So many missed events are told one by one. */
  readonly resumeMost: number
}

/**
 * The watchers of one session on this node. Whoever is in it was told of the log up to `shown`, and gets everything
 * after it.
 */
export class Channel implements Listener {
  readonly #deps: ChannelDeps
  readonly #guests = new Set<Subscriber>()
  /** By who they are in the log: a verdict looks for its few devices among thousands of watchers. */
  readonly #devices = new Map<Actor, Set<Subscriber>>()
  readonly #deliveries = new Deliveries<Subscriber>()
  readonly #snapshots = new Snapshots()
  readonly #gatherer: Coalescer
  #room: { readonly watched: Watched; readonly rounds: Ticker } | null = null
  #shown: Position | null = null
  #joining = 0
  #emptySince: Instant

  private constructor(deps: ChannelDeps) {
    this.#deps = deps
    this.#gatherer = new Coalescer(deps, (placed, after) => this.#tellAll(placed, after))
    this.#emptySince = deps.clock.now()
  }

  static async open(timelineId: string, rooms: RoomService, deps: ChannelDeps): Promise<Channel> {
    const hall = new Channel(deps)
    const watched = await rooms.watch(timelineId, hall)
    const rounds = new Ticker(watched, hall, deps)
    hall.#room = { watched, rounds }
    hall.#shown = watched.position
    return hall
  }

  /** Where its guests are. */
  get shown(): Position {
    if (this.#shown === null) throw new Error('a hall that is not open')
    return this.#shown
  }

  get watched(): Watched {
    if (this.#room === null) throw new Error('a hall that is not open')
    return this.#room.watched
  }

  get guests(): ReadonlySet<Subscriber> {
    return this.#guests
  }

  post(to: readonly Subscriber[], deliver: (guest: Subscriber) => void): void {
    this.#deliveries.post(to, deliver)
  }

  /** Since when nobody is here; `null` while somebody is, or is coming in. */
  get emptySince(): Instant | null {
    return this.#guests.size === 0 && this.#joining === 0 ? this.#emptySince : null
  }

  /** The welcome and the place among the guests are one act: nothing between them is lost, nothing comes twice. */
  async join(guest: Subscriber, has: ResumeFrom | null): Promise<'recovered' | 'snapshot' | 'gone'> {
    this.#joining += 1
    try {
      let missed = has === null ? null : await this.#missedSince(has)
      // The log may have gone on once more before this line was reached.
      while (has !== null && missed !== null && !this.#reaches(has, missed)) missed = await this.#missedSince(has)
      if (!guest.connection.open) return 'gone'
      this.#welcome(guest, missed)
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

  #welcome(guest: Subscriber, missed: readonly Placed[] | null): void {
    const { viewer, connection } = guest
    const { state } = this.shown
    const now = this.#deps.clock.now()
    connection.send(
      missed === null ? this.#snapshots.welcome(state, viewer, now) : recoveredWelcome(missed, state, viewer, now),
    )
    const gagged = isGagged(state, viewer)
    if (viewer.identity === 'buyer') connection.send(yoursFrame({ ceilings: ceilingsOf(state, viewer.number), gagged }))
    else if (viewer.identity === 'seller') connection.send(yoursFrame({ gagged }))
    this.#guests.add(guest)
    const actor = actorOf(viewer)
    if (actor !== null) this.#devices.set(actor, (this.#devices.get(actor) ?? new Set()).add(guest))
    this.#room?.rounds.greet(guest)
  }

  leave(guest: Subscriber): void {
    if (!this.#guests.delete(guest)) return
    this.#devices.get(actorOf(guest.viewer) ?? '')?.delete(guest)
    this.#emptySince = this.#deps.clock.now()
  }

  /**
   * `null`: a snapshot it is. The log may go on while the missed events are read back, so it is looked at until it
   * holds still.
   */
  async #missedSince({ epoch, seq }: ResumeFrom): Promise<readonly Placed[] | null> {
    const { resumeMost } = this.#deps
    for (;;) {
      const { state } = this.shown
      if (epoch !== state.epoch || seq > state.seq || state.seq - seq > resumeMost) return null
      const read = await this.watched.since(seq, 2 * resumeMost)
      if (read === null || this.shown.state.epoch !== epoch) return null
      const shown = this.shown.state.seq
      if (seq === shown) return []
      if ((read.at(-1)?.event.seq ?? 0) >= shown) return read.slice(0, shown - seq)
    }
  }

  advanced(placed: readonly Placed[], _before: Position, after: Position): void {
    // Before it is open, what it will begin with has these already.
    if (this.#shown !== null) this.#gatherer.add(placed, after)
  }

  #tellAll(placed: readonly Placed[], after: Position): void {
    const before = this.shown
    const bundle = new EventBatch(
      placed.map(({ event }) => event),
      after.state,
    )
    this.#shown = after
    this.post([...this.#guests], ({ connection, viewer }) => connection.send(bundle.frame(viewer)))
    this.#tellOwn(before, after)
  }

  /** What is somebody's own and has changed, behind the events that changed it. */
  #tellOwn(before: Position, after: Position): void {
    const ceilings = changedCeilings(before.state, after.state)
    const speech = before.state.speech !== after.state.speech
    if (ceilings.size === 0 && !speech) return
    const theirs = [...this.#guests].filter(({ viewer }) =>
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

  /** Another log: nobody's picture is right any more. They come back and get a new one. */
  loaded(position: Position): void {
    if (this.#shown === null) return
    this.#gatherer.forget()
    this.#shown = position
    for (const { connection } of this.#guests) connection.close('restart', 'restart')
  }

  close(): void {
    this.#gatherer.forget()
    this.#room?.rounds.stop()
    this.#room?.watched.close()
  }
}
