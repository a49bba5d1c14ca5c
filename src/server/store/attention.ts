import { and, eq, inArray } from 'drizzle-orm'
import type { AccountId, LotId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { attention } from './schema.ts'

/** Watches a lot. Repeating it changes nothing. */
export async function watch(db: Db, accountId: AccountId, lotId: LotId): Promise<void> {
  await db.insert(attention).values({ accountId, lotId }).onConflictDoNothing()
}

export async function unwatch(db: Db, accountId: AccountId, lotId: LotId): Promise<void> {
  await db.delete(attention).where(and(eq(attention.accountId, accountId), eq(attention.lotId, lotId)))
}

/** The lots among these that the account watches. */
export async function watchedAmong(
  db: Db,
  accountId: AccountId,
  lotIds: readonly LotId[],
): Promise<ReadonlySet<LotId>> {
  const rows = await db
    .select({ lotId: attention.lotId })
    .from(attention)
    .where(and(eq(attention.accountId, accountId), inArray(attention.lotId, [...lotIds])))
  return new Set(rows.map(({ lotId }) => lotId))
}
