import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { Account, Company } from './accounts.ts'
import type { Db } from './open.ts'
import { count, finds } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { account, certification, company } from './schema.ts'

export type Certification = typeof certification.$inferSelect
export interface Application {
  readonly certification: Certification
  readonly applicant: Account
}

/** The account's newest application, which is the valid one. */
export const newestOf = async (db: Pick<Db, 'select'>, accountId: AccountId): Promise<Certification | null> =>
  (
    await db
      .select()
      .from(certification)
      .where(eq(certification.accountId, accountId))
      .orderBy(desc(certification.submittedAt), desc(certification.id))
      .limit(1)
  )[0] ?? null

const applications = (db: Pick<Db, 'select'>) =>
  db
    .select({ certification, applicant: account })
    .from(certification)
    .innerJoin(account, eq(account.id, certification.accountId))

export const applicationById = async (db: Pick<Db, 'select'>, id: string): Promise<Application | null> =>
  (await applications(db).where(eq(certification.id, id)))[0] ?? null

interface ApplicationQuery extends Slice {
  readonly state?: Certification['state'] | undefined
  readonly keyword?: string | undefined
}

/** Waiting applications first, oldest first; then decided ones, newest first. */
export async function listApplications(
  db: Db,
  { state, keyword, offset, limit }: ApplicationQuery,
): Promise<Listed<Application>> {
  const wanted = and(
    state && eq(certification.state, state),
    keyword
      ? or(
          ...[certification.companyName, certification.creditCode, account.login, account.name].map((column) =>
            finds(column, keyword),
          ),
        )
      : undefined,
  )
  const waiting = sql`${certification.state} = 'pending'`
  const [rows, [counted]] = await Promise.all([
    applications(db)
      .where(wanted)
      .orderBy(
        desc(waiting),
        asc(sql`CASE WHEN ${waiting} THEN ${certification.submittedAt} END`),
        desc(certification.submittedAt),
        certification.id,
      )
      .offset(offset)
      .limit(limit),
    db
      .select({ total: count })
      .from(certification)
      .innerJoin(account, eq(account.id, certification.accountId))
      .where(wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export interface Shared {
  readonly company: Company
  readonly what: readonly ('creditCode' | 'legalPerson' | 'bankAccount')[]
}

/** Companies other than the applicant's own that share a number, legal person or bank account with the form. */
export async function sharedWith(db: Db, form: CompanyDetails, ownCompany: string | null): Promise<Shared[]> {
  const { country, creditCode, legalPerson, bankAccount } = form
  const alike = or(
    and(eq(company.country, country), eq(company.creditCode, creditCode)),
    eq(company.legalPerson, legalPerson),
    eq(company.bankAccount, bankAccount),
  )
  const others = await db
    .select()
    .from(company)
    .where(and(alike, ownCompany === null ? undefined : ne(company.id, ownCompany)))
    .orderBy(company.id)
  return others.map((one) => ({
    company: one,
    what: [
      ...(one.country === country && one.creditCode === creditCode ? ['creditCode' as const] : []),
      ...(one.legalPerson === legalPerson ? ['legalPerson' as const] : []),
      ...(one.bankAccount === bankAccount ? ['bankAccount' as const] : []),
    ],
  }))
}
