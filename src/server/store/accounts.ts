import { and, arrayContains, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { SQLWrapper } from 'drizzle-orm'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { count, finds } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { account, company, registration } from './schema.ts'

export type Account = typeof account.$inferSelect
export type Company = typeof company.$inferSelect
export interface Member {
  readonly account: Account
  readonly company: Company | null
}

export async function addCompany(db: Db, row: typeof company.$inferInsert): Promise<void> {
  await db.insert(company).values(row)
}

export async function addAccount(db: Db, row: typeof account.$inferInsert): Promise<void> {
  await db.insert(account).values(row)
}

/** Logins are compared without regard to case. */
export const accountByLogin = (db: Db, login: string): Promise<Member | null> =>
  one(members(db).where(eq(sql`lower(${account.login})`, login.toLowerCase())))
/** The account that has proven this number or mail address. */
export const accountByProven = (db: Db, channel: 'sms' | 'mail', target: string): Promise<Member | null> =>
  one(
    members(db).where(
      channel === 'sms'
        ? and(eq(account.phone, target), isNotNull(account.phoneProvenAt))
        : and(eq(account.email, target), isNotNull(account.emailProvenAt)),
    ),
  )
export const accountById = (db: Db, id: AccountId): Promise<Member | null> => one(members(db).where(eq(account.id, id)))
export const accountsById = (db: Db, ids: readonly AccountId[]): Promise<Member[]> =>
  members(db)
    .where(inArray(account.id, [...ids]))
    .execute()
/** The people of companies, without robots. */
export const membersOf = (db: Db, companyIds: readonly CompanyId[]): Promise<Account[]> =>
  db
    .select()
    .from(account)
    .where(and(inArray(account.companyId, [...companyIds]), eq(account.robot, false)))
    .orderBy(account.name, account.id)
    .execute()
export const companiesById = (db: Db, ids: readonly CompanyId[]): Promise<Company[]> =>
  db
    .select()
    .from(company)
    .where(inArray(company.id, [...ids]))
    .execute()

/** Companies of this name, in either language; spaces and case do not matter. */
export async function companiesNamed(db: Pick<Db, 'select'>, name: string): Promise<readonly CompanyId[]> {
  const sought = name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  if (sought === '') return []
  const plain = (column: SQLWrapper) => sql`regexp_replace(lower(normalize(${column}, NFKC)), '\\s', '', 'g')`
  const found = await db
    .select({ id: company.id })
    .from(company)
    .where(or(sql`${plain(company.nameZh)} = ${sought}`, sql`${plain(company.nameEn)} = ${sought}`))
    .limit(3)
  return found.map(({ id }) => id)
}

/** The changeable fields of an account. */
export async function changeAccount(db: Db, id: AccountId, to: Partial<Omit<Account, 'id'>>): Promise<void> {
  await db.update(account).set(to).where(eq(account.id, id))
}

export const agreementInEffect = async (db: Db, id: CompanyId): Promise<boolean> =>
  (await db.select({ status: company.agreementStatus }).from(company).where(eq(company.id, id)))[0]?.status === 1

/** Whether an account of the company may read data hidden from bidders (A4). */
export async function holdsOperatorsRights(db: Db, id: CompanyId): Promise<boolean> {
  const held = and(eq(account.companyId, id), holdsRights())
  return (await db.select({ id: account.id }).from(account).where(held).limit(1)).length > 0
}

/** Accounts with any operator's right, by role or by a single permission (`auth/permissions.ts`). */
const holdsRights = () => or(arrayContains(account.roles, ['admin']), sql`cardinality(${account.permissions}) > 0`)

/** Accounts with an operator's right that are not suspended. */
export const operators = (db: Db): Promise<Account[]> =>
  db
    .select()
    .from(account)
    .where(and(eq(account.robot, false), ne(account.status, 0), holdsRights()))
    .execute()

interface UserQuery extends Slice {
  readonly status?: number | undefined
  readonly keyword?: string | undefined
}

/** People, newest first, without robots. */
export async function listUsers(db: Db, { status, keyword, offset, limit }: UserQuery): Promise<Listed<Member>> {
  const columns = [
    account.login,
    account.name,
    account.phone,
    account.email,
    account.companyName,
    company.nameZh,
    company.nameEn,
  ]
  const wanted = and(
    eq(account.robot, false),
    status === undefined ? undefined : eq(account.status, status),
    keyword ? or(...columns.map((column) => finds(column, keyword))) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    members(db).where(wanted).orderBy(desc(account.createdAt), account.id).offset(offset).limit(limit),
    db.select({ total: count }).from(account).leftJoin(company, eq(company.id, account.companyId)).where(wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}

interface Sharing {
  readonly companyId: CompanyId
  readonly what: 'legalPerson' | 'bankAccount'
}

/**
 * Companies in the session that share a legal person or a bank account with this one, as a warning for the operator.
 */
export async function sharing(db: Db, timelineId: string, companyId: CompanyId): Promise<Sharing[]> {
  const [self] = await db.select().from(company).where(eq(company.id, companyId))
  const { legalPerson = null, bankAccount = null } = self ?? {}
  const alike = or(
    legalPerson === null ? undefined : eq(company.legalPerson, legalPerson),
    bankAccount === null ? undefined : eq(company.bankAccount, bankAccount),
  )
  if (!alike) return []
  const others = await db
    .select({ company })
    .from(company)
    .innerJoin(registration, eq(registration.companyId, company.id))
    .where(and(eq(registration.timelineId, timelineId), ne(company.id, companyId), alike))
    .orderBy(company.id)
  return others.flatMap(({ company: other }) => [
    ...(legalPerson !== null && other.legalPerson === legalPerson
      ? [{ companyId: other.id, what: 'legalPerson' as const }]
      : []),
    ...(bankAccount !== null && other.bankAccount === bankAccount
      ? [{ companyId: other.id, what: 'bankAccount' as const }]
      : []),
  ])
}

const members = (db: Db) =>
  db.select({ account, company }).from(account).leftJoin(company, eq(company.id, account.companyId))
const one = async <T>(query: PromiseLike<T[]>): Promise<T | null> => (await query)[0] ?? null
