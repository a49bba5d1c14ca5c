import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { deleteOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { upload } from './schema.ts'

export type UploadRow = typeof upload.$inferSelect

/** False: the owner would have more than `most` unfinished uploads. */
export async function addUpload(db: Db, row: typeof upload.$inferInsert, most: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`files of ${row.ownerId}`}))`)
    const open = await tx
      .select({ id: upload.id })
      .from(upload)
      .where(and(eq(upload.ownerId, row.ownerId), isNull(upload.fileId), isNull(upload.refused)))
    if (open.length >= most) return false
    await tx.insert(upload).values(row)
    return true
  })
}

/** `null` also for another owner's upload. */
export async function uploadOf(db: Db, id: string, owner?: AccountId): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), owner === undefined ? undefined : eq(upload.ownerId, owner)))
  return row ?? null
}

/**
 * Adds the key of a piece if exactly `start` bytes were received before; returns the bytes received afterwards. `null`:
 * no such upload.
 */
export async function addPiece(
  db: Db,
  id: string,
  { start, end, key }: { readonly start: number; readonly end: number; readonly key: string },
): Promise<number | null> {
  const [added] = await db
    .update(upload)
    .set({ received: end, pieces: sql`array_append(${upload.pieces}, ${key})` })
    .where(and(eq(upload.id, id), eq(upload.received, start)))
    .returning({ received: upload.received })
  return added?.received ?? (await piecesOf(db, id))?.received ?? null
}

export async function piecesOf(
  db: Db,
  id: string,
): Promise<{ readonly received: number; readonly keys: readonly string[] } | null> {
  const [row] = await db
    .select({ received: upload.received, keys: upload.pieces })
    .from(upload)
    .where(eq(upload.id, id))
  return row ?? null
}

/** Stores the outcome unless there is one already; returns the upload with the first outcome. */
export async function finishUpload(
  db: Db,
  id: string,
  outcome: { readonly fileId: string } | { readonly refused: AnyReason },
): Promise<UploadRow | null> {
  const [first] = await db
    .update(upload)
    .set(outcome)
    .where(and(eq(upload.id, id), isNull(upload.fileId), isNull(upload.refused)))
    .returning()
  return first ?? (await db.select().from(upload).where(eq(upload.id, id)))[0] ?? null
}

export async function removeUpload(db: Db, id: string): Promise<void> {
  await db.delete(upload).where(eq(upload.id, id))
}

export async function forgetUploads(db: Db, before: Instant): Promise<void> {
  await deleteOld(db, upload, lt(upload.createdAt, before))
}
