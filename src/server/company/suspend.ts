import { and, eq, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Person } from '../auth/caller.ts'
import { isAdmin } from '../auth/permissions.ts'
import type { Account } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import { account } from '../store/schema.ts'
import { newsMail } from './mails.ts'

/** The accounts concerned: one, or all of its company. */
export type Concerned = readonly [Account, ...Account[]]
type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/**
 * Suspends an account and its whole company; repeating it includes people who joined since. `rooms.ts` then suspends
 * the company in its sales.
 */
export async function suspend(
  db: Db,
  userId: AccountId,
  reason: string,
  by: Person,
  at: Instant,
): Promise<Concerned | AnyReason> {
  return db.transaction(async (tx) => {
    await oneAtATime(tx)
    // Two operators may suspend each other at once: the second one is suspended by then.
    const [self] = await tx.select({ status: account.status }).from(account).where(eq(account.id, by.id))
    if (self?.status === 0) return 'auth.account_suspended'
    const all = await concerned(tx, userId)
    if (!all) return 'resource.not_found'
    if (all.some(({ id }) => id === by.id)) return 'suspension.self'
    // Only an administrator suspends an administrator, so one always remains.
    if (all.some(isAdmin) && !isAdmin(by)) return 'auth.not_permitted'
    for (const one of all) {
      if (one.status === 0) continue
      await tx
        .update(account)
        .set({ status: 0, statusBefore: one.status, suspendedReason: reason })
        .where(eq(account.id, one.id))
      await putMails(tx, newsMail('suspended', one, `${one.id}:${at}`, { reason }), at)
    }
    return all
  })
}

/** Restores the previous status. */
export async function reinstate(db: Db, userId: AccountId, at: Instant): Promise<Concerned | AnyReason> {
  return db.transaction(async (tx) => {
    await oneAtATime(tx)
    const all = await concerned(tx, userId)
    if (!all) return 'resource.not_found'
    for (const one of all) {
      if (one.status !== 0 || one.erasedAt !== null) continue
      // Without a recorded suspension the earlier status is unknown, so the account starts as a new user.
      await tx
        .update(account)
        .set({ status: one.statusBefore ?? 2, statusBefore: null, suspendedReason: null })
        .where(eq(account.id, one.id))
      await putMails(tx, newsMail('reinstated', one, `${one.id}:${at}`), at)
    }
    return all
  })
}

const oneAtATime = (tx: Transaction) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('suspension'))`)

/** Robots cannot be suspended. */
async function concerned(tx: Transaction, userId: AccountId): Promise<Concerned | null> {
  const [one] = await tx
    .select()
    .from(account)
    .where(and(eq(account.id, userId), eq(account.robot, false)))
  if (!one) return null
  const theirs = one.companyId === null ? eq(account.id, one.id) : eq(account.companyId, one.companyId)
  const [first, ...others] = await tx.select().from(account).where(theirs).orderBy(account.id).for('update')
  return first ? [first, ...others] : null
}
