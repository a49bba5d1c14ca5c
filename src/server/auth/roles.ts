import { arrayContains, asc, eq, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { Instant } from '../../domain/units.ts'
import type { Account } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { bidsNow } from '../store/registrations.ts'
import { account, role } from '../store/schema.ts'
import type { Person } from './caller.ts'
import { holdsRights, isAdmin } from './permissions.ts'

export type Role = typeof role.$inferSelect
type Within = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Roles that every installation has. The law decides on their rights in a sale. */
const BUILT_IN = [
  ['admin', '管理员', 'Administrator', ['*:*:*']],
  ['host', '主持人', 'Host', []],
  ['seller', '卖家', 'Seller', []],
  ['buyer', '买家', 'Buyer', []],
  ['audience', '观众', 'Audience', []],
] as const

export async function seedRoles(db: Db, now: Instant): Promise<void> {
  await db
    .insert(role)
    .values(
      BUILT_IN.map(([code, nameZh, nameEn, permissions]) => ({
        code,
        nameZh,
        nameEn,
        permissions: [...permissions],
        builtIn: true,
        changedAt: now,
      })),
    )
    .onConflictDoNothing()
}

/**
 * Serialises changes of roles and of accounts, so that the last administrator cannot be removed by two changes at once.
 */
const oneAtATime = (tx: Within): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('roles and accounts'))`)

export const listRoles = (db: Pick<Db, 'select'>): Promise<Role[]> =>
  db
    .select()
    .from(role)
    .orderBy(sql`${role.builtIn} DESC`, asc(role.code))
    .execute()

/** Number of people per role; robots are not counted. */
export async function peopleOfRoles(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ code: string; people: number }>(
    sql`SELECT code, count(*)::int AS people FROM ${account}, unnest(roles) AS code WHERE NOT robot GROUP BY code`,
  )
  return new Map(rows.map(({ code, people }) => [code, people]))
}

/** An operator gives and takes only permissions that it holds itself. */
export const mayGive = (by: Pick<Person, 'roles' | 'permissions'>, permissions: readonly string[]): boolean =>
  isAdmin(by) || permissions.every((one) => by.permissions.includes(one))

/** The account's own permissions, and those of its roles. */
function withRoles(
  { roles, permissions }: Pick<Account, 'roles' | 'permissions'>,
  before: readonly Role[],
  after: readonly Role[],
  next: readonly string[] = roles,
): string[] {
  const of = (all: readonly Role[], codes: readonly string[]) =>
    all.flatMap((one) => (codes.includes(one.code) ? one.permissions : []))
  const given = new Set(of(before, roles))
  return [...new Set([...permissions.filter((one) => !given.has(one)), ...of(after, next)])]
}

/** A12: rights would let a colleague of a bidder read reserves, so none are given until its sales are over. */
const gainsWhileBidding = async (
  tx: Within,
  account: Pick<Account, 'companyId' | 'roles' | 'permissions'>,
  after: Pick<Account, 'roles' | 'permissions'>,
): Promise<boolean> =>
  !holdsRights(account) && holdsRights(after) && account.companyId !== null && (await bidsNow(tx, account.companyId))

interface RoleContent {
  readonly code: string
  readonly version: number
  readonly nameZh: string
  readonly nameEn: string
  readonly permissions: readonly string[]
}

/** Makes or changes a role, and with it the permissions of every account that has it. */
export async function saveRole(
  db: Db,
  { code, version, ...content }: RoleContent,
  by: Pick<Person, 'roles' | 'permissions'>,
  at: Instant,
): Promise<number | AnyReason> {
  return db.transaction(async (tx) => {
    await oneAtATime(tx)
    const before = await listRoles(tx)
    const row = before.find((one) => one.code === code)
    if (row?.builtIn) return 'role.built_in'
    if (!row && version !== 0) return 'resource.not_found'
    if (row && row.version !== version) return version === 0 ? 'role.taken' : 'edit.changed'
    const changed = row
      ? [
          ...content.permissions.filter((one) => !row.permissions.includes(one)),
          ...row.permissions.filter((one) => !content.permissions.includes(one)),
        ]
      : content.permissions
    if (!mayGive(by, changed)) return 'role.not_yours'
    const next = { ...content, permissions: [...new Set(content.permissions)], version: version + 1, changedAt: at }
    const after = before.map((one) => (one.code === code ? { ...one, permissions: next.permissions } : one))
    const holders = await tx
      .select()
      .from(account)
      .where(arrayContains(account.roles, [code]))
      .for('update')
    const given = holders.map((one) => ({ one, permissions: withRoles(one, before, after) }))
    for (const { one, permissions } of given)
      if (await gainsWhileBidding(tx, one, { ...one, permissions })) return 'role.company_bids'
    await tx
      .insert(role)
      .values({ code, ...next })
      .onConflictDoUpdate({ target: role.code, set: next })
    for (const { one, permissions } of given)
      await tx.update(account).set({ permissions }).where(eq(account.id, one.id))
    return next.version
  })
}

export async function deleteRole(db: Db, code: string, version: number): Promise<AnyReason | null> {
  return db.transaction(async (tx) => {
    await oneAtATime(tx)
    const [row] = await tx.select().from(role).where(eq(role.code, code))
    if (!row) return 'resource.not_found'
    if (row.builtIn) return 'role.built_in'
    if (row.version !== version) return 'edit.changed'
    const [holder] = await tx
      .select({ id: account.id })
      .from(account)
      .where(arrayContains(account.roles, [code]))
      .limit(1)
    if (holder) return 'role.in_use'
    await tx.delete(role).where(eq(role.code, code))
    return null
  })
}

/** The removed roles, or the reason that nothing was changed. */
export async function setRoles(
  db: Db,
  userId: string,
  wanted: readonly string[],
  was: readonly string[],
  by: Pick<Person, 'roles' | 'permissions'>,
): Promise<readonly string[] | AnyReason> {
  return db.transaction(async (tx) => {
    await oneAtATime(tx)
    const [row] = await tx.select().from(account).where(eq(account.id, userId)).for('update')
    if (!row || row.robot) return 'resource.not_found'
    if ([...row.roles].toSorted().join() !== [...was].toSorted().join()) return 'edit.changed'
    const roles = await listRoles(tx)
    const next = [...new Set(wanted)]
    const given = next.filter((code) => !row.roles.includes(code))
    const taken = row.roles.filter((code) => !next.includes(code))
    if (given.some((code) => !roles.some((one) => one.code === code))) return 'role.unknown'
    const touched = roles.filter(({ code }) => given.includes(code) || taken.includes(code))
    if (
      !mayGive(
        by,
        touched.flatMap(({ permissions }) => permissions),
      )
    )
      return 'role.not_yours'
    // An account is an administrator by a role or by a permission of its own.
    const permissions = withRoles(row, roles, roles, next)
    if (isAdmin(row) && !isAdmin({ roles: next, permissions }) && (await isLastAdmin(tx, userId)))
      return 'role.last_admin'
    if (await gainsWhileBidding(tx, row, { roles: next, permissions })) return 'role.company_bids'
    await tx.update(account).set({ roles: next, permissions }).where(eq(account.id, userId))
    return taken
  })
}

async function isLastAdmin(tx: Within, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ others: number }>(
    sql`SELECT count(*)::int AS others FROM ${account}
        WHERE id <> ${userId} AND NOT robot AND status <> 0 AND ('admin' = ANY (roles) OR '*:*:*' = ANY (permissions))`,
  )
  return (rows[0]?.others ?? 0) === 0
}
