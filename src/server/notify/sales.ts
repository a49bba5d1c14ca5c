import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { lotsClosing, lotsOpening, OPENS_WITHIN_MS } from '../../domain/notify/told.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Rooms } from '../ports.ts'
import type { Db } from '../store/open.ts'
import { account, attention, lot, schedule, sessionHead, timeline } from '../store/schema.ts'
import { tell } from './tell.ts'

/** Writes the notifications that only time causes: lots that open or close soon. */
export async function tellOfSales(db: Db, rooms: Pick<Rooms, 'state' | 'people'>, now: Instant): Promise<void> {
  await tell(db, await opening(db, now), now)
  const running = await db.select({ id: sessionHead.timelineId }).from(sessionHead).where(eq(sessionHead.phase, 4))
  for (const { id } of running) {
    const state = await rooms.state(id)
    const closing = state === null ? [] : lotsClosing(state, now)
    if (closing.length > 0) await tell(db, closing, now, await presentIn(rooms, id))
  }
}

/** Accounts in the room just now, on any node. */
export const presentIn = async (rooms: Pick<Rooms, 'people'>, sale: string): Promise<ReadonlySet<string>> =>
  new Set((await rooms.people(sale)).flatMap(({ account: id, online }) => (online ? [id] : [])))

async function opening(db: Db, now: Instant) {
  const rows = await db
    .select({
      sale: timeline.id,
      startTime: timeline.startTime,
      account: attention.accountId,
      lots: sql<number>`count(*)::int`,
    })
    .from(timeline)
    .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .innerJoin(lot, eq(lot.timelineId, timeline.id))
    .innerJoin(attention, eq(attention.lotId, lot.id))
    .innerJoin(account, eq(account.id, attention.accountId))
    .where(
      and(
        gt(timeline.startTime, now),
        lte(timeline.startTime, later(now, OPENS_WITHIN_MS)),
        inArray(sessionHead.phase, [2, 3]),
        eq(schedule.practice, false),
        eq(account.robot, false),
      ),
    )
    .groupBy(timeline.id, timeline.startTime, attention.accountId)
  return rows.map(({ sale, startTime, ...watcher }) => lotsOpening(sale, startTime, watcher))
}
