import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { instant } from '../../domain/units.ts'
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

export type Erased =
  | { readonly refused: AnyReason }
  | {
      /** The sales in which the person spoke: rooms that hold them have to be read anew. */
      readonly spokeIn: readonly string[]
    }

/**
 * Erases the person of an account: name, contacts, sign-in, the texts of its messages and the rows kept for it. The
 * account stays as a number that sales, contracts and the audit trail name; the company's purchases and signatures are
 * its trade record and stay (docs/upkeep.md). Repeating it changes nothing.
 */
export async function erase(db: Db, userId: AccountId, by: Person, at: Instant): Promise<Erased> {
  const unknown = await hashPassword(randomBytes(24).toString('base64url'))
  return db.transaction(async (tx) => {
    const { account, outbox, verificationCode } = schema
    const [one] = await tx.select().from(account).where(eq(account.id, userId)).for('update')
    if (one === undefined || one.robot) return { refused: 'resource.not_found' }
    if (one.id === by.id) return { refused: 'erasure.self' }
    // Only an administrator erases an administrator, so one always remains.
    if (isAdmin(one) && !isAdmin(by)) return { refused: 'auth.not_permitted' }
    if (one.erasedAt !== null) return { spokeIn: [] }
    if ((await isInSale(tx, userId)) || (await speaksInSale(tx, userId))) return { refused: 'erasure.in_sale' }
    for (const table of OWN) await tx.delete(table).where(eq(table.accountId, userId))
    for (const contact of [one.email, one.phone]) {
      if (contact === null) continue
      await tx.delete(outbox).where(eq(outbox.recipient, contact))
      await tx.delete(verificationCode).where(eq(verificationCode.target, contact))
    }
    await eraseGuesses(tx, one.login.toLowerCase())
    // The next sweep deletes the bytes, on whichever store they are.
    await tx
      .update(schema.upload)
      .set({ name: '', createdAt: instant(0) })
      .where(and(eq(schema.upload.ownerId, userId), isNull(schema.upload.fileId)))
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
    return { spokeIn: await eraseMessages(tx, userId) }
  })
}

/** The entries of the messages that the person wrote: the log names it in an opening, which only staff are given. */
const saidBy = (userId: AccountId) =>
  and(eq(schema.sessionEvent.type, 'message'), sql`${schema.sessionEvent.openings}->'account'->>'value' = ${userId}`)

/**
 * Erases the texts of the person's messages with their salts. The entries stay with their commitments, which no longer
 * tell anything, so the chain of hashes verifies as before. Saved states that hold the texts are deleted; a room folds
 * its log again without them.
 */
async function eraseMessages(tx: Pick<Db, 'execute'>, userId: AccountId): Promise<readonly string[]> {
  // The serving role changes nothing of a log; the function does this alone, in sealed sales.
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT message_erase(${userId}) AS id`)
  return rows.map(({ id }) => id)
}

/** Whether the person has spoken in a sale that is not over: its text stands on the screens of those who are in it. */
async function speaksInSale(db: Pick<Db, 'select'>, userId: AccountId): Promise<boolean> {
  const { sessionEvent, sessionHead } = schema
  const [found] = await db
    .select({ id: sessionHead.timelineId })
    .from(sessionHead)
    .innerJoin(sessionEvent, eq(sessionEvent.timelineId, sessionHead.timelineId))
    .where(and(ne(sessionHead.phase, 5), saidBy(userId)))
    .limit(1)
  return found !== undefined
}

/** Ways in, failed passwords and allowances are kept by the login name, which stands in their keys as a word. */
async function eraseGuesses(tx: Pick<Db, 'delete'>, login: string): Promise<void> {
  const { allowance, guess, knownWay } = schema
  await tx.delete(knownWay).where(eq(knownWay.login, login))
  for (const table of [guess, allowance])
    await tx.delete(table).where(sql`${login} = ANY (string_to_array(lower(${table.key}), ' '))`)
}

/**
 * Whether the person is bound in a sale that runs: its bid leads, its ceiling may bid, or its offer can be accepted.
 * `stateOf`: the room's state.
 */
export async function isBoundInSale(
  db: Pick<Db, 'select'>,
  userId: AccountId,
  stateOf: (timelineId: string) => Promise<SessionState | null>,
): Promise<boolean> {
  const { sessionHead } = schema
  // Those of other companies too: the person may have bid for the company that it was in before.
  const sales = await db.select({ id: sessionHead.timelineId }).from(sessionHead).where(eq(sessionHead.phase, 4))
  for (const { id } of sales) {
    const state = await stateOf(id)
    if (state !== null && !state.practice && isBound(state, userId)) return true
  }
  return false
}

const isBound = ({ lots, offers }: SessionState, userId: AccountId): boolean =>
  Object.values(offers).some(({ account, status }) => status === 'live' && account === userId) ||
  [...lots].some(
    ({ status, leading, award, ceilings }) =>
      Object.values(ceilings).some(({ account }) => account === userId) ||
      (leading?.account === userId && (status === 'open' || status === 'held' || award?.number === leading.number)),
  )

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
