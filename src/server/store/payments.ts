import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Day } from '../../domain/trade/money.ts'
import { minor } from '../../domain/units.ts'
import type { Minor } from '../../domain/units.ts'
import type { ContractRow } from './contracts.ts'
import type { Db } from './open.ts'
import { contractPayment, saleOrder, tradeContract } from './schema.ts'

export type Payment = typeof contractPayment.$inferSelect

/** A contract's payments, oldest first. */
export const paymentsOf = (db: Pick<Db, 'select'>, contractId: string): Promise<Payment[]> =>
  db
    .select()
    .from(contractPayment)
    .where(eq(contractPayment.contractId, contractId))
    .orderBy(asc(contractPayment.seq))
    .execute()

/** Call within a transaction that has locked the contract. */
export async function addPayment(tx: Pick<Db, 'insert'>, row: typeof contractPayment.$inferInsert): Promise<void> {
  await tx.insert(contractPayment).values(row)
}

/** Total amount of a contract's deals that are not cancelled. */
export async function inForceOf(db: Pick<Db, 'select'>, contractId: string): Promise<Minor> {
  const [found] = await db
    .select({ amount: sql<string>`coalesce(sum(${saleOrder.amount}), 0)` })
    .from(saleOrder)
    .where(and(eq(saleOrder.contractId, contractId), isNull(saleOrder.cancelled)))
  return minor(Number(found?.amount ?? 0))
}

/**
 * Contracts whose payments are due for a reminder by that day, locked until the transaction ends; other nodes take
 * others.
 */
export const takeToRemind = (tx: Pick<Db, 'select'>, today: Day, limit: number): Promise<ContractRow[]> =>
  tx
    .select()
    .from(tradeContract)
    .where(lte(tradeContract.remindOn, today))
    .orderBy(asc(tradeContract.remindOn), asc(tradeContract.id))
    .limit(limit)
    .for('update', { skipLocked: true })
    .execute()

/** Checks every contract that waits for a reminder again on that day: due days moved. */
export async function remindAnew(db: Pick<Db, 'update'>, today: Day): Promise<void> {
  await db.update(tradeContract).set({ remindOn: today }).where(gt(tradeContract.remindOn, today))
}

export async function setReminder(
  tx: Pick<Db, 'update'>,
  contractIds: readonly string[],
  remindOn: Day | null,
): Promise<void> {
  await tx
    .update(tradeContract)
    .set({ remindOn })
    .where(inArray(tradeContract.id, [...contractIds]))
}
