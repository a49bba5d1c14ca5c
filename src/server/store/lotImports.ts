import { and, asc, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { ReadRow } from '../lots/row.ts'
import { placesOfOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { file, lotDraft, lotImport, lotImportRow } from './schema.ts'

export type LotImportRow = typeof lotImport.$inferSelect
export type ImportedRow = typeof lotImportRow.$inferSelect
type Within = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

/** States of an import that has not ended; a company has one at a time. */
const OPEN: LotImportRow['state'][] = ['reading', 'read']

/** `null`: the company is importing another sheet. */
export async function addImport(db: Db, row: typeof lotImport.$inferInsert): Promise<LotImportRow | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`imports of ${row.companyId}`}))`)
    const open = await tx
      .select({ id: lotImport.id })
      .from(lotImport)
      .where(and(eq(lotImport.companyId, row.companyId), eq(lotImport.state, 'reading')))
    if (open.length > 0) return null
    // A sheet that was read but not applied is cancelled by the next import.
    const left = await tx
      .update(lotImport)
      .set({ state: 'cancelled', changedAt: row.changedAt })
      .where(and(eq(lotImport.companyId, row.companyId), eq(lotImport.state, 'read')))
      .returning({ id: lotImport.id })
    await dropRows(
      tx,
      left.map(({ id }) => id),
    )
    const [made] = await tx.insert(lotImport).values(row).returning()
    return made ?? null
  })
}

/** `null` also for another company's import. */
export const findImport = async (
  db: Pick<Db, 'select'>,
  id: string,
  companyId?: CompanyId,
): Promise<LotImportRow | null> =>
  (
    await db
      .select()
      .from(lotImport)
      .where(and(eq(lotImport.id, id), companyId === undefined ? undefined : eq(lotImport.companyId, companyId)))
  )[0] ?? null

export async function listImports(
  db: Db,
  companyId: CompanyId,
  { offset, limit }: Slice,
): Promise<Listed<LotImportRow>> {
  const where = eq(lotImport.companyId, companyId)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(lotImport)
      .where(where)
      .orderBy(desc(lotImport.createdAt), desc(lotImport.id))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(lotImport).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function importRows(
  db: Db,
  id: string,
  bad: boolean,
  { offset, limit }: Slice,
): Promise<Listed<ImportedRow>> {
  const where = and(eq(lotImportRow.importId, id), bad ? isNull(lotImportRow.content) : undefined)
  const [rows, [counted]] = await Promise.all([
    db.select().from(lotImportRow).where(where).orderBy(asc(lotImportRow.row)).offset(offset).limit(limit),
    db.select({ total: count }).from(lotImportRow).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/**
 * Imports whose reading node has been silent since then: those begun least often first, so that a sheet that ends its
 * readers does not hold others up. `mostBytes`: of files that are no larger, the smallest first; the others in the order
 * in which they came.
 */
export async function staleImports(db: Db, before: Instant, mostBytes: number | null = null): Promise<LotImportRow[]> {
  const rows = await db
    .select({ row: lotImport })
    .from(lotImport)
    .leftJoin(file, eq(file.id, lotImport.fileId))
    .where(
      and(
        eq(lotImport.state, 'reading'),
        lt(lotImport.changedAt, before),
        mostBytes === null ? undefined : lte(file.size, mostBytes),
      ),
    )
    .orderBy(
      asc(lotImport.begun),
      ...(mostBytes === null ? [] : [asc(file.size)]),
      asc(lotImport.createdAt),
      asc(lotImport.id),
    )
    .limit(10)
  return rows.map(({ row }) => row)
}

/** Takes the reading over from a dead node; its rows are read anew. False: another node was faster. */
export async function takeOver(db: Db, id: string, before: Instant, now: Instant): Promise<boolean> {
  return db.transaction(async (tx) => {
    const taken = await tx
      .update(lotImport)
      .set({ changedAt: now, rowsRead: 0, rowsBad: 0, begun: sql`${lotImport.begun} + 1` })
      .where(and(eq(lotImport.id, id), eq(lotImport.state, 'reading'), lt(lotImport.changedAt, before)))
      .returning({ id: lotImport.id })
    if (taken.length > 0) await dropRows(tx, [id])
    return taken.length > 0
  })
}

/** Stores rows and progress; false: the reading was cancelled, or another node reads. */
export async function addRows(db: Db, id: string, rows: readonly ReadRow[], now: Instant): Promise<boolean> {
  return db.transaction(async (tx) => {
    const bad = rows.filter(({ content }) => content === null).length
    const [open] = await tx
      .update(lotImport)
      .set({
        rowsRead: sql`${lotImport.rowsRead} + ${rows.length}`,
        rowsBad: sql`${lotImport.rowsBad} + ${bad}`,
        changedAt: now,
      })
      .where(and(eq(lotImport.id, id), eq(lotImport.state, 'reading')))
      .returning({ id: lotImport.id })
    if (!open) return false
    const added = await tx
      .insert(lotImportRow)
      .values(rows.map((row) => ({ ...row, importId: id })))
      .onConflictDoNothing()
      .returning({ row: lotImportRow.row })
    if (added.length < rows.length) throw new Error('two nodes read one sheet')
    return true
  })
}

/** Changes an import that is being read; false: it is no longer being read. */
export async function changeReading(
  db: Pick<Db, 'update'>,
  id: string,
  to: Partial<Pick<LotImportRow, 'state' | 'reason' | 'rowsTotal' | 'found' | 'changedAt'>>,
): Promise<boolean> {
  const changed = await db
    .update(lotImport)
    .set(to)
    .where(and(eq(lotImport.id, id), eq(lotImport.state, 'reading')))
    .returning({ id: lotImport.id })
  return changed.length > 0
}

/** A node that stops lets go of the reading: the sheet did not end it. */
export async function releaseReading(db: Pick<Db, 'update'>, id: string, released: Instant): Promise<void> {
  await db
    .update(lotImport)
    .set({ changedAt: released, begun: sql`greatest(${lotImport.begun} - 1, 0)` })
    .where(and(eq(lotImport.id, id), eq(lotImport.state, 'reading')))
}

/** The sheet cannot be read; rows read so far are deleted. */
export async function failReading(db: Db, id: string, reason: string, now: Instant): Promise<void> {
  await db.transaction(async (tx) => {
    if (await changeReading(tx, id, { state: 'failed', reason, changedAt: now })) await dropRows(tx, [id])
  })
}

/** The sheet was read to its end. */
export async function endReading(db: Pick<Db, 'update'>, id: string, now: Instant): Promise<void> {
  await db
    .update(lotImport)
    .set({ state: 'read', rowsTotal: sql`${lotImport.rowsRead}`, changedAt: now })
    .where(and(eq(lotImport.id, id), eq(lotImport.state, 'reading')))
}

/** Cancels an import; false: it was applied, or has ended. */
export async function cancelImport(db: Db, id: string, now: Instant): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(lotImport)
      .set({ state: 'cancelled', changedAt: now })
      .where(and(eq(lotImport.id, id), inArray(lotImport.state, OPEN)))
      .returning({ id: lotImport.id })
    await dropRows(
      tx,
      ended.map((one) => one.id),
    )
    return ended.length > 0
  })
}

export async function lockImport(tx: Within, id: string, companyId: CompanyId): Promise<LotImportRow | null> {
  const [row] = await tx
    .select()
    .from(lotImport)
    .where(and(eq(lotImport.id, id), eq(lotImport.companyId, companyId)))
    .for('update')
  return row ?? null
}

/** Makes drafts of all rows without problems, in the order of the sheet, in one statement; returns their number. */
export async function makeDrafts(
  tx: Within,
  { id, companyId }: LotImportRow,
  by: AccountId,
  now: Instant,
): Promise<LotImportRow> {
  const made = await tx
    .insert(lotDraft)
    .select(
      tx
        .select({
          id: sql<string>`gen_random_uuid()::text`.as('id'),
          companyId: sql<string>`${companyId}::text`.as('company_id'),
          content: sql`${lotImportRow.content}`.as('content'),
          state: sql<'draft'>`'draft'`.as('state'),
          timelineId: sql<string | null>`NULL::text`.as('timeline_id'),
          remark: sql<string | null>`NULL::text`.as('remark'),
          version: sql<number>`1`.as('version'),
          // The catalogue numbers lots by when they were written; the seller's list has the newest first.
          createdAt:
            sql`${new Date(now).toISOString()}::timestamptz + ${lotImportRow.row} * interval '1 microsecond'`.as(
              'created_at',
            ),
          changedAt:
            sql`${new Date(now).toISOString()}::timestamptz - ${lotImportRow.row} * interval '1 millisecond'`.as(
              'changed_at',
            ),
          changedBy: sql<string>`${by}::text`.as('changed_by'),
        })
        .from(lotImportRow)
        .where(and(eq(lotImportRow.importId, id), sql`${lotImportRow.content} IS NOT NULL`)),
    )
    .returning({ id: lotDraft.id })
  const [applied] = await tx
    .update(lotImport)
    .set({ state: 'applied', rowsApplied: made.length, changedAt: now })
    .where(eq(lotImport.id, id))
    .returning()
  if (!applied) throw new Error('an import was removed while it was locked')
  await dropRows(tx, [id])
  return applied
}

const dropRows = async (tx: Within, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(lotImportRow).where(inArray(lotImportRow.importId, [...ids]))
}

/** With all their rows: 20,000 lots each at most. */
const IMPORTS_A_RUN = 50

/** Deletes imports from before `before` with their rows, as many as one run takes. */
export async function forgetImports(db: Db, before: Instant): Promise<void> {
  const old = placesOfOld(lotImport, lt(lotImport.createdAt, before), IMPORTS_A_RUN)
  await db.execute(sql`
    WITH gone AS (DELETE FROM ${lotImport} WHERE ctid = ANY (${old}) RETURNING id)
    DELETE FROM ${lotImportRow} USING gone WHERE ${lotImportRow.importId} = gone.id`)
}
