import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { LotId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { type LotContent, TRADE_CLAUSES } from '../../contract/lot-content.ts'
import { LOT_FIELD_KEYS, type LotFieldKey } from '../../contract/lot-fields.ts'
import { unclearSizes } from '../../contract/sizes.ts'
import { wrongAmong } from '../lots/refuse-lots.ts'
import { acceptedLotRow, type LotDraftRow } from '../lots/accept.ts'
import type { Db } from './open.ts'
import { count, finds } from './page.ts'
import type { Listed, Slice } from './page.ts'
import type { Timeline } from './schedules.ts'
import { attention, lot, lotDraft, publicPicture, schedule, sessionHead, timeline } from './schema.ts'

/** A transaction's own connection. */
export type Within = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export interface LockedSession {
  readonly timeline: Timeline
  readonly published: boolean
  /** Published, and its first round has not begun: lots can be added still (L9). */
  readonly addable: boolean
}

/**
 * A session's row, locked until the transaction ends, so that publication and catalogue changes are serialised. The
 * lock allows the log's first entry, which refers to the row.
 */
export async function lockSession(tx: Within, id: string): Promise<LockedSession | null> {
  const [row] = await tx.select().from(timeline).where(eq(timeline.id, id)).for('no key update')
  if (!row) return null
  const [head] = await tx
    .select({ phase: sessionHead.phase, stage: sessionHead.stage })
    .from(sessionHead)
    .where(eq(sessionHead.timelineId, id))
  const phase = head?.phase ?? 1
  return {
    timeline: row,
    published: phase > 1,
    addable: phase > 1 && phase < 5 && head?.stage === 'preparation',
  }
}

export async function lockSchedule(tx: Within, id: string): Promise<typeof schedule.$inferSelect | null> {
  const [row] = await tx.select().from(schedule).where(eq(schedule.id, id)).for('no key update')
  return row ?? null
}

// Lots of a session ---------------------------------------------------------------------------------------------------

export interface SessionLotRow {
  readonly id: LotId
  readonly companyId: string
  /** 0: a catalogue lot that came without a draft. */
  readonly version: number
  readonly state: State
  readonly remark: string | null
  readonly content: LotContent
  readonly changedAt: Instant
  readonly position: number | null
  readonly sellerCode: string | null
}
type State = 'submitted' | 'accepted' | 'returned'
export interface SessionLotQuery extends Slice {
  readonly timelineId: string
  readonly state?: State | undefined
  readonly keyword?: string | undefined
  /** A column's name, with `-` in front for descending order. */
  readonly sort?: string | undefined
}

const SORTS: Readonly<Record<string, SQL>> = {
  position: sql`position`,
  name: sql`name_zh`,
  seller: sql`company_id`,
  quantity: sql`quantity`,
  startPrice: sql`start_price`,
  changedAt: sql`changed_at`,
}
/**
 * Waiting lots come first, as submitted, and of those submitted at once as written (`makeDrafts`); then the catalogue
 * in its order.
 */
const USUAL = sql`CASE state WHEN 'submitted' THEN 0 WHEN 'accepted' THEN 1 ELSE 2 END, position NULLS LAST, changed_at, created_at, id`

function orderOf(sort: string | undefined): SQL {
  const column = SORTS[sort?.replace(/^-/, '') ?? '']
  if (column === undefined) return USUAL
  return sort?.startsWith('-') === true ? sql`${column} DESC NULLS LAST, id` : sql`${column} ASC NULLS LAST, id`
}

/** All lots of a session: its drafts, and catalogue lots without a draft. */
const placesOf = (timelineId: string): SQL => sql`
  SELECT d.id, d.state, d.company_id, d.changed_at, d.created_at, l.position, l.seller_code, d.content ->> 'nameZh' AS name_zh, d.content ->> 'nameEn' AS name_en,
    (d.content ->> 'quantity')::bigint AS quantity, (d.content ->> 'startPrice')::bigint AS start_price
  FROM lot_draft d LEFT JOIN lot l ON l.id = d.id AND l.timeline_id = d.timeline_id
  WHERE d.timeline_id = ${timelineId} AND d.state IN ('submitted', 'accepted', 'returned')
  UNION ALL
  SELECT l.id, 'accepted', l.seller_company_id, NULL, NULL, l.position, l.seller_code, l.name_zh, l.name_en, l.quantity, l.start_price
  FROM lot l WHERE l.timeline_id = ${timelineId} AND NOT EXISTS (SELECT FROM lot_draft d WHERE d.id = l.id)`

/** Selects ids first, so that the contents of ten thousand lots are not sorted along. */
export async function listSessionLots(db: Db, query: SessionLotQuery): Promise<Listed<SessionLotRow>> {
  const { keyword } = query
  const has = (column: string): SQL => finds(sql.raw(column), keyword ?? '')
  const conditions = [
    sql`true`,
    ...(query.state === undefined ? [] : [sql`state = ${query.state}`]),
    ...(keyword
      ? [
          sql`(${has('name_zh')} OR ${has('name_en')} OR EXISTS (SELECT FROM company c WHERE c.id = company_id AND (${has('c.name_zh')} OR ${has('c.name_en')})))`,
        ]
      : []),
  ]
  const from = sql`FROM (${placesOf(query.timelineId)}) AS places WHERE ${sql.join(conditions, sql` AND `)}`
  const [{ rows: places }, { rows: totals }] = await Promise.all([
    db.execute<{ id: string; position: number | null; seller_code: string | null }>(
      sql`SELECT id, position, seller_code ${from} ORDER BY ${orderOf(query.sort)} OFFSET ${query.offset} LIMIT ${query.limit}`,
    ),
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total ${from}`),
  ])
  const ids = places.map(({ id }) => id)
  const [drafts, lots] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          db.select().from(lotDraft).where(inArray(lotDraft.id, ids)),
          db
            .select({ lot, createdAt: timeline.createdAt })
            .from(lot)
            .innerJoin(timeline, eq(timeline.id, lot.timelineId))
            .where(inArray(lot.id, ids)),
        ])
  const draftOf = new Map(drafts.map((row) => [row.id, row]))
  const lotOf = new Map(lots.map((row) => [row.lot.id, row]))
  return {
    rows: places.flatMap(({ id, position, seller_code: sellerCode }): SessionLotRow[] => {
      const draft = draftOf.get(id)
      if (draft) {
        const { companyId, version, remark, content, changedAt } = draft
        const state = draft.state === 'draft' ? 'returned' : draft.state
        return [{ id, companyId, version, state, remark, content, changedAt, position, sellerCode }]
      }
      const found = lotOf.get(id)
      if (!found) return []
      const { sellerCompanyId: companyId, ...row } = found.lot
      const shared = { id, companyId, position, sellerCode, changedAt: found.createdAt }
      return [{ ...shared, version: 0, state: 'accepted', remark: null, content: contentOf(row) }]
    }),
    total: totals[0]?.total ?? 0,
  }
}

/** A catalogue lot in the form of a draft's content. */
function contentOf(row: Omit<typeof lot.$inferSelect, 'sellerCompanyId'>): LotContent {
  const fields = Object.fromEntries(LOT_FIELD_KEYS.map((key) => [key, row[key]])) as Pick<typeof row, LotFieldKey>
  return {
    ...fields,
    tradeClause: TRADE_CLAUSES.find((one) => one === row.tradeClause) ?? 'EXW',
    pictures: [...row.pictures],
    papers: [...row.papers],
  }
}

export interface NamedDraft {
  readonly lotDraftId: string
  readonly version: number
}

/** `changed`: a version is not the newest. `gone`: a draft is in none of these states, or not in this session. */
export type DraftTrouble = 'changed' | 'gone'

async function namedDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
  states: readonly LotDraftRow['state'][],
): Promise<readonly LotDraftRow[] | DraftTrouble> {
  const rows = await tx
    .select()
    .from(lotDraft)
    .where(
      inArray(
        lotDraft.id,
        named.map(({ lotDraftId }) => lotDraftId),
      ),
    )
    .orderBy(asc(lotDraft.id))
    .for('update')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = named.map(({ lotDraftId }) => byId.get(lotDraftId))
  if (found.some((row) => row === undefined || row.timelineId !== timelineId || !states.includes(row.state)))
    return 'gone'
  if (named.some(({ lotDraftId, version }) => byId.get(lotDraftId)?.version !== version)) return 'changed'
  return found.filter((row) => row !== undefined)
}

/** Maximum number of lots per session. */
export const MOST_LOTS = 10_000
/** Rows per statement: it takes at most 65,535 values. */
const AT_ONCE = 1_000

interface By {
  readonly account: string
  readonly at: Instant
}

/** The drafts with a size that cannot be read in one way. */
interface Unclear {
  readonly unclear: readonly [LotContent, ...LotContent[]]
}

/** Submitted drafts whose sizes can each be read in one way. */
async function clearDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
): Promise<{ readonly clear: readonly LotDraftRow[] } | DraftTrouble | Unclear> {
  const drafts = await namedDrafts(tx, timelineId, named, ['submitted'])
  if (typeof drafts === 'string') return drafts
  const unclear = wrongAmong(drafts, (content) => unclearSizes(content).length > 0)
  return unclear ? { unclear } : { clear: drafts }
}

/** Adds drafts to the end of the catalogue, in this order; a seller's first lot assigns its code. */
export async function acceptDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
  placeholders: ReadonlyMap<string, string>,
  by: By,
): Promise<DraftTrouble | 'full' | Unclear | null> {
  const read = await clearDrafts(tx, timelineId, named)
  if (typeof read === 'string' || 'unclear' in read) return read
  const { clear: drafts } = read
  const sellers = await tx
    .select({
      company: lot.sellerCompanyId,
      code: lot.sellerCode,
      last: sql<number>`max(${lot.position})`,
      lots: count,
    })
    .from(lot)
    .where(eq(lot.timelineId, timelineId))
    .groupBy(lot.sellerCompanyId, lot.sellerCode)
  if (sellers.reduce((sum, { lots }) => sum + lots, drafts.length) > MOST_LOTS) return 'full'
  const codes = new Map(sellers.map(({ company, code }) => [company, code]))
  let next = Math.max(0, ...sellers.map(({ code }) => Number(/^S(\d+)$/.exec(code)?.[1] ?? 0)))
  let position = Math.max(0, ...sellers.map(({ last }) => last))
  await publishPictures(
    tx,
    drafts.flatMap(({ content }) => content.pictures),
    placeholders,
    by.at,
  )
  const rows = drafts.map((draft) => {
    const sellerCode = codes.get(draft.companyId) ?? `S${++next}`
    codes.set(draft.companyId, sellerCode)
    const first = draft.content.pictures[0]
    const placeholder = first === undefined ? null : (placeholders.get(first) ?? null)
    return acceptedLotRow(draft, { sellerCode, position: ++position, timelineId }, { placeholder })
  })
  for (let i = 0; i < rows.length; i += AT_ONCE) await tx.insert(lot).values(rows.slice(i, i + AT_ONCE))
  await changeDrafts(tx, drafts, { state: 'accepted', remark: null }, by)
  await countLots(tx, timelineId)
  return null
}

/** Of a published session: accepts drafts that its host may add. */
export async function acceptLateDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
  placeholders: ReadonlyMap<string, string>,
  by: By,
): Promise<DraftTrouble | 'full' | Unclear | null> {
  const read = await clearDrafts(tx, timelineId, named)
  if (typeof read === 'string' || 'unclear' in read) return read
  const { clear: drafts } = read
  const [lots, waiting] = [await orderedLots(tx, timelineId), await lateDrafts(tx, timelineId)]
  if (lots.length + waiting.length + drafts.length > MOST_LOTS) return 'full'
  await publishPictures(
    tx,
    drafts.flatMap(({ content }) => content.pictures),
    placeholders,
    by.at,
  )
  await changeDrafts(tx, drafts, { state: 'accepted', remark: null }, by)
  return null
}

const notListed = sql`NOT EXISTS (SELECT FROM ${lot} WHERE ${lot.id} = ${lotDraft.id})`

/** Accepted drafts of a published session that are not in its catalogue, in the order of their acceptance. */
export const lateDrafts = (tx: Pick<Db, 'select'>, timelineId: string): Promise<LotDraftRow[]> =>
  tx
    .select()
    .from(lotDraft)
    .where(and(eq(lotDraft.timelineId, timelineId), eq(lotDraft.state, 'accepted'), notListed))
    .orderBy(asc(lotDraft.changedAt), asc(lotDraft.createdAt), asc(lotDraft.id))
    .execute()

/** Returns drafts of a published session that are not in its catalogue. `gone` also for those that are. */
export async function returnLateDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
  remark: string,
  by: By,
): Promise<DraftTrouble | null> {
  const drafts = await namedDrafts(tx, timelineId, named, ['submitted', 'accepted'])
  if (typeof drafts === 'string') return drafts
  const ids = drafts.map(({ id }) => id)
  if ((await tx.select({ id: lot.id }).from(lot).where(inArray(lot.id, ids))).length > 0) return 'gone'
  await changeDrafts(tx, drafts, { state: 'returned', remark }, by)
  return null
}

/** Returns to their sellers, without a remark, the drafts of a sale that has begun without them. */
export async function returnUnused(db: Within, timelineId: string, changedAt: Instant): Promise<void> {
  await db
    .update(lotDraft)
    .set({ state: 'returned', remark: null, version: sql`${lotDraft.version} + 1`, changedAt })
    .where(and(eq(lotDraft.timelineId, timelineId), inArray(lotDraft.state, ['submitted', 'accepted']), notListed))
}

/** A lot of the law in its place. */
export interface PlacedLot {
  readonly lot: LotId
  readonly seller: string
  readonly position: number
}

/** Writes the catalogue's rows of lots that were added (L9), from their drafts. Repeating it changes nothing. */
export async function keepAdded(db: Within, timelineId: string, lots: readonly PlacedLot[]): Promise<void> {
  if (lots.length === 0) return
  const drafts = new Map((await lateDrafts(db, timelineId)).map((draft) => [draft.id, draft]))
  const added = lots.flatMap((one) => {
    const draft = drafts.get(one.lot)
    return draft === undefined ? [] : [{ ...one, draft }]
  })
  if (added.length === 0) return
  const firsts = added.flatMap(({ draft }) => draft.content.pictures[0] ?? [])
  const known =
    firsts.length === 0 ? [] : await db.select().from(publicPicture).where(inArray(publicPicture.fileId, firsts))
  const placeholders = new Map(known.map(({ fileId, placeholder }) => [fileId, placeholder]))
  const rows = added.map(({ draft, seller: sellerCode, position }) => {
    const placeholder = placeholders.get(draft.content.pictures[0] ?? '') ?? null
    return acceptedLotRow(draft, { sellerCode, position, timelineId }, { placeholder })
  })
  for (let i = 0; i < rows.length; i += AT_ONCE)
    await db
      .insert(lot)
      .values(rows.slice(i, i + AT_ONCE))
      .onConflictDoNothing()
  await countLots(db, timelineId)
}

/** Makes pictures public for readers of the catalogue. Only the first picture of a lot has a placeholder. */
export async function publishPictures(
  tx: Within,
  fileIds: readonly string[],
  placeholders: ReadonlyMap<string, string>,
  publishedAt: Instant,
): Promise<void> {
  const ids = [...new Set(fileIds)]
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await tx
      .insert(publicPicture)
      .values(
        ids
          .slice(i, i + AT_ONCE)
          .map((fileId) => ({ fileId, placeholder: placeholders.get(fileId) ?? '', publishedAt })),
      )
      .onConflictDoNothing()
}

/** Submitted drafts last changed by then, oldest first; those of one sheet in its order. */
export async function waitingDrafts(
  db: Pick<Db, 'select'>,
  timelineId: string,
  until: Instant,
  limit: number,
): Promise<readonly NamedDraft[]> {
  return db
    .select({ lotDraftId: lotDraft.id, version: lotDraft.version })
    .from(lotDraft)
    .where(and(eq(lotDraft.timelineId, timelineId), eq(lotDraft.state, 'submitted'), lte(lotDraft.changedAt, until)))
    .orderBy(asc(lotDraft.changedAt), asc(lotDraft.createdAt), asc(lotDraft.id))
    .limit(limit)
}

/** The first picture of each of these drafts, which lists show. */
export async function firstPictures(db: Pick<Db, 'select'>, named: readonly NamedDraft[]): Promise<readonly string[]> {
  const rows = await db
    .select({ first: sql<string | null>`${lotDraft.content} -> 'pictures' ->> 0` })
    .from(lotDraft)
    .where(
      inArray(
        lotDraft.id,
        named.map(({ lotDraftId }) => lotDraftId),
      ),
    )
  return rows.flatMap(({ first }) => first ?? [])
}

/** Takes lots out of the catalogue, if they are in it, and closes the gaps. */
export async function returnDrafts(
  tx: Within,
  timelineId: string,
  named: readonly NamedDraft[],
  remark: string,
  by: By,
): Promise<DraftTrouble | null> {
  const drafts = await namedDrafts(tx, timelineId, named, ['submitted', 'accepted'])
  if (typeof drafts === 'string') return drafts
  await changeDrafts(tx, drafts, { state: 'returned', remark }, by)
  await dropLots(
    tx,
    drafts.map(({ id }) => id),
  )
  await renumber(tx, timelineId, await orderedLots(tx, timelineId))
  await countLots(tx, timelineId)
  return null
}

/** Deletes a session that was never published. Its lots become drafts again and can be submitted elsewhere. */
export async function deleteSession(tx: Within, timelineId: string, by: By): Promise<void> {
  const lots = await orderedLots(tx, timelineId)
  await dropLots(
    tx,
    lots.map(({ id }) => id),
  )
  await tx
    .update(lotDraft)
    .set({
      state: 'draft',
      timelineId: null,
      remark: null,
      version: sql`${lotDraft.version} + 1`,
      changedAt: by.at,
      changedBy: by.account,
    })
    .where(eq(lotDraft.timelineId, timelineId))
  await tx.delete(sessionHead).where(eq(sessionHead.timelineId, timelineId))
  await tx.delete(timeline).where(eq(timeline.id, timelineId))
}

async function changeDrafts(
  tx: Within,
  drafts: readonly LotDraftRow[],
  to: Pick<LotDraftRow, 'state' | 'remark'>,
  by: By,
): Promise<void> {
  await tx
    .update(lotDraft)
    .set({ ...to, version: sql`${lotDraft.version} + 1`, changedAt: by.at, changedBy: by.account })
    .where(
      inArray(
        lotDraft.id,
        drafts.map(({ id }) => id),
      ),
    )
}

async function dropLots(tx: Within, ids: readonly LotId[]): Promise<void> {
  if (ids.length === 0) return
  const these = sql`${sql.param([...ids])}::text[]`
  await tx.delete(attention).where(sql`${attention.lotId} = ANY (${these})`)
  await tx.delete(lot).where(sql`${lot.id} = ANY (${these})`)
}

interface Placed {
  readonly id: LotId
  readonly position: number
}

export const orderedLots = (tx: Within, timelineId: string): Promise<Placed[]> =>
  tx
    .select({ id: lot.id, position: lot.position })
    .from(lot)
    .where(eq(lot.timelineId, timelineId))
    .orderBy(asc(lot.position))
    .execute()

/**
 * Numbers these lots 1 … n in this order. Positions are unique at every moment, so moved lots first get temporary ones.
 */
export async function renumber(tx: Within, timelineId: string, order: readonly Placed[]): Promise<void> {
  const moved = order.flatMap(({ id, position }, at) => (position === at + 1 ? [] : [{ id, position: at + 1 }]))
  if (moved.length === 0) return
  const ids = sql`${sql.param(moved.map(({ id }) => id))}::text[]`
  const places = sql`${sql.param(moved.map(({ position }) => position))}::int[]`
  await tx.execute(sql`UPDATE lot SET position = -position WHERE timeline_id = ${timelineId} AND id = ANY (${ids})`)
  await tx.execute(sql`UPDATE lot SET position = moved.position
    FROM unnest(${ids}, ${places}) AS moved (id, position) WHERE lot.id = moved.id AND lot.timeline_id = ${timelineId}`)
}

const countLots = (tx: Within, timelineId: string) =>
  tx.execute(
    sql`UPDATE timeline SET lot_count = (SELECT count(*)::int FROM lot WHERE timeline_id = ${timelineId}) WHERE id = ${timelineId}`,
  )

/** Number of submitted lots that wait for review, by session. */
export async function waitingLots(db: Db, timelineIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (timelineIds.length === 0) return new Map()
  const rows = await db
    .select({ id: lotDraft.timelineId, lots: count })
    .from(lotDraft)
    .where(and(inArray(lotDraft.timelineId, [...timelineIds]), eq(lotDraft.state, 'submitted')))
    .groupBy(lotDraft.timelineId)
  return new Map(rows.flatMap(({ id, lots }) => (id === null ? [] : [[id, lots] as const])))
}
