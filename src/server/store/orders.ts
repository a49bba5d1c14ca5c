import { desc, eq } from 'drizzle-orm'
import type { CompanyId, LotId } from '../../domain/state.ts'
import type { Db } from './open.ts'
import { saleOrder } from './schema.ts'

export type Order = typeof saleOrder.$inferSelect

/** Made of a `lot.sold` event by whichever node sees it, as often as it is seen: the first counts. Answers whether it was new. */
export async function keepOrder(db: Db, row: typeof saleOrder.$inferInsert): Promise<boolean> {
  const made = await db.insert(saleOrder).values(row).onConflictDoNothing().returning({ lotId: saleOrder.lotId })
  return made.length > 0
}

/** The buyer was suspended: the operator decides (law 13). */
export async function holdOrder(db: Db, lotId: LotId): Promise<void> {
  await db.update(saleOrder).set({ onHold: true }).where(eq(saleOrder.lotId, lotId))
}

export const ordersIn = (db: Db, timelineId: string): Promise<Order[]> =>
  db.select().from(saleOrder).where(eq(saleOrder.timelineId, timelineId)).orderBy(saleOrder.seq).execute()

export const ordersOf = (db: Db, side: 'buyer' | 'seller', companyId: CompanyId): Promise<Order[]> =>
  db
    .select()
    .from(saleOrder)
    .where(eq(side === 'buyer' ? saleOrder.companyId : saleOrder.sellerCompanyId, companyId))
    .orderBy(desc(saleOrder.at))
    .execute()
