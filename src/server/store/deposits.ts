import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Currency } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { deposit } from './schema.ts'

export type Deposit = typeof deposit.$inferSelect

export async function keepDeposit(db: Db, row: Deposit): Promise<void> {
  await db
    .insert(deposit)
    .values(row)
    .onConflictDoUpdate({ target: [deposit.companyId, deposit.currency], set: row })
}

export async function dropDeposit(db: Db, companyId: CompanyId, currency: Currency): Promise<void> {
  await db.delete(deposit).where(and(eq(deposit.companyId, companyId), eq(deposit.currency, currency)))
}

export const depositsOf = async (db: Db, companyIds: readonly CompanyId[]): Promise<Deposit[]> =>
  companyIds.length === 0
    ? []
    : db
        .select()
        .from(deposit)
        .where(inArray(deposit.companyId, [...companyIds]))
        .orderBy(deposit.companyId, deposit.currency)
        .execute()
