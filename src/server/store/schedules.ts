import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { SessionPhase } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import type { Listed, Slice } from './page.ts'
import { schedule, sessionHead, timeline } from './schema.ts'

export type Schedule = typeof schedule.$inferSelect
export type Timeline = typeof timeline.$inferSelect
type SessionHead = typeof sessionHead.$inferSelect

/** A session with its log's head; `null`: no log yet, so the session is in preparation. */
export interface Session {
  readonly timeline: Timeline
  readonly head: Pick<SessionHead, 'epoch' | 'seq' | 'phase' | 'stage' | 'sold' | 'unsold'> | null
}
export interface ScheduleWithSessions extends Schedule {
  /** State of its next unfinished session, 5 when all are finished. */
  readonly state: SessionPhase
  /** In order of start time. */
  readonly sessions: readonly Session[]
}

export async function addSchedule(db: Db, row: typeof schedule.$inferInsert): Promise<void> {
  await db.insert(schedule).values(row)
}

export async function addTimeline(db: Db, row: typeof timeline.$inferInsert): Promise<void> {
  await db.insert(timeline).values(row)
}

/** Stores times from the log. Times only grow, so a node that is behind cannot overwrite newer ones. */
export async function keepTimes(
  db: Db,
  timelineId: string,
  { startTime, signUpDeadline }: Pick<Timeline, 'startTime' | 'signUpDeadline'>,
): Promise<void> {
  await db
    .update(timeline)
    .set({ startTime, signUpDeadline })
    .where(and(eq(timeline.id, timelineId), lt(timeline.startTime, startTime)))
}

/** A reader's access to drafts: `all` for operators, else drafts that the account hosts or its company sells in. */
export type Drafts = 'all' | { readonly host: AccountId | null; readonly seller: CompanyId | null }
export const NO_DRAFTS: Drafts = { host: null, seller: null }

export interface ScheduleQuery extends Slice {
  readonly drafts: Drafts
  readonly states?: readonly SessionPhase[]
  readonly practice?: boolean
}

/** The next schedule first; then finished ones, newest first. */
export async function listSchedules(
  db: Db,
  { states, practice, drafts, offset, limit }: ScheduleQuery,
): Promise<Listed<ScheduleWithSessions>> {
  const conditions = [
    states && sql`state IN ${[...states]}`,
    practice === undefined ? undefined : sql`practice = ${practice}`,
    drafts === 'all' ? undefined : sql`sessions > 0`,
  ].filter((condition): condition is SQL => condition !== undefined)
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    SELECT id, count(*) OVER ()::int AS total FROM (${standing(drafts)}) AS standing
    ${conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``}
    ORDER BY next NULLS LAST, last DESC NULLS LAST, id OFFSET ${offset} LIMIT ${limit}`)
  const found = await withSessions(
    db,
    rows.map(({ id }) => id),
    drafts,
  )
  // A page beyond the last has no row to carry the total.
  const total =
    rows[0]?.total ??
    (offset === 0
      ? 0
      : (
          await listSchedules(db, {
            ...(states && { states }),
            ...(practice !== undefined && { practice }),
            drafts,
            offset: 0,
            limit: 1,
          })
        ).total)
  return { rows: rows.flatMap(({ id }) => found.get(id) ?? []), total }
}

/** SQL: each schedule with the state of its next unfinished session. */
const standing = (drafts: Drafts): SQL => sql`
  SELECT s.id, count(t.id)::int AS sessions, s.practice, min(t.start_time) FILTER (WHERE coalesce(h.phase, 1) < 5) AS next, max(t.start_time) AS last,
    CASE WHEN count(t.id) = 0 THEN 1
      ELSE coalesce((array_agg(coalesce(h.phase, 1) ORDER BY t.start_time, t.id) FILTER (WHERE coalesce(h.phase, 1) < 5))[1], 5) END AS state
  FROM schedule s LEFT JOIN (timeline t LEFT JOIN session_head h ON h.timeline_id = t.id) ON t.schedule_id = s.id AND ${shownTo(drafts)}
  GROUP BY s.id`

/** SQL: whether the reader sees session `t` with head `h`; only its sellers, its host and operators see a draft. */
const shownTo = (drafts: Drafts): SQL =>
  drafts === 'all'
    ? sql`true`
    : sql`(coalesce(h.phase, 1) > 1 OR t.host_account_id = ${drafts.host}
      OR EXISTS (SELECT FROM lot l WHERE l.timeline_id = t.id AND l.seller_company_id = ${drafts.seller}))`

/**
 * Lists show only the newest practice session, while it runs: near its end newcomers are sent to the next. Finished
 * ones have no results, and would fill the list.
 */
const SHOWN = or(
  eq(schedule.practice, false),
  and(
    or(isNull(sessionHead.phase), ne(sessionHead.phase, 5)),
    sql`NOT EXISTS (SELECT FROM timeline newer WHERE newer.schedule_id = ${timeline.scheduleId} AND newer.created_at > ${timeline.createdAt})`,
  ),
)

export async function findSchedule(db: Db, id: string, drafts: Drafts): Promise<ScheduleWithSessions | null> {
  const found = (await withSessions(db, [id], drafts)).get(id) ?? null
  return found !== null && (drafts === 'all' || found.sessions.length > 0) ? found : null
}

/** The schedule of a session, with that session even if lists leave it out. */
export async function findScheduleOf(db: Db, timelineId: string, drafts: Drafts): Promise<ScheduleWithSessions | null> {
  const [found] = await db.select({ id: timeline.scheduleId }).from(timeline).where(eq(timeline.id, timelineId))
  const schedules = found && (await withSessions(db, [found.id], drafts, timelineId))
  const whole = found && schedules?.get(found.id)
  // A draft answers as missing for others, whatever else the schedule holds.
  return whole?.sessions.some(({ timeline: { id } }) => id === timelineId) === true ? whole : null
}

async function withSessions(
  db: Db,
  ids: readonly string[],
  drafts: Drafts,
  always?: string,
): Promise<Map<string, ScheduleWithSessions>> {
  if (ids.length === 0) return new Map()
  const [schedules, all] = await Promise.all([
    db
      .select()
      .from(schedule)
      .where(inArray(schedule.id, [...ids])),
    sessions(db)
      .where(
        and(
          inArray(timeline.scheduleId, [...ids]),
          always === undefined ? SHOWN : or(SHOWN, eq(timeline.id, always)),
          readableBy(drafts),
        ),
      )
      .orderBy(asc(timeline.startTime), asc(timeline.id)),
  ])
  const bySchedule = Map.groupBy(all.map(withoutSchedule), (session) => session.timeline.scheduleId)
  return new Map(
    schedules.map((row) => {
      const own = bySchedule.get(row.id) ?? []
      return [row.id, { ...row, sessions: own, state: stateOf(own) }]
    }),
  )
}

/** The same condition on the tables without aliases. */
const readableBy = (drafts: Drafts): SQL | undefined =>
  drafts === 'all'
    ? undefined
    : or(
        gt(sessionHead.phase, 1),
        drafts.host === null ? undefined : eq(timeline.hostAccountId, drafts.host),
        drafts.seller === null
          ? undefined
          : sql`EXISTS (SELECT FROM lot l WHERE l.timeline_id = ${timeline.id} AND l.seller_company_id = ${drafts.seller})`,
      )

function stateOf(own: readonly Session[]): SessionPhase {
  if (own.length === 0) return 1
  return own.map(({ head }) => head?.phase ?? 1).find((phase) => phase < 5) ?? 5
}

export interface SessionOfSchedule extends Session {
  readonly schedule: Schedule
}

export const findSession = async (db: Db, timelineId: string): Promise<SessionOfSchedule | null> =>
  (await sessions(db).where(eq(timeline.id, timelineId)))[0] ?? null

/** A draft answers as missing for readers without access, exactly like an unknown session. */
export async function findSessionFor(db: Db, timelineId: string, drafts: Drafts): Promise<SessionOfSchedule | null> {
  const found = await findSession(db, timelineId)
  if (!found || (found.head !== null && found.head.phase > 1)) return found
  return (await findScheduleOf(db, timelineId, drafts)) && found
}

/** Sessions whose doors are open, next first, without practice, which is always open. */
export const openSessions = (db: Db): Promise<SessionOfSchedule[]> =>
  sessions(db)
    .where(and(eq(schedule.practice, false), inArray(sessionHead.phase, [3, 4])))
    .orderBy(asc(timeline.startTime), asc(timeline.id))
    .execute()

/** Published unfinished sessions, next first. Practice is left out. */
export const publishedSessions = (db: Db): Promise<SessionOfSchedule[]> =>
  sessions(db)
    .where(and(eq(schedule.practice, false), inArray(sessionHead.phase, [2, 3, 4])))
    .orderBy(asc(timeline.startTime), asc(timeline.id))
    .execute()

/** For joins: sessions with their schedule and log head. */
const sessions = (db: Db) =>
  db
    .select({ timeline, schedule, head: HEAD })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .leftJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
export const HEAD = {
  epoch: sessionHead.epoch,
  seq: sessionHead.seq,
  phase: sessionHead.phase,
  stage: sessionHead.stage,
  sold: sessionHead.sold,
  unsold: sessionHead.unsold,
}

/** Practice sessions that one run deletes; what is left goes with the next. */
const PRACTICE_A_RUN = 100

/**
 * Deletes finished practice sessions that began before then, with all their data. One that still waits for its first
 * visitor stays, however old.
 */
export async function forgetPractice(db: Db, before: Instant): Promise<void> {
  const old = sql`SELECT t.id FROM timeline t JOIN schedule s ON s.id = t.schedule_id JOIN session_head h ON h.timeline_id = t.id
    WHERE s.practice AND h.phase = 5 AND t.created_at < ${new Date(before).toISOString()} ORDER BY t.created_at LIMIT ${PRACTICE_A_RUN}`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(old)
    if (rows.length === 0) return
    const ids = sql`${sql.param(rows.map(({ id }) => id))}::text[]`
    await tx.execute(sql`DELETE FROM attention WHERE lot_id IN (SELECT id FROM lot WHERE timeline_id = ANY (${ids}))`)
    // The serving role deletes nothing of a log; the function does, of finished practice sessions alone.
    await tx.execute(sql`SELECT practice_forget(${ids})`)
    for (const table of [
      'session_snapshot',
      'presence',
      'registration',
      'admission_pin',
      'token',
      'session_head',
      'lot',
    ]) {
      await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE timeline_id = ANY (${ids})`)
    }
    await tx.execute(sql`DELETE FROM timeline WHERE id = ANY (${ids})`)
  })
}

const withoutSchedule = ({ timeline: row, head }: SessionOfSchedule): Session => ({ timeline: row, head })
