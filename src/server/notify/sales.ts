import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { depositDue } from '../../domain/deposit.ts'
import { depositAwaited, depositDueTold } from '../../domain/notify/deposits.ts'
import type { Notice } from '../../domain/notify/notice.ts'
import { lotsClosing, lotsOpening, OPENS_WITHIN_MS } from '../../domain/notify/told.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Rooms } from '../ports.ts'
import { referencesOf } from '../store/deposit-references.ts'
import type { Db } from '../store/open.ts'
import { registrationsOf } from '../store/registrations.ts'
import type { Timeline } from '../store/schedules.ts'
import { entriesOf } from '../store/sessionDeposits.ts'
import { account, attention, lot, schedule, sessionHead, timeline } from '../store/schema.ts'
import { tell } from './tell.ts'

/** Writes the notifications that only time causes: lots that open or close soon, deposits that are awaited. */
export async function tellOfSales(db: Db, rooms: Pick<Rooms, 'state' | 'people'>, now: Instant): Promise<void> {
  await tell(db, await opening(db, now), now)
  await tell(db, await awaited(db, now), now)
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

/** Companies whose deposit for a sale is awaited. */
async function awaited(db: Db, now: Instant): Promise<readonly Notice[]> {
  const sales = await db
    .select({ timeline })
    .from(timeline)
    .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .where(
      and(
        gt(timeline.startTime, now),
        inArray(sessionHead.phase, [2, 3]),
        eq(schedule.practice, false),
        sql`jsonb_array_length(${timeline.deposits}) > 0`,
      ),
    )
  const notices = await Promise.all(sales.map(({ timeline: sale }) => awaitedFor(db, sale, now)))
  return notices.flat()
}

async function awaitedFor(db: Db, sale: Timeline, now: Instant): Promise<readonly Notice[]> {
  const { id, deposits: required } = sale
  const due = depositDue(sale)
  if (due <= now) return []
  const [signUps, entries] = await Promise.all([registrationsOf(db, id), entriesOf(db, id)])
  const late = signUps.flatMap(({ companyId: company, createdAt: since }) => {
    const own = entries.filter(({ companyId }) => companyId === company)
    const told = depositAwaited({ due, required, since, entries: own }, now)
    return told === null ? [] : [{ company, told }]
  })
  const references = await referencesOf(
    db,
    id,
    late.map(({ company }) => company),
  )
  return late.flatMap(({ company, told }) => {
    const reference = references.get(company)
    return reference === undefined ? [] : [depositDueTold({ sale: id, company, due }, { ...told, reference })]
  })
}

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
