import { and, count, desc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { bankEntry, bankLine, saleOrder, tradeContract } from './schema.ts'

/** An account from which some of a deposit came. */
interface PaidFrom {
  readonly companyId: CompanyId
  readonly holder: string
  readonly number: string
}

/**
 * The accounts from which deposits for a sale came, the newest first: as the bank's files name them, else as they were
 * noted by hand. Entries that were taken back do not count.
 */
export async function paidFrom(db: Pick<Db, 'select'>, timelineId: string): Promise<readonly PaidFrom[]> {
  const rows = await db
    .select({ line: bankLine, entry: bankEntry.entry })
    .from(bankLine)
    .leftJoin(
      bankEntry,
      and(
        eq(bankEntry.timelineId, bankLine.timelineId),
        eq(bankEntry.companyId, bankLine.companyId),
        eq(bankEntry.seq, bankLine.seq),
        eq(bankEntry.state, 'recorded'),
      ),
    )
    .where(and(eq(bankLine.timelineId, timelineId), eq(bankLine.direction, 'in'), isNull(bankLine.takenBackAt)))
    .orderBy(desc(bankLine.seq))
  return rows.flatMap(({ line: { companyId, account }, entry }) => {
    if (companyId === null) return []
    const number = entry?.payerAccount.trim() || account.toUpperCase()
    return number === '' ? [] : [{ companyId, holder: entry?.payer.trim() ?? '', number }]
  })
}

const COMPLETE = 3

/** By company, its deals in force in a sale whose contracts are not complete. */
export async function dealsOpen(
  db: Pick<Db, 'select'>,
  timelineId: string,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<CompanyId, number>> {
  if (companies.length === 0) return new Map()
  const rows = await db
    .select({ companyId: saleOrder.companyId, deals: count() })
    .from(saleOrder)
    .leftJoin(tradeContract, eq(tradeContract.id, saleOrder.contractId))
    .where(
      and(
        inArray(saleOrder.companyId, [...companies]),
        eq(saleOrder.timelineId, timelineId),
        isNull(saleOrder.cancelled),
        or(isNull(saleOrder.contractId), and(isNotNull(tradeContract.id), ne(tradeContract.status, COMPLETE))),
      ),
    )
    .groupBy(saleOrder.companyId)
  return new Map(rows.map(({ companyId, deals }) => [companyId, deals]))
}
