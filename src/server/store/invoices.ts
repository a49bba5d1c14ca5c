import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { invoiceRequest } from './schema.ts'

export type Invoice = typeof invoiceRequest.$inferSelect

/** Oldest first. */
export const invoicesOf = (db: Pick<Db, 'select'>, contractId: string): Promise<Invoice[]> =>
  db
    .select()
    .from(invoiceRequest)
    .where(eq(invoiceRequest.contractId, contractId))
    .orderBy(asc(invoiceRequest.seq))
    .execute()

/** The addressee of the company's last request; null: none yet. */
export const lastAddressee = async (db: Pick<Db, 'select'>, companyId: string): Promise<Invoice['addressee'] | null> =>
  (
    await db
      .select({ addressee: invoiceRequest.addressee })
      .from(invoiceRequest)
      .where(eq(invoiceRequest.payerCompanyId, companyId))
      .orderBy(desc(invoiceRequest.at))
      .limit(1)
  )[0]?.addressee ?? null

/** Call within a transaction that has locked the contract. */
export async function addInvoice(tx: Pick<Db, 'insert'>, row: typeof invoiceRequest.$inferInsert): Promise<void> {
  await tx.insert(invoiceRequest).values(row)
}

/** Call within a transaction that has locked the contract. */
export async function decideInvoice(
  tx: Pick<Db, 'update'>,
  id: string,
  decision: Pick<Invoice, 'state' | 'decidedBy' | 'decidedAt' | 'number' | 'day' | 'reason'>,
): Promise<void> {
  await tx
    .update(invoiceRequest)
    .set(decision)
    .where(and(eq(invoiceRequest.id, id), eq(invoiceRequest.state, 'asked')))
}

/** Whether the issuer has already issued an invoice with that number. */
export const isNumberTaken = async (
  tx: Pick<Db, 'select'>,
  issuerCompanyId: string,
  number: string,
): Promise<boolean> =>
  (
    await tx
      .select({ id: invoiceRequest.id })
      .from(invoiceRequest)
      .where(and(eq(invoiceRequest.issuerCompanyId, issuerCompanyId), eq(invoiceRequest.number, number)))
      .limit(1)
  ).length > 0
