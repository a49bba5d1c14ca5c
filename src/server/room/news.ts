import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { EventType } from '../../domain/events.ts'
import { evolve } from '../../domain/evolve.ts'
import { open } from '../../domain/log.ts'
import { BidsLeftOut } from '../../domain/lot.ts'
import { noticesOfEvent, TELLING } from '../../domain/notify/events.ts'
import type { Notice } from '../../domain/notify/notice.ts'
import type { SessionState } from '../../domain/state.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { sessionEvent } from '../store/schema.ts'
import type { Placed } from './position.ts'

const TELLS: ReadonlySet<EventType> = new Set(TELLING)

/** The notices of these entries, which lead from one state to the other. Batches of bids alone cost nothing. */
export function noticesOfEvents(from: SessionState, to: SessionState, placed: readonly Placed[]): readonly Notice[] {
  if (to.practice || !placed.some(({ event }) => TELLS.has(event.type))) return []
  try {
    let state = from
    return placed.flatMap(({ event, hash }) => {
      const before = state
      state = evolve(before, event)
      return noticesOfEvent(event, hash, { before, after: state })
    })
  } catch (error) {
    // The saved state that the room began with leaves out older bids.
    if (!(error instanceof BidsLeftOut)) throw error
    return placed.flatMap(({ event, hash }) => noticesOfEvent(event, hash, { before: null, after: to }))
  }
}

/** A node that died tells what it had not told within this time. */
const FOUND_AGAIN_MS = 24 * 60 * 60_000

/** The notices of the log's newest events, for a room that has just been loaded. Told already, they stay as they are. */
export async function newsOf(db: Db, state: SessionState, now: Instant): Promise<readonly Notice[]> {
  if (state.practice) return []
  const rows = await db
    .select()
    .from(sessionEvent)
    .where(
      and(
        eq(sessionEvent.timelineId, state.scheduleTimelineId),
        lte(sessionEvent.seq, state.seq),
        gt(sessionEvent.at, later(now, -FOUND_AGAIN_MS)),
        inArray(
          sessionEvent.type,
          // Secret as a whole: the log does not say their types.
          TELLING.filter((type) => type !== 'offer.ended' && type !== 'ceiling.dropped'),
        ),
      ),
    )
    .orderBy(asc(sessionEvent.seq))
  return rows.flatMap(({ openings, ...entry }) =>
    noticesOfEvent(open(entry, openings), entry.hash, { before: null, after: state }),
  )
}
