import type { SessionEvent } from '../../domain/events.ts'
import { evolve, passedTo, withLateMessages } from '../../domain/evolve.ts'
import { isSecret } from '../../domain/secrets.ts'
import type { SessionState } from '../../domain/state.ts'
import { filled, withEvents, withHole, withLate, type Activity, type HistoryPage } from './activity.ts'

/** The welcome, decoded. */
type WelcomeFrame =
  | {
      readonly recovered: true
      readonly epoch: string
      readonly seq: number
      readonly privy?: number | undefined
      readonly mark?: string | undefined
      readonly said?: number | undefined
      readonly events: readonly SessionEvent[]
    }
  | {
      readonly recovered: false
      readonly privy?: number | undefined
      readonly mark?: string | undefined
      readonly snapshot: SessionState
    }

interface EventsFrame {
  readonly mark?: string | undefined
  readonly privy?: number | undefined
  readonly before?: number | undefined
  readonly events: readonly SessionEvent[]
}

/** The room's state as far as this viewer may see it, built by the same `evolve` that the room runs. */
export interface Replica {
  /** `null` before the first welcome. */
  readonly state: SessionState | null
  /** Number of events secret from others that followed the one with number `state.seq`. */
  readonly privy: number
  /** The room's mark of the last event received. */
  readonly mark: string | null
  readonly activity: readonly Activity[]
  /** The messages after `after`, up to `upTo`, that the room left out on a slow link; `null`: none. */
  readonly spared: Spared | null
}

export interface Spared {
  readonly after: number
  readonly upTo: number
}

/** `fresh`: the applied events, in order; empty for a snapshot. */
export type Heard =
  | { readonly outcome: 'ok'; readonly replica: Replica; readonly fresh: readonly SessionEvent[] }
  | { readonly outcome: 'gap' }

export const EMPTY: Replica = { state: null, privy: 0, mark: null, activity: [], spared: null }

const GAP: Heard = { outcome: 'gap' }

/** The position to resume from: the last known event. */
export interface ReplicaPosition {
  readonly epoch: string
  readonly seq: number
  readonly privy: number
  /** Identifies the log: a log with another entry at this position is another log. */
  readonly mark: string | null
}

export const positionOf = ({ state, privy, mark }: Replica): ReplicaPosition | null =>
  state ? { epoch: state.epoch, seq: state.seq, privy, mark } : null

export function welcomed(replica: Replica, frame: WelcomeFrame): Heard {
  const { privy = 0, mark = null } = frame
  if (!frame.recovered)
    return { outcome: 'ok', replica: { ...fromSnapshot(replica, frame.snapshot), privy, mark }, fresh: [] }
  if (replica.state?.epoch !== frame.epoch) return GAP
  const heard = follow(replica, { events: frame.events })
  // Never applied in part: a welcome that ends before the replica does not fit it.
  if (heard.outcome === 'gap' || (heard.replica.state?.seq ?? 0) > frame.seq) return GAP
  const followed = withSpared(heard.replica, frame.said)
  const state = followed.state && passedTo(followed.state, frame.seq)
  return { ...heard, replica: { ...followed, state, privy, mark } }
}

export function applyEvents(replica: Replica, frame: EventsFrame): Heard {
  const heard = follow(replica, frame)
  // Some events secret from others were lost on the way, or came twice.
  const lost = heard.outcome === 'ok' && heard.fresh.length > 0 && heard.replica.privy !== (frame.privy ?? 0)
  return lost ? GAP : heard
}

function fromSnapshot(replica: Replica, snapshot: SessionState): Replica {
  const sameLog =
    replica.state?.epoch === snapshot.epoch && replica.state.scheduleTimelineId === snapshot.scheduleTimelineId
  return sameLog && replica.state !== null
    ? {
        state: snapshot,
        privy: 0,
        mark: null,
        activity: withHole(replica.activity, replica.state.seq, snapshot.seq),
        spared: null,
      }
    : begunAt(snapshot)
}

/** The replica at a snapshot. It lacks the events before. */
export const begunAt = (state: SessionState, privy = 0, mark: string | null = null): Replica => ({
  state,
  privy,
  mark,
  activity: withHole([], 0, state.seq),
  spared: null,
})

/** Adds a stretch of the log from before this page; returns the same replica if it does not fit. */
export function backfilled(replica: Replica, page: HistoryPage): Replica {
  if (replica.state?.epoch !== page.epoch) return replica
  const activity = filled(replica.activity, page)
  return activity === replica.activity ? replica : { ...replica, activity }
}

/**
 * Applies new events, in order, and skips earlier ones. Gaps in the numbers are messages that come later or not at all.
 * The link guarantees that nothing else is missing, and the checkpoint's digest verifies it.
 */
function follow(before: Replica, frame: EventsFrame): Heard {
  if (before.state === null) return GAP
  const { events, mark = null, before: preceding } = frame
  const replica = caughtUp(withSpared(before, preceding), events)
  let { state, privy } = replica
  if (state === null || isPast(frame, replica)) return { outcome: 'ok', replica, fresh: [] }
  const fresh: SessionEvent[] = []
  for (const event of events) {
    const own = isSecret(event)
    if (own ? event.seq < state.seq : event.seq <= state.seq) continue
    privy = own && event.seq === state.seq ? privy + 1 : own ? 1 : 0
    state = evolve(state, event)
    fresh.push(event)
  }
  if (fresh.length === 0) return { outcome: 'ok', replica, fresh }
  const activity = withEvents(replica.activity, fresh)
  return { outcome: 'ok', replica: { ...replica, state, privy, mark, activity }, fresh }
}

/** Whether a frame ends at or before the replica's position. */
function isPast({ events, privy }: EventsFrame, { state, privy: here }: Replica): boolean {
  const seq = events.at(-1)?.seq ?? 0
  return state !== null && privy !== undefined && (seq < state.seq || (seq === state.seq && privy <= here))
}

/**
 * Notes the messages between the newest one here and `upTo`: they were sent in the room, but will not reach this page.
 */
function withSpared(replica: Replica, upTo: number | undefined): Replica {
  const newest = replica.state?.messages.at(-1)?.seq ?? 0
  if (upTo === undefined || upTo <= newest) return replica
  return { ...replica, spared: { after: replica.spared?.after ?? newest, upTo } }
}

/** Adds messages that came after later events: from a slow link, or requested. */
function caughtUp(replica: Replica, events: readonly SessionEvent[]): Replica {
  const { state } = replica
  if (state === null) return replica
  const late = events.flatMap((event) => (event.type === 'message' && event.seq <= state.seq ? [event] : []))
  const next = withLateMessages(state, late)
  const activity = withLate(replica.activity, late)
  return next === state && activity === replica.activity ? replica : { ...replica, state: next, activity }
}

/**
 * Adds messages that were left out, as the room returns them, newest first; returns the same replica if they do not
 * fit.
 */
export function unspared(replica: Replica, page: HistoryPage): Replica {
  const { state, spared } = replica
  if (state?.epoch !== page.epoch || spared === null || page.upTo !== spared.upTo) return replica
  const left = page.after > spared.after ? { after: spared.after, upTo: page.after } : null
  return { ...caughtUp(replica, page.events), spared: left }
}
