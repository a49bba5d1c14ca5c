import type { Verdict } from '../../contract/verdict.ts'
import type { Actor } from '../../domain/events.ts'
import type { Viewer } from '../../domain/redact.ts'
import { isSecret } from '../../domain/secrets.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import { withoutBiddersSecret } from '../room/verdict.ts'
import { numberedVerdict } from '../room/numbered.ts'
import type { Placed, Position } from '../room/position.ts'
import type { Listener } from '../room/listeners.ts'
import type { RoomService } from '../room/rooms.ts'
import type { Timers } from '../room/timers.ts'
import type { Asking } from '../room/waiting.ts'
import type { Watched } from '../room/watched.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { EventBatch } from './event-batch.ts'
import { Deliveries } from './deliveries.ts'
import { Coalescer } from './coalescer.ts'
import type { Subscriber, ResumeFrom } from './subscriber.ts'
import type { Mark } from './wire.ts'
import { Ticker } from './ticker.ts'
import { Disclosed, isPrivy } from './disclosed.ts'
import { recoveredWelcome, Snapshots } from './welcome.ts'
import { actorOf, ceilingsOf, changedCeilings, isGagged, verdictFrame, yoursFrame } from './yours.ts'

/** Maximum number of missed events to resume from; beyond it a snapshot is cheaper. */
export const RESUME_MOST = 2_000

interface ChannelDeps {
  readonly clock: Clock
  readonly timers: Timers
  readonly mark: Mark
  readonly tracing?: Tracing | null
  /** Maximum number of missed events sent individually. */
  readonly resumeMost: number
}

/** Maximum number of entries read back per event that everyone sees. */
const SECRETS_AMONG = 10

/** The events between a client's place and the channel's. */
interface Missed {
  readonly upTo: Position
  readonly events: readonly Placed[]
}

/** How a client was welcomed; `news`: with a snapshot, or with events that it had missed. */
interface Joined {
  readonly kind: 'recovered' | 'snapshot' | 'gone'
  readonly news: boolean
}

/** Index of the last entry that the viewer was told; the list begins with the newest event that everyone sees. */
function toldOf(read: readonly Placed[], privy: number, viewer: Viewer): number {
  const end = read.findIndex(({ event }, i) => i > 0 && !isSecret(event))
  const own = read
    .slice(0, end === -1 ? read.length : end)
    .flatMap((one, i) => (i > 0 && isPrivy(viewer, one) ? [i] : []))
  return privy === 0 ? 0 : (own[privy - 1] ?? -1)
}

/**
 * The subscribers of one session on this node. Each has been sent the log up to `shown`, and gets everything after it.
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
  readonly #id: string
  /** Bids heard of and not yet told; empty unless bids are traced. */
  #untold: { readonly seq: number; readonly from: number }[] = []

  private constructor(id: string, deps: ChannelDeps) {
    this.#id = id
    this.#deps = deps
    this.#coalescer = new Coalescer(deps, (placed, after) => this.#tellAll(placed, after))
    this.#emptySince = deps.clock.now()
  }

  static async open(timelineId: string, rooms: RoomService, deps: ChannelDeps): Promise<Channel> {
    const channel = new Channel(timelineId, deps)
    const watched = await rooms.watch(timelineId, channel)
    channel.#disclosed = new Disclosed([...watched.numbers.newest])
    const rounds = new Ticker(watched, channel, deps)
    channel.#room = { watched, rounds }
    channel.#shown = watched.position
    return channel
  }

  get id(): string {
    return this.#id
  }

  /** The position that the subscribers have been sent. */
  get shown(): Position {
    if (this.#shown === null) throw new Error('a channel that is not open')
    return this.#shown
  }

  get #told(): Disclosed {
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
  async join(subscriber: Subscriber, has: ResumeFrom | null): Promise<Joined> {
    this.#joining += 1
    try {
      let missed = has === null ? null : await this.#missedSince(has, subscriber.viewer)
      // The log may have grown once more while events were read.
      while (has !== null && missed !== null && missed.upTo !== this.shown)
        missed = await this.#missedSince(has, subscriber.viewer)
      if (!subscriber.connection.open) return { kind: 'gone', news: false }
      this.#welcome(subscriber, missed?.events ?? null)
      return missed === null ? { kind: 'snapshot', news: true } : { kind: 'recovered', news: missed.events.length > 0 }
    } finally {
      this.#joining -= 1
      this.#emptySince = this.#deps.clock.now()
    }
  }

  #welcome(subscriber: Subscriber, missed: readonly Placed[] | null): void {
    const { viewer, connection } = subscriber
    const { state } = this.shown
    const { numbers } = this.watched
    const { clock } = this.#deps
    const mark = this.#markIn(state)
    const welcoming = { state, numbers, viewer, disclosed: this.#told, mark, now: clock.now() }
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
  async #missedSince({ epoch, seq, ...has }: ResumeFrom, viewer: Viewer): Promise<Missed | null> {
    const { resumeMost } = this.#deps
    for (;;) {
      const upTo = this.shown
      const place = this.watched.numbers.placeOf(seq)
      if (epoch !== upTo.state.epoch || seq < 1 || place > upTo.state.seq) return null
      // Counted by readers' numbers: the limit must not reveal how many secrets lie between.
      if (this.watched.numbers.of(upTo.state.seq) - seq > resumeMost) return null
      // The last event that the client was told is read too, to compare its hash: another hash means another log.
      const read = await this.watched.since(place - 1, SECRETS_AMONG * resumeMost)
      if (read === null || this.shown.state.epoch !== epoch) return null
      if ((read.at(-1)?.event.seq ?? 0) < upTo.state.seq) continue
      const told = toldOf(read, has.privy, viewer)
      const last = read[told]
      if (last === undefined || !this.#marksOf(last.hash, upTo.state).includes(has.mark)) return null
      if (upTo === this.shown) return { upTo, events: read.slice(told + 1, upTo.state.seq - place + 1) }
    }
  }

  /**
   * How places of the log are marked for clients. A node that cannot read an entry puts the entry's number into its
   * marks: a node that reads the entry does not know them, and sends a snapshot instead of resuming (R8).
   */
  #markIn({ unread }: SessionState): Mark {
    const { mark } = this.#deps
    return unread === null ? mark : (hash) => mark(`${hash} without ${unread}`)
  }

  /** The marks that a client may resume with: this node's own, and that of a node which reads every entry. */
  #marksOf(hash: string, state: SessionState): readonly (string | null)[] {
    return [this.#deps.mark(hash), this.#markIn(state)(hash)]
  }

  advanced(placed: readonly Placed[], _before: Position, after: Position): void {
    // Before the channel opens, its initial state includes these events.
    if (this.#shown === null) return
    if (this.#deps.tracing) this.#heardOf(placed)
    this.#coalescer.add(placed, after)
  }

  /** Bids that a ceiling placed have no trace: no request of theirs was made. */
  #heardOf(placed: readonly Placed[]): void {
    const from = performance.now()
    for (const { event } of placed)
      if (event.type === 'bid' && event.origin?.auto !== true) this.#untold.push({ seq: event.seq, from })
  }

  #tellAll(placed: readonly Placed[], after: Position): void {
    const before = this.shown
    const { numbers } = this.watched
    const told = this.#told
    const bundle = new EventBatch(placed, {
      state: after.state,
      numbers,
      mark: this.#markIn(after.state),
      before: told,
    })
    this.#shown = after
    this.#disclosed = told.after(placed)
    const to = [...this.#subscribers]
    const deliver = ({ connection, viewer }: Subscriber): void => {
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
    }
    const bids = this.#untold
    const { tracing } = this.#deps
    if (!tracing || bids.length === 0) this.post(to, deliver)
    else {
      this.#untold = []
      this.#deliveries.post(to, deliver, () => tracing.told(this.#id, bids, to.length))
    }
    this.#tellOwn(before, after)
    this.#room?.rounds.changed(before, after)
  }

  /** Sends viewers their own changed data, after the events that changed it. */
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

  /** Sends a verdict to every device of the company at once. */
  decided(asking: Asking, verdict: Verdict): void {
    const devices = this.#devices.get(asking.by.actor)
    if (devices === undefined || devices.size === 0) return
    const shown = withoutBiddersSecret(verdict, asking.by)
    const frame = verdictFrame(asking, numberedVerdict(shown, this.watched.numbers))
    for (const { connection } of devices) connection.send(frame)
  }

  /** Another log took its place: every view is invalid, so clients reconnect for a new snapshot. */
  loaded(position: Position): void {
    if (this.#shown === null) return
    this.#coalescer.forget()
    this.#shown = position
    this.#disclosed = new Disclosed([...this.watched.numbers.newest])
    for (const { connection } of this.#subscribers) connection.close('restart', 'restart')
  }

  close(): void {
    this.#coalescer.forget()
    this.#room?.rounds.stop()
    this.#room?.watched.close()
  }
}
