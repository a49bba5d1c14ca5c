import type { SessionEvent } from '../../domain/events.ts'
import { evolve } from '../../domain/evolve.ts'
import type { SessionState } from '../../domain/state.ts'
import { filled, withEvents, withHole, type Activity, type HistoryPage } from './activity.ts'

/** What the welcome says, decoded. */
type WelcomeFrame =
  | { readonly recovered: true; readonly epoch: string; readonly seq: number; readonly events: readonly SessionEvent[] }
  | { readonly recovered: false; readonly snapshot: SessionState }

interface EventsFrame {
  readonly epoch: string
  readonly events: readonly SessionEvent[]
}

/** The room as this viewer may see it: built by the same `evolve` that the room itself runs. */
export interface Replica {
  /** `null` before the first welcome. */
  readonly state: SessionState | null
  readonly activity: readonly Activity[]
}

/** `fresh`: the events that were applied, in order; none for a snapshot. */
export type Heard =
  | { readonly outcome: 'ok'; readonly replica: Replica; readonly fresh: readonly SessionEvent[] }
  | { readonly outcome: 'gap' }

export const EMPTY: Replica = { state: null, activity: [] }

const GAP: Heard = { outcome: 'gap' }

/** Where to go on from: the last event that is known. */
export interface Position {
  readonly epoch: string
  readonly seq: number
}

export const positionOf = ({ state }: Replica): Position | null =>
  state ? { epoch: state.epoch, seq: state.seq } : null

export function welcomed(replica: Replica, frame: WelcomeFrame): Heard {
  if (!frame.recovered) return { outcome: 'ok', replica: fromSnapshot(replica, frame.snapshot), fresh: [] }
  const heard = follow(replica, frame.epoch, frame.events)
  // Never partial: a welcome that does not reach its own seq is not one to build on.
  return heard.outcome === 'ok' && heard.replica.state?.seq === frame.seq ? heard : GAP
}

export const told = (replica: Replica, frame: EventsFrame): Heard => follow(replica, frame.epoch, frame.events)

function fromSnapshot(replica: Replica, snapshot: SessionState): Replica {
  const sameLog =
    replica.state?.epoch === snapshot.epoch && replica.state.scheduleTimelineId === snapshot.scheduleTimelineId
  return sameLog && replica.state !== null
    ? { state: snapshot, activity: withHole(replica.activity, replica.state.seq, snapshot.seq) }
    : begunAt(snapshot)
}

/** What led to a state that this page begins with is not known to it. */
export const begunAt = (state: SessionState): Replica => ({ state, activity: withHole([], 0, state.seq) })

/** With a stretch of the log that the page was not here for; the same when it does not fit. */
export function backfilled(replica: Replica, page: HistoryPage): Replica {
  if (replica.state?.epoch !== page.epoch) return replica
  const activity = filled(replica.activity, page)
  return activity === replica.activity ? replica : { ...replica, activity }
}

/**
 * Applies what is new, in order. An event that came before is passed over; one that leaves a gap is never guessed
 * around.
 */
function follow(replica: Replica, epoch: string, events: readonly SessionEvent[]): Heard {
  if (replica.state?.epoch !== epoch) return GAP
  let state = replica.state
  const fresh: SessionEvent[] = []
  for (const event of events) {
    if (event.seq <= state.seq) continue
    if (event.seq !== state.seq + 1) return GAP
    state = evolve(state, event)
    fresh.push(event)
  }
  if (fresh.length === 0) return { outcome: 'ok', replica, fresh }
  return { outcome: 'ok', replica: { state, activity: withEvents(replica.activity, fresh) }, fresh }
}
