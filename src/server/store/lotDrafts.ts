import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { LotContent } from '../../contract/lot-content.ts'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import { inTurns } from './in-turns.ts'
import type { Db } from './open.ts'
import { count, finds } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { account, file, lot, lotDraft, schedule, sessionHead, timeline } from './schema.ts'

export type LotDraftRow = typeof lotDraft.$inferSelect
export type LotDraftState = LotDraftRow['state']
type Within = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

/** States in which a seller may change a lot. */
export const OPEN_STATES: readonly LotDraftState[] = ['draft', 'returned']

export interface LotDraftQuery extends Slice {
  readonly companyId: CompanyId
  readonly state?: LotDraftState | undefined
  readonly timelineId?: string | undefined
  readonly keyword?: string | undefined
}

/** A draft with the name of the account that changed it last. */
export interface ListedDraft {
  readonly draft: LotDraftRow
  readonly changedBy: string | null
}

/** Drafts changed last come first. */
export async function listDrafts(db: Db, query: LotDraftQuery): Promise<Listed<ListedDraft>> {
  const where = conditionsOf(query)
  // As the index has them, read backwards: contents of other pages are not read.
  const order = [desc(lotDraft.changedAt), desc(lotDraft.id)]
  const page = db
    .select({ id: lotDraft.id })
    .from(lotDraft)
    .where(where)
    .orderBy(...order)
    .offset(query.offset)
    .limit(query.limit)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ draft: lotDraft, changedBy: account.name })
      .from(lotDraft)
      .leftJoin(account, eq(account.id, lotDraft.changedBy))
      .where(inArray(lotDraft.id, page))
      .orderBy(...order),
    db.select({ total: count }).from(lotDraft).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

function conditionsOf({ companyId, state, timelineId, keyword }: LotDraftQuery): SQL | undefined {
  const words = (keyword ?? '').split(/\s+/).filter((word) => word !== '')
  return and(
    eq(lotDraft.companyId, companyId),
    state && eq(lotDraft.state, state),
    timelineId === undefined ? undefined : eq(lotDraft.timelineId, timelineId),
    ...words.map((word) => {
      const has = (column: SQL): SQL => finds(column, word)
      return sql`(${has(sql`${lotDraft.content} ->> 'nameZh'`)} OR ${has(sql`${lotDraft.content} ->> 'nameEn'`)}
        OR ${lotDraft.content} ->> 'species' IN (SELECT code FROM term WHERE kind = 'species' AND (${has(sql`zh`)} OR ${has(sql`en`)})))`
    }),
  )
}

/** `null` also for another company's lot. */
export async function findDraft(db: Pick<Db, 'select'>, companyId: CompanyId, id: string): Promise<ListedDraft | null> {
  const [row] = await db
    .select({ draft: lotDraft, changedBy: account.name })
    .from(lotDraft)
    .leftJoin(account, eq(account.id, lotDraft.changedBy))
    .where(and(eq(lotDraft.id, id), eq(lotDraft.companyId, companyId)))
  return row ?? null
}

/** Locks the draft until the transaction ends. */
export async function lockDraft(tx: Within, id: string): Promise<LotDraftRow | null> {
  const [row] = await tx.select().from(lotDraft).where(eq(lotDraft.id, id)).for('update')
  return row ?? null
}

/** Locks drafts in one order, so that two calls cannot deadlock. `null`: every draft. */
export const lockDrafts = (tx: Within, companyId: CompanyId, ids: readonly string[] | null): Promise<LotDraftRow[]> =>
  tx
    .select()
    .from(lotDraft)
    .where(
      and(
        eq(lotDraft.companyId, companyId),
        ids === null ? eq(lotDraft.state, 'draft') : inArray(lotDraft.id, [...ids]),
      ),
    )
    .orderBy(asc(lotDraft.id))
    .for('update')
    .execute()

/** A company's lots in preparation and in sales that are not over. Lots of finished sales are fixed, and the sales'. */
export async function countDrafts(db: Pick<Db, 'select'>, companyId: CompanyId): Promise<number> {
  const isOver = sql`EXISTS (SELECT FROM ${sessionHead} WHERE ${sessionHead.timelineId} = ${lotDraft.timelineId} AND ${sessionHead.phase} = 5)`
  const [counted] = await db
    .select({ total: count })
    .from(lotDraft)
    .where(and(eq(lotDraft.companyId, companyId), sql`(${lotDraft.state} <> 'accepted' OR NOT ${isOver})`))
  return counted?.total ?? 0
}

/** False: a concurrent call has made a draft with this id. */
export const insertDraft = async (tx: Within, row: typeof lotDraft.$inferInsert): Promise<boolean> =>
  (await tx.insert(lotDraft).values(row).onConflictDoNothing().returning({ id: lotDraft.id })).length > 0

export interface Change {
  readonly by: AccountId
  readonly at: Instant
}

/** Stores new content; a returned lot becomes a draft again. */
export async function changeDraft(
  tx: Within,
  { id, version }: Pick<LotDraftRow, 'id' | 'version'>,
  content: LotContent,
  { by, at }: Change,
): Promise<void> {
  await tx
    .update(lotDraft)
    .set({ content, state: 'draft', timelineId: null, version: version + 1, changedAt: at, changedBy: by })
    .where(eq(lotDraft.id, id))
}

/** Uploaded photographs by file, and papers. */
export interface LotFiles {
  readonly pictures: readonly string[]
  readonly papers: readonly LotContent['papers'][number][]
}

/** Adds files to the draft that a catalogue lot came from; a lot without a draft has none. */
export async function addToDraft(
  tx: Within,
  id: string,
  { pictures, papers }: LotFiles,
  { by, at }: Change,
): Promise<void> {
  const row = await lockDraft(tx, id)
  if (!row) return
  const { content, version } = row
  const added = {
    ...content,
    pictures: [...new Set([...content.pictures, ...pictures])],
    papers: [...content.papers, ...papers],
  }
  await tx
    .update(lotDraft)
    .set({ content: added, version: version + 1, changedAt: at, changedBy: by })
    .where(eq(lotDraft.id, id))
}

export async function moveDrafts(
  tx: Within,
  ids: readonly string[],
  to: { readonly state: 'draft' | 'submitted'; readonly timelineId: string | null },
  { by, at }: Change,
): Promise<void> {
  await tx
    .update(lotDraft)
    .set({ ...to, remark: null, version: sql`${lotDraft.version} + 1`, changedAt: at, changedBy: by })
    .where(inArray(lotDraft.id, [...ids]))
}

export async function removeDrafts(tx: Within, ids: readonly string[]): Promise<void> {
  await tx.delete(lotDraft).where(inArray(lotDraft.id, [...ids]))
}

/** Contents of all of a company's drafts as JSON, in the list's order, so many at a time; `tx`: a transaction. */
export async function* allDraftContents(
  tx: Pick<Db, 'execute'>,
  companyId: CompanyId,
  state: LotDraftState | undefined,
  atOnce: number,
): AsyncGenerator<readonly string[]> {
  const wanted = and(eq(lotDraft.companyId, companyId), state && eq(lotDraft.state, state))
  // Ids alone are sorted: contents are wide.
  const ids = sql`SELECT ${lotDraft.id} AS id FROM ${lotDraft} WHERE ${wanted} ORDER BY ${lotDraft.changedAt} DESC, ${lotDraft.id} DESC`
  for await (const page of inTurns<{ id: string }>(tx, ids, atOnce))
    yield await draftContents(
      tx,
      page.map(({ id }) => id),
    )
}

/** Contents by id as JSON, in the order of the ids. */
async function draftContents(db: Pick<Db, 'execute'>, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.execute<{ content: string }>(sql`
    SELECT content::text AS content FROM unnest(${sql.param(ids)}::text[]) WITH ORDINALITY AS asked (id, place)
    JOIN ${lotDraft} USING (id) ORDER BY place`)
  return rows.map(({ content }) => content)
}

export interface OpenSession {
  readonly timeline: typeof timeline.$inferSelect
  readonly nameZh: string
  readonly nameEn: string
  /** `null`: no log yet. */
  readonly phase: SessionPhase | null
  readonly stage: Stage | null
}

/**
 * Sessions that take lots of the company, next first: those in preparation whose start is still to come, and published
 * ones in which it sells already, until their first round (L9).
 */
export const openSessions = (
  db: Pick<Db, 'select'>,
  companyId: CompanyId,
  now: Instant,
  id?: string,
): Promise<OpenSession[]> =>
  db
    .select({
      timeline,
      nameZh: schedule.nameZh,
      nameEn: schedule.nameEn,
      phase: sessionHead.phase,
      stage: sessionHead.stage,
    })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .leftJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .where(
      and(
        eq(schedule.practice, false),
        or(
          and(or(isNull(sessionHead.phase), eq(sessionHead.phase, 1)), gt(timeline.startTime, now)),
          and(
            inArray(sessionHead.phase, [2, 3, 4]),
            eq(sessionHead.stage, 'preparation'),
            sql`EXISTS (SELECT FROM ${lot} WHERE ${lot.timelineId} = ${timeline.id} AND ${lot.sellerCompanyId} = ${companyId})`,
          ),
        ),
        id === undefined ? undefined : eq(timeline.id, id),
      ),
    )
    .orderBy(asc(timeline.startTime), asc(timeline.id))
    .execute()

/** Of these drafts, those that stand in a catalogue. */
export const listedDrafts = async (db: Pick<Db, 'select'>, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  ids.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .select({ id: lot.id })
            .from(lot)
            .where(inArray(lot.id, [...ids]))
        ).map((row) => row.id),
      )

/** Currencies of a session's lots. */
export const currenciesOf = async (db: Pick<Db, 'selectDistinct'>, timelineId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectDistinct({ currency: lot.currency }).from(lot).where(eq(lot.timelineId, timelineId))).map(
      ({ currency }) => currency,
    ),
  )

/** Names, starts and phases of the sessions that drafts were submitted to. */
export async function sessionsOf(
  db: Pick<Db, 'select'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenSession>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      timeline,
      nameZh: schedule.nameZh,
      nameEn: schedule.nameEn,
      phase: sessionHead.phase,
      stage: sessionHead.stage,
    })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .leftJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .where(inArray(timeline.id, [...ids]))
  return new Map(rows.map((row) => [row.timeline.id, row]))
}

/** Types of those files that the company's people uploaded; none of them is swept until the transaction ends. */
export async function filesOfCompany(
  db: Pick<Db, 'select'>,
  companyId: CompanyId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: file.id, type: file.type })
    .from(file)
    .innerJoin(account, eq(account.id, file.ownerId))
    .where(and(inArray(file.id, [...ids]), eq(account.companyId, companyId)))
    .for('key share', { of: file })
  return new Map(rows.map(({ id, type }) => [id, type]))
}
