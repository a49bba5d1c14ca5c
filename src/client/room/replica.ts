import type { SessionEvent } from '../../domain/events.ts'
import { evolve, passedTo, withLateMessages } from '../../domain/evolve.ts'
import type { SessionState } from '../../domain/state.ts'
import { filled, withEvents, withHole, withLate, type Activity, type HistoryPage } from './activity.ts'

/** The welcome, decoded. */
type WelcomeFrame =
  | {
      readonly recovered: true
      readonly epoch: string
      readonly seq: number
      readonly hash?: string | undefined
      readonly said?: number | undefined
      readonly events: readonly SessionEvent[]
    }
  | { readonly recovered: false; readonly hash?: string | undefined; readonly snapshot: SessionState }

interface EventsFrame {
  /** Of an older server: it is that of the welcome. */
  readonly epoch?: string | undefined
  readonly hash?: string | null | undefined
  readonly before?: number | undefined
  readonly events: readonly SessionEvent[]
}

/** The room as this viewer may see it: built by the same `evolve` that the room itself runs. */
export interface Replica {
  /** `null` before the first welcome. */
  readonly state: SessionState | null
  /** The beginning of the hash of the log's entry at `state.seq`, as far as it is known. */
  readonly hash: string | null
  readonly activity: readonly Activity[]
  /** The messages after `after`, up to `upTo`, were left out on a slow link; `null`: none. */
  readonly spared: Spared | null
}

export interface Spared {
  readonly after: number
  readonly upTo: number
}

/** `fresh`: the events that were applied, in order; none for a snapshot. */
export type Heard =
  | { readonly outcome: 'ok'; readonly replica: Replica; readonly fresh: readonly SessionEvent[] }
  | { readonly outcome: 'gap' }

export const EMPTY: Replica = { state: null, hash: null, activity: [], spared: null }

const GAP: Heard = { outcome: 'gap' }

/** Where to go on from: the last event that is known. */
export interface ReplicaPosition {
  readonly epoch: string
  readonly seq: number
  /** Of that event's entry: a log that has another one there is another log. */
  readonly hash?: string
}

export const positionOf = ({ state, hash }: Replica): ReplicaPosition | null =>
  state ? { epoch: state.epoch, seq: state.seq, ...(hash !== null && { hash }) } : null

export function welcomed(replica: Replica, frame: WelcomeFrame): Heard {
  const { hash = null } = frame
  if (!frame.recovered) return { outcome: 'ok', replica: { ...fromSnapshot(replica, frame.snapshot), hash }, fresh: [] }
  const heard = follow(replica, frame)
  // Never partial: a welcome that ends before what is here already is not one to build on.
  if (heard.outcome === 'gap' || (heard.replica.state?.seq ?? 0) > frame.seq) return GAP
  const followed = withSpared(heard.replica, frame.said)
  return { ...heard, replica: ticked(followed, { seq: frame.seq, hash: hash ?? heard.replica.hash }) }
}

export const applyEvents = (replica: Replica, frame: EventsFrame): Heard => follow(replica, frame)

/** Everything that this viewer may see up to `seq` is here: what has no event is a secret of others. */
export function ticked(
  replica: Replica,
  { seq, hash }: { readonly seq: number; readonly hash: string | null },
): Replica {
  const { state } = replica
  return state === null || seq <= state.seq ? replica : { ...replica, state: passedTo(state, seq), hash }
}

function fromSnapshot(replica: Replica, snapshot: SessionState): Replica {
  const sameLog =
    replica.state?.epoch === snapshot.epoch && replica.state.scheduleTimelineId === snapshot.scheduleTimelineId
  return sameLog && replica.state !== null
    ? {
        state: snapshot,
        hash: null,
        activity: withHole(replica.activity, replica.state.seq, snapshot.seq),
        spared: null,
      }
    : begunAt(snapshot)
}

/** The events before the page's first snapshot are not known to it. */
export const begunAt = (state: SessionState, hash: string | null = null): Replica => ({
  state,
  hash,
  activity: withHole([], 0, state.seq),
  spared: null,
})

/** With a stretch of the log that the page was not here for; the same when it does not fit. */
export function backfilled(replica: Replica, page: HistoryPage): Replica {
  if (replica.state?.epoch !== page.epoch) return replica
  const activity = filled(replica.activity, page)
  return activity === replica.activity ? replica : { ...replica, activity }
}

/**
 * Applies what is new, in order. An event that came before is passed over. Numbers in between are secrets of others,
 * which are not sent; that nothing else is missing is the link's own promise, and the checkpoint's digest proves it.
 */
function follow(before: Replica, { epoch, events, hash, before: preceding }: EventsFrame): Heard {
  if (before.state === null || (epoch !== undefined && before.state.epoch !== epoch)) return GAP
  const replica = caughtUp(withSpared(before, preceding), events)
  let { state } = replica
  if (state === null) return GAP
  const fresh: SessionEvent[] = []
  for (const event of events) {
    if (event.seq <= state.seq) continue
    state = evolve(state, event)
    fresh.push(event)
  }
  if (fresh.length === 0) return { outcome: 'ok', replica, fresh }
  const activity = withEvents(replica.activity, fresh)
  return { outcome: 'ok', replica: { ...replica, state, hash: hash ?? null, activity }, fresh }
}

/** Notes the messages between the newest one that is here and `upTo`, which has been said but will not be sent. */
function withSpared(replica: Replica, upTo: number | undefined): Replica {
  const newest = replica.state?.messages.at(-1)?.seq ?? 0
  if (upTo === undefined || upTo <= newest) return replica
  return { ...replica, spared: { after: replica.spared?.after ?? newest, upTo } }
}

/** With messages that come after later events: of a slow link, or asked for. */
function caughtUp(replica: Replica, events: readonly SessionEvent[]): Replica {
  const { state } = replica
  if (state === null) return replica
  const late = events.flatMap((event) => (event.type === 'message' && event.seq <= state.seq ? [event] : []))
  const next = withLateMessages(state, late)
  const activity = withLate(replica.activity, late)
  return next === state && activity === replica.activity ? replica : { ...replica, state: next, activity }
}

/** With messages that were left out, as the room answers them, newest first; the same when they do not fit. */
export function unspared(replica: Replica, page: HistoryPage): Replica {
  const { state, spared } = replica
  if (state?.epoch !== page.epoch || spared === null || page.upTo !== spared.upTo) return replica
  const left = page.after > spared.after ? { after: spared.after, upTo: page.after } : null
  return { ...caughtUp(replica, page.events), spared: left }
}
