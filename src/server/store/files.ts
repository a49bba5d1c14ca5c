import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { account, file, lot } from './schema.ts'

export type FileRow = typeof file.$inferSelect

/** Total bytes of an account's uploads that match. */
async function bytesOf(db: Pick<Db, 'select'>, ownerId: AccountId, which?: SQL): Promise<number> {
  const [taken] = await db
    .select({ bytes: sql<number>`coalesce(sum(${file.size}), 0)::float8` })
    .from(file)
    .where(and(eq(file.ownerId, ownerId), which))
  return taken?.bytes ?? 0
}

/** SQL: the files of a draft's content. */
const filesOfContent = (drafts: SQL): SQL => sql`
  SELECT jsonb_array_elements_text(d.content -> 'pictures') AS id FROM ${drafts}
  UNION ALL SELECT jsonb_array_elements(d.content -> 'papers') ->> 'fileId' FROM ${drafts}`

/**
 * Bytes that count to an account's quota: without the files of lots of its company in finished sales, which belong to
 * those sales. They are looked for only when all its bytes together are more than `most`.
 */
export async function countedBytesOf(db: Pick<Db, 'select'>, ownerId: AccountId, most: number): Promise<number> {
  const all = await bytesOf(db, ownerId)
  if (all <= most) return all
  const sold = filesOfContent(sql`lot_draft d JOIN session_head h ON h.timeline_id = d.timeline_id AND h.phase = 5
    JOIN account a ON a.id = ${ownerId} AND a.company_id = d.company_id AND d.state = 'accepted'`)
  return all - (await bytesOf(db, ownerId, sql`${file.id} IN (${sold})`))
}

/** Adds all of them, or none if the owner would have more than `most` bytes. */
export async function addFiles(
  db: Db,
  ownerId: AccountId,
  rows: readonly (typeof file.$inferInsert)[],
  most: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Serialised per owner, so that two concurrent uploads cannot both use the same remaining space.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`files of ${ownerId}`}))`)
    const added = rows.reduce((sum, { size }) => sum + size, 0)
    if ((await countedBytesOf(tx, ownerId, most - added)) + added > most) return false
    await tx.insert(file).values([...rows])
    return true
  })
}

/** Sellers, who photograph hundreds of lots, have a larger quota. */
export async function isSellersOwn(db: Pick<Db, 'select'>, ownerId: AccountId): Promise<boolean> {
  const [row] = await db.select({ roles: account.roles }).from(account).where(eq(account.id, ownerId))
  return row?.roles.includes('seller') === true
}

export const fileById = async (db: Pick<Db, 'select'>, id: string): Promise<FileRow | null> =>
  (await db.select().from(file).where(eq(file.id, id)))[0] ?? null

/** The same for a form that is about to name it: it is not swept until the transaction ends. */
export const fileToUse = async (tx: Pick<Db, 'select'>, id: string): Promise<FileRow | null> =>
  (await tx.select().from(file).where(eq(file.id, id)).for('key share'))[0] ?? null

/** The ids that have a row. */
export async function knownFiles(db: Pick<Db, 'select'>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .where(inArray(file.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** SQL: the files that something names, from one scan of each table that names files: each use adds its own line. */
const IN_USE: SQL = sql`
  SELECT file_id AS id FROM certification
  UNION ALL SELECT file_id FROM public_picture
  UNION ALL SELECT file_id FROM lot_import WHERE state = 'reading'
  UNION ALL ${filesOfContent(sql`lot_draft d`)}
  UNION ALL SELECT jsonb_array_elements(papers) ->> 'fileId' FROM lot`

/** SQL: files that match and that nothing names. */
export const unusedFiles = (which: SQL | undefined, most: number): SQL => sql`
  WITH in_use AS MATERIALIZED (${IN_USE})
  SELECT ${file.id} AS id FROM ${file}
  WHERE ${which} AND NOT EXISTS (SELECT FROM in_use WHERE in_use.id = ${file.id}) LIMIT ${most}`

/**
 * Both lists are read once: the length of the materialised one is no more than a guess, and a nested loop over it would
 * read it anew for each file.
 */
export const joinByHash = (tx: Pick<Db, 'execute'>) => tx.execute(sql`SET LOCAL enable_nestloop = off`)

/** Unused files that one run deletes; what is left goes with the next. */
const FILES_A_RUN = 1_000

/** Deletes unreferenced uploads from before then, as many as one run takes, and returns their ids. */
export async function forgetUnused(db: Db, before: Instant, most = FILES_A_RUN): Promise<string[]> {
  return db.transaction(async (tx) => {
    await joinByHash(tx)
    const found = await tx.execute<{ id: string }>(unusedFiles(lt(file.createdAt, before), most))
    if (found.rows.length === 0) return []
    // A use locks the file's row (`filesOfCompany`), so that it either ends before the second look or finds no file.
    const locked = await tx
      .select({ id: file.id })
      .from(file)
      .where(
        inArray(
          file.id,
          found.rows.map(({ id }) => id),
        ),
      )
      .for('update', { skipLocked: true })
    const ids = sql`${sql.param(locked.map(({ id }) => id))}::text[]`
    const { rows } = await tx.execute<{ id: string }>(
      sql`DELETE FROM ${file} WHERE id IN (${unusedFiles(sql`${file.id} = ANY (${ids})`, most)}) RETURNING id`,
    )
    return rows.map(({ id }) => id)
  })
}

export interface Reader {
  readonly id: AccountId
  readonly companyId: CompanyId | null
  /** The reader may review applications. */
  readonly reviews: boolean
  /** The reader sees its company's lots before a sale. */
  readonly sells: boolean
  /** The reader reviews submitted lots. */
  readonly reviewsLots: boolean
}

/**
 * The file, if the reader may see it: an own upload, one of an application under review, a license of the own company,
 * one of a lot of the own company in preparation, or of a lot under review.
 */
export async function fileFor(
  db: Db,
  id: string,
  { id: reader, companyId, reviews, sells, reviewsLots }: Reader,
): Promise<FileRow | null> {
  const submitted = reviews
    ? sql`true`
    : companyId === null
      ? null
      : sql`c.state = 'approved' AND c.company_id = ${companyId}`
  const theirs = or(
    eq(file.ownerId, reader),
    submitted === null
      ? undefined
      : sql`EXISTS (SELECT FROM certification c WHERE c.file_id = ${file.id} AND ${submitted})`,
    sells && companyId !== null ? draftHas(sql`d.company_id = ${companyId}`, id) : undefined,
    reviewsLots ? draftHas(sql`d.state IN ('submitted', 'accepted', 'returned')`, id) : undefined,
  )
  return (
    (
      await db
        .select()
        .from(file)
        .where(and(eq(file.id, id), theirs))
    )[0] ?? null
  )
}

const draftHas = (which: SQL, id: string): SQL =>
  sql`EXISTS (SELECT FROM lot_draft d WHERE ${which} AND (d.content -> 'pictures' @> ${JSON.stringify([id])}::jsonb
    OR d.content -> 'papers' @> ${JSON.stringify([{ fileId: id }])}::jsonb))`

/** The catalogue lots that have this paper. */
export async function lotsWithPaper(db: Pick<Db, 'select'>, id: string, most: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: lot.id })
    .from(lot)
    .where(sql`${lot.papers} @> ${JSON.stringify([{ fileId: id }])}::jsonb`)
    .limit(most)
  return rows.map((row) => row.id)
}
