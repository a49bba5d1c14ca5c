import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { account, bankConfirmation, company } from '../store/schema.ts'

export type Bank = Pick<CompanyDetails, 'bank' | 'bankAccount'>

/** How long a confirmation is valid: a form may wait on its device for a link that long. */
const GOOD_MS = 7 * 24 * 3_600_000

/** Spaces, hyphens and case do not make another bank account. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const hashOf = ({ bank, bankAccount }: Bank): string =>
  createHash('sha256')
    .update(JSON.stringify([plain(bank), plain(bankAccount)]))
    .digest('hex')

/** The bank details under which the account's company trades; `null`: none yet. */
export async function bankInForce(db: Db, accountId: AccountId): Promise<Bank | null> {
  const [own] = await db
    .select({ form: company.form })
    .from(account)
    .innerJoin(company, eq(company.id, account.companyId))
    .where(eq(account.id, accountId))
  return own?.form ? { bank: own.form.bank, bankAccount: own.form.bankAccount } : null
}

export async function confirmBank(db: Db, accountId: AccountId, bank: Bank, at: Instant): Promise<void> {
  const row = { hash: hashOf(bank), confirmedAt: at }
  await db
    .insert(bankConfirmation)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: bankConfirmation.accountId, set: row })
}

/** Whether these details may be submitted: they are in force, are the company's first, or were confirmed. */
export async function mayChangeBank(db: Db, accountId: AccountId, bank: Bank, at: Instant): Promise<boolean> {
  const before = await bankInForce(db, accountId)
  if (before === null || hashOf(before) === hashOf(bank)) return true
  const [confirmed] = await db
    .select({ hash: bankConfirmation.hash })
    .from(bankConfirmation)
    .where(and(eq(bankConfirmation.accountId, accountId), gt(bankConfirmation.confirmedAt, later(at, -GOOD_MS))))
  return confirmed?.hash === hashOf(bank)
}
