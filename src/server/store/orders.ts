import { desc, eq, lte } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { saleOrder } from './schema.ts'

export type Order = typeof saleOrder.$inferSelect

/**
 * Stores an order for a deal, on any node and repeatedly: the lot's latest log entry counts, so that a hold, its
 * release, a cancellation and the next bidder's deal all arrive, each once.
 */
export async function keepOrder(db: Db, row: typeof saleOrder.$inferInsert): Promise<void> {
  await db
    .insert(saleOrder)
    .values(row)
    .onConflictDoUpdate({ target: saleOrder.lotId, set: row, setWhere: lte(saleOrder.logSeq, row.logSeq ?? 0) })
}

export const ordersOf = (db: Db, side: 'buyer' | 'seller', companyId: CompanyId): Promise<Order[]> =>
  db
    .select()
    .from(saleOrder)
    .where(eq(side === 'buyer' ? saleOrder.companyId : saleOrder.sellerCompanyId, companyId))
    .orderBy(desc(saleOrder.at))
    .execute()
