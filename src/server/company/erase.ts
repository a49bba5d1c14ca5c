import { randomBytes } from 'node:crypto'
import { and, eq, ne, or } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Person } from '../auth/caller.ts'
import { hashPassword } from '../auth/password.ts'
import { isAdmin } from '../auth/permissions.ts'
import type { Db } from '../store/open.ts'
import * as schema from '../store/schema.ts'

/** Tables whose rows serve only the account: its sign-ins, factors, devices and notifications. */
const OWN = [
  schema.token,
  schema.attention,
  schema.signInDevice,
  schema.bankConfirmation,
  schema.passkey,
  schema.authenticator,
  schema.recoveryCode,
  schema.passkeyChallenge,
  schema.notification,
  schema.notificationSetting,
  schema.pushSubscription,
  schema.sentForm,
] as const

/**
 * Erases the person of an account: name, contacts, sign-in and the rows kept for it. The account stays as a number that
 * sales, contracts and the audit trail name; the company's purchases and signatures are its trade record and stay
 * (docs/upkeep.md). Repeating it changes nothing. `null`: done.
 */
export async function erase(db: Db, userId: AccountId, by: Person, at: Instant): Promise<AnyReason | null> {
  const unknown = await hashPassword(randomBytes(24).toString('base64url'))
  return db.transaction(async (tx) => {
    const { account, outbox, verificationCode } = schema
    const [one] = await tx.select().from(account).where(eq(account.id, userId)).for('update')
    if (one === undefined || one.robot) return 'resource.not_found'
    if (one.id === by.id) return 'erasure.self'
    // Only an administrator erases an administrator, so one always remains.
    if (isAdmin(one) && !isAdmin(by)) return 'auth.not_permitted'
    if (one.erasedAt !== null) return null
    if (await isInSale(tx, userId)) return 'erasure.in_sale'
    for (const table of OWN) await tx.delete(table).where(eq(table.accountId, userId))
    for (const contact of [one.email, one.phone]) {
      if (contact === null) continue
      await tx.delete(outbox).where(eq(outbox.recipient, contact))
      await tx.delete(verificationCode).where(eq(verificationCode.target, contact))
    }
    await tx
      .update(account)
      .set({
        login: `erased-${userId}`,
        passwordHash: unknown,
        name: '',
        appellationName: null,
        phone: null,
        email: null,
        phoneProvenAt: null,
        emailProvenAt: null,
        status: 0,
        statusBefore: null,
        suspendedReason: null,
        roles: [],
        permissions: [],
        secondFactorAt: null,
        country: null,
        accountTypes: [],
        companyName: null,
        position: null,
        preferredContact: null,
        profileAt: null,
        erasedAt: at,
      })
      .where(eq(account.id, userId))
    return null
  })
}

/** Whether the person has signed up for a sale that is not over, or is its host. */
async function isInSale(db: Pick<Db, 'select'>, userId: AccountId): Promise<boolean> {
  const { registration, sessionHead, timeline } = schema
  const [found] = await db
    .select({ id: sessionHead.timelineId })
    .from(sessionHead)
    .innerJoin(timeline, eq(timeline.id, sessionHead.timelineId))
    .leftJoin(registration, eq(registration.timelineId, timeline.id))
    .where(and(ne(sessionHead.phase, 5), or(eq(registration.accountId, userId), eq(timeline.hostAccountId, userId))))
    .limit(1)
  return found !== undefined
}
