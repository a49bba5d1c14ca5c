import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { instant, type Instant } from '../../domain/units.ts'
import { catalogueOf } from '../demo/content/parcel.ts'
import { PRACTICE_GOODS } from '../demo/content/sales.ts'
import { accountId, companyId, PRACTICE_SCHEDULE } from '../demo/ids.ts'
import { lotRows, published } from '../demo/lots.ts'
import type { Rooms } from '../ports.ts'
import { seeded } from '../seeded.ts'
import { addLots, lotsOf } from '../store/lots.ts'
import type { Db } from '../store/open.ts'
import { addTimeline, findSession } from '../store/schedules.ts'
import * as schema from '../store/schema.ts'
import type { Pace } from './pace.ts'

/** Practice sessions that are not over, oldest first. `published`: its log has begun. */
export async function unfinished(db: Db): Promise<readonly { readonly id: string; readonly published: boolean }[]> {
  const rows = await db
    .select({ id: schema.timeline.id, phase: schema.sessionHead.phase })
    .from(schema.timeline)
    .leftJoin(schema.sessionHead, eq(schema.sessionHead.timelineId, schema.timeline.id))
    .where(
      and(
        eq(schema.timeline.scheduleId, PRACTICE_SCHEDULE),
        or(isNull(schema.sessionHead.phase), lt(schema.sessionHead.phase, 5)),
      ),
    )
    .orderBy(asc(schema.timeline.createdAt), asc(schema.timeline.id))
  return rows.map(({ id, phase }) => ({ id, published: phase !== null && phase > 1 }))
}

/** Whether the doors of a practice session have been seen open. The answer is cached between two sessions. */
export function practiceOpened(db: Db): () => Promise<boolean> {
  let seen = false
  return async () => {
    if (seen) return true
    const open = await db
      .select({ id: schema.timeline.id })
      .from(schema.timeline)
      .innerJoin(schema.sessionHead, eq(schema.sessionHead.timelineId, schema.timeline.id))
      .where(and(eq(schema.timeline.scheduleId, PRACTICE_SCHEDULE), inArray(schema.sessionHead.phase, [3, 4])))
      .limit(1)
    seen = open.length > 0
    return seen
  }
}

/** Whether there is a demo world to practise in. */
export const hasPractice = async (db: Db): Promise<boolean> =>
  (await db.select({ id: schema.schedule.id }).from(schema.schedule).where(eq(schema.schedule.id, PRACTICE_SCHEDULE)))
    .length > 0

/** The same lots each time, so that their pictures are drawn once; without reserves. */
const parcels = (count: number) =>
  catalogueOf(PRACTICE_GOODS, count, seeded(1_007)).map((parcel) => ({
    ...parcel,
    reserve: null,
    deliveryInDays: parcel.deliveryInDays + 30,
  }))

/** Makes the next session's rows. Its log begins with `publish`, which can be repeated if it fails. */
export async function prepare(db: Db, timelineId: string, pace: Pace, now: Instant): Promise<void> {
  const rows = await lotRows(parcels(pace.lots), { timelineId, sellers: ['robotseller'], now })
  await db.transaction(async (tx) => {
    await addTimeline(tx, {
      id: timelineId,
      scheduleId: PRACTICE_SCHEDULE,
      startTime: now,
      signUpDeadline: now,
      rule: pace.rule,
      hostAccountId: accountId('robothost'),
      createdAt: now,
    })
    await addLots(tx, timelineId, rows)
  })
}

export async function publish(db: Db, rooms: Pick<Rooms, 'give'>, timelineId: string): Promise<void> {
  const session = await findSession(db, timelineId)
  if (!session) return
  const { rule, startTime, signUpDeadline } = session.timeline
  const lots = await lotsOf(db, timelineId)
  const { reason } = await rooms.give(
    timelineId,
    {
      type: 'publish',
      practice: true,
      rule,
      startTime,
      signUpDeadline,
      hostCompany: companyId('robothost'),
      sellers: [{ seller: 'S1', company: companyId('robotseller') }],
      lots: lots.map(published),
    },
    { actor: 'room', account: null },
  )
  // `session.exists`: another node's keeper was faster, between two leases.
  if (reason !== null && reason !== 'session.exists')
    throw new Error(`the practice session ${timelineId} cannot be published: ${reason}`)
}

/** When a person last took a ticket to, entered or signed up for each session. */
export async function comings(db: Db, timelineIds: readonly string[]): Promise<ReadonlyMap<string, Instant>> {
  if (timelineIds.length === 0) return new Map()
  const ids = sql.param([...timelineIds])
  const { rows } = await db.execute<{ id: string; at: number }>(sql`
    SELECT timeline_id AS id, round(extract(epoch FROM max(came.created_at)) * 1000)::float8 AS at FROM (
      SELECT timeline_id, account_id, created_at FROM token WHERE timeline_id = ANY (${ids}::text[])
      UNION ALL SELECT timeline_id, account_id, created_at FROM registration WHERE timeline_id = ANY (${ids}::text[])
    ) came JOIN account ON account.id = came.account_id WHERE NOT account.robot GROUP BY timeline_id`)
  return new Map(rows.map(({ id, at }) => [id, instant(at)]))
}
