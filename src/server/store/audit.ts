import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { AuditOutcome } from '../../contract/audit.ts'
import type { DayRange } from '../../contract/dayRange.ts'
import type { Instant } from '../../domain/units.ts'
import { openDeepList } from './deep.ts'
import { ROWS_A_RUN } from './old-rows.ts'
import type { Db } from './open.ts'
import { searches, within } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { audit, auditWords } from './schema.ts'

export type AuditRow = typeof audit.$inferSelect
export type NewAuditRow = typeof audit.$inferInsert

export interface AuditFilter extends DayRange {
  readonly keyword?: string | undefined
  readonly act?: string | undefined
  readonly outcome?: AuditOutcome | undefined
  readonly scheduleTimelineId?: string | undefined
}

/** Adds a line. An act that was done before under its key gets a line of its own, marked as repeated. */
export async function addAuditRow(db: Pick<Db, 'insert'>, row: NewAuditRow): Promise<void> {
  const added = await db
    .insert(audit)
    .values(row)
    .onConflictDoNothing({ target: audit.once })
    .returning({ id: audit.id })
  if (added.length === 0) await db.insert(audit).values({ ...row, once: null, repeated: true })
}

export type AuditList = (filter: AuditFilter, slice: Slice) => Promise<Listed<AuditRow>>

/** Newest first. */
export function openAuditList(db: Db, now: () => Instant): AuditList {
  const idsOf = openDeepList(db, now, (filter: AuditFilter) => [
    // `OFFSET 0`: found lines are sorted, since a walk in order would compute the pairs of each line until enough are found.
    sql`SELECT ${audit.at} AS at, ${audit.id} AS id FROM ${audit} WHERE ${wantedBy(filter) ?? sql`true`} ${filter.keyword ? sql`OFFSET 0` : sql``}`,
  ])
  return async ({ keyword, act, outcome, scheduleTimelineId, beginTime, endTime }, { offset, limit }) => {
    const filter = { keyword, act, outcome, scheduleTimelineId, beginTime, endTime }
    const { rows: ids, total } = await idsOf(filter, { offset, limit })
    const rows =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(audit)
            .where(inArray(audit.id, ids.map(Number)))
            .orderBy(desc(audit.at), desc(audit.id))
    return { rows, total }
  }
}

/** Lines below one, newest first, so that an export can read on while lines are added. */
export const auditBelow = (db: Db, filter: AuditFilter, below: number | null, limit: number): Promise<AuditRow[]> =>
  db
    .select()
    .from(audit)
    .where(and(wantedBy(filter), below === null ? undefined : lt(audit.id, below)))
    .orderBy(desc(audit.id))
    .limit(limit)
    .execute()

function wantedBy({ keyword, act, outcome, scheduleTimelineId, ...range }: AuditFilter) {
  return and(
    keyword ? searches(auditWords, keyword) : undefined,
    act === undefined ? undefined : eq(audit.act, act),
    outcome === undefined ? undefined : eq(audit.outcome, outcome),
    scheduleTimelineId === undefined ? undefined : eq(audit.timelineId, scheduleTimelineId),
    within(audit.at, range),
  )
}

/** Whether this account has done this act from this device before. */
export async function actedBefore(db: Db, actorId: string, acts: readonly string[], device: string): Promise<boolean> {
  const rows = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.actorId, actorId),
        eq(audit.device, device),
        eq(audit.outcome, 'done'),
        or(...acts.map((act) => eq(audit.act, act))),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Number of refusals of these acts since then, folded ones included. */
export async function refusedSince(db: Db, acts: readonly string[], since: Instant): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${audit.times}), 0)::int` })
    .from(audit)
    .where(and(eq(audit.outcome, 'refused'), gte(audit.at, since), or(...acts.map((act) => eq(audit.act, act)))))
  return counted?.total ?? 0
}

/**
 * The only way to delete lines: those from before `before`, as many as one run takes, but never younger ones than the
 * database's own rule.
 */
export async function forgetAudit(db: Db, before: Instant): Promise<void> {
  const first = sql`(SELECT at FROM ${audit} ORDER BY at LIMIT 1 OFFSET ${ROWS_A_RUN})`
  await db.execute(
    sql`SELECT audit_forget(least(${new Date(before).toISOString()}::timestamptz, now() - interval '3 years', ${first}))`,
  )
}

/**
 * Deletes refused acts of visitors and of users without operator's rights from before `before`, as many as one run takes,
 * but never younger ones than the database's own rule.
 */
export async function forgetRefusedAudit(db: Db, before: Instant): Promise<void> {
  const first = sql`(SELECT at FROM ${audit} WHERE outcome = 'refused' AND actor_as IN ('visitor', 'user') ORDER BY at LIMIT 1 OFFSET ${ROWS_A_RUN})`
  await db.execute(
    sql`SELECT audit_forget_refused(least(${new Date(before).toISOString()}::timestamptz, now() - interval '90 days', ${first}))`,
  )
}
