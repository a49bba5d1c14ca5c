import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { account, pushSubscription, token } from '../store/schema.ts'
import type { AccountStatus, Person, Standpoint } from './caller.ts'
import { batchLoad } from './batch-load.ts'

/** Expired tokens are distinguished from unknown ones for this long. */
const REMEMBERED_MS = 7 * 24 * 3_600_000
/** Concurrent token queries. */
const AT_ONCE = 2

interface Common {
  readonly hash: string
  readonly person: Person
  /** Hash of the seller token that it was derived from. */
  readonly parent: string | null
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  readonly expiresAt: Instant
  /** Signed out, or used. */
  readonly ended: boolean
}
export type Found =
  | (Common & { readonly kind: 'seller' })
  | (Common & { readonly kind: 'ticket' | 'key' | 'reset' })
  | (Common & { readonly kind: 'platform' })
  | (Common & { readonly kind: 'venue'; readonly timelineId: string; readonly standpoint: Standpoint })

interface Issued {
  readonly token: string
  readonly hash: string
}

/** Address and device that a token is given to. */
export interface Place {
  readonly address: string
  /** The browser's own name. */
  readonly device: string
}

export interface Tokens {
  issueSeller(accountId: AccountId, now: Instant, expiresAt: Instant, place?: Place): Promise<Issued>
  issueTicket(
    accountId: AccountId,
    parent: string,
    timelineId: string,
    now: Instant,
    expiresAt: Instant,
  ): Promise<Issued>
  /** The key of an external link: valid once, and never the token that the platform works with. */
  issueKey(accountId: AccountId, parent: string, now: Instant, expiresAt: Instant): Promise<Issued>
  issueVenue(
    accountId: AccountId,
    parent: string | null,
    timelineId: string,
    standpoint: Standpoint,
    now: Instant,
    expiresAt: Instant,
    place?: Place,
  ): Promise<Issued>
  /** A pass to set a new password. */
  issueReset(accountId: AccountId, now: Instant, expiresAt: Instant): Promise<Issued>
  find(secret: string): Promise<Found | null>
  /** Uses a ticket up; `null`: not a ticket for this session, expired or used. */
  redeem(
    ticket: string,
    timelineId: string,
    now: Instant,
  ): Promise<{ readonly accountId: AccountId; readonly parent: string | null } | null>
  /**
   * Uses a key up for a token of that platform, which ends with the sign-in that the key was derived from. `null`: not
   * a key, expired or used.
   */
  redeemKey(key: string, now: Instant, expiresAt: Instant): Promise<Issued | null>
  /**
   * Ends a token and all tokens derived from it, with the push subscription of its browser. Returns whether one was in
   * a session.
   */
  end(hash: string, now: Instant): Promise<{ readonly venue: boolean }>
  /** Prolongs a token. */
  renew(hash: string, expiresAt: Instant): Promise<void>
  /** Stores the last use of a token and of its parent. */
  touch(token: Pick<Found, 'hash' | 'parent'>, now: Instant): Promise<void>
  /** Deletes tokens that expired long ago. */
  sweep(now: Instant): Promise<void>
}

const placeColumns = (place?: Place) => (place ? { address: place.address, agent: place.device } : {})

/** 256 random bits, stored as a hash, which is useless to a reader of the database. */
const secretOf = (): string => randomBytes(32).toString('base64url')
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Read with each token: rights may be given after the company was admitted (A14). */
const colleagueOperates = sql<boolean>`EXISTS (
  SELECT 1 FROM ${account} AS colleague
  WHERE colleague.company_id = ${account.companyId} AND colleague.id <> ${account.id}
    AND ('admin' = ANY (colleague.roles) OR cardinality(colleague.permissions) > 0))`

/** A token ends with its parent, even if it is being issued at that moment. */
const parent = alias(token, 'parent')

export function openTokens(db: Db): Tokens {
  type Row = typeof token.$inferInsert
  async function issue(row: Omit<Row, 'hash'>, to: Db = db): Promise<Issued> {
    const secret = secretOf()
    const hash = hashOf(secret)
    await to.insert(token).values({ ...row, hash })
    return { token: secret, hash }
  }
  const find = batchLoad(async (hashes) => {
    const rows = await db
      .select({ token, account, parentUsedAt: parent.usedAt, colleagueOperates })
      .from(token)
      .innerJoin(account, eq(account.id, token.accountId))
      .leftJoin(parent, eq(parent.hash, token.parent))
      .where(inArray(token.hash, [...hashes]))
    return new Map(rows.map((row) => [row.token.hash, foundOf(row)]))
  }, AT_ONCE)

  return {
    issueSeller: (accountId, createdAt, expiresAt, place) =>
      issue({ kind: 'seller', accountId, createdAt, expiresAt, ...placeColumns(place) }),
    issueTicket: (accountId, parent, timelineId, createdAt, expiresAt) =>
      issue({ kind: 'ticket', accountId, parent, timelineId, createdAt, expiresAt }),
    issueKey: (accountId, parent, createdAt, expiresAt) =>
      issue({ kind: 'key', accountId, parent, createdAt, expiresAt }),
    issueVenue: (accountId, parent, timelineId, standpoint, createdAt, expiresAt, place) =>
      issue({
        kind: 'venue',
        accountId,
        parent,
        timelineId,
        createdAt,
        expiresAt,
        ...placeColumns(place),
        identityType: standpoint.identity,
        biddingNumber: standpoint.identity === 1 ? standpoint.number : null,
        sellerCode: standpoint.identity === 2 ? standpoint.seller : null,
      }),
    issueReset: (accountId, createdAt, expiresAt) => issue({ kind: 'reset', accountId, createdAt, expiresAt }),
    find: (secret) => find(hashOf(secret)),

    redeemKey: (key, now, expiresAt) =>
      db.transaction(async (tx) => {
        const good = and(
          eq(token.hash, hashOf(key)),
          eq(token.kind, 'key'),
          isNull(token.usedAt),
          gt(token.expiresAt, now),
        )
        const [used] = await tx
          .update(token)
          .set({ usedAt: now })
          .where(good)
          .returning({ accountId: token.accountId, parent: token.parent })
        if (!used?.parent) return null
        // Locks the parent: a sign-in that ends meanwhile would leave this token behind.
        const [parent] = await tx
          .select({ hash: token.hash })
          .from(token)
          .where(and(eq(token.hash, used.parent), isNull(token.usedAt)))
          .for('share')
        return parent ? issue({ kind: 'platform', ...used, createdAt: now, expiresAt }, tx) : null
      }),
    async redeem(ticket, timelineId, now) {
      const good = and(
        eq(token.hash, hashOf(ticket)),
        eq(token.kind, 'ticket'),
        eq(token.timelineId, timelineId),
        isNull(token.usedAt),
        gt(token.expiresAt, now),
      )
      const [used] = await db
        .update(token)
        .set({ usedAt: now })
        .where(good)
        .returning({ accountId: token.accountId, parent: token.parent })
      return used ?? null
    },

    async end(hash, now) {
      const theirs = and(or(eq(token.hash, hash), eq(token.parent, hash)), isNull(token.usedAt))
      await db.delete(pushSubscription).where(eq(pushSubscription.token, hash))
      const ended = await db.update(token).set({ usedAt: now }).where(theirs).returning({ kind: token.kind })
      return { venue: ended.some(({ kind }) => kind === 'venue') }
    },
    async renew(hash, expiresAt) {
      await db
        .update(token)
        .set({ expiresAt })
        .where(and(eq(token.hash, hash), isNull(token.usedAt)))
    },
    async touch({ hash, parent }, now) {
      await db
        .update(token)
        .set({ lastSeenAt: now })
        .where(inArray(token.hash, parent === null ? [hash] : [hash, parent]))
    },
    async sweep(now) {
      await db.delete(token).where(lt(token.expiresAt, later(now, -REMEMBERED_MS)))
    },
  }
}

interface FoundRow {
  readonly token: typeof token.$inferSelect
  readonly account: typeof account.$inferSelect
  readonly parentUsedAt: Instant | null
  readonly colleagueOperates: boolean
}

function foundOf(row: FoundRow): Found {
  const { hash, kind, parent: from, createdAt, expiresAt, usedAt, timelineId } = row.token
  const lastSeenAt = row.token.lastSeenAt ?? createdAt
  const common = {
    hash,
    parent: from,
    createdAt,
    lastSeenAt,
    expiresAt,
    ended: usedAt !== null || row.parentUsedAt !== null,
    person: { ...personOf(row.account), ...(row.colleagueOperates && { colleagueOperates: true as const }) },
  }
  if (kind !== 'venue') return { ...common, kind }
  if (timelineId === null) throw new TypeError('a venue token without its session')
  return { ...common, kind, timelineId, standpoint: standpointOf(row.token) }
}

export const personOf = ({
  id,
  login,
  name,
  companyId,
  status,
  roles,
  permissions,
  robot,
  secondFactorAt,
}: typeof account.$inferSelect): Person => ({
  id,
  login,
  name,
  companyId,
  status: statusOf(status),
  roles,
  permissions,
  ...(robot && { robot }),
  ...(secondFactorAt !== null && { secondFactor: true }),
})

export function statusOf(status: number): AccountStatus {
  if (status === 0 || status === 2 || status === 3 || status === 4) return status
  throw new TypeError(`no such account status: ${status}`)
}

function standpointOf({ identityType, biddingNumber, sellerCode }: typeof token.$inferSelect): Standpoint {
  if (identityType === 1 && biddingNumber !== null) return { identity: 1, number: biddingNumber }
  if (identityType === 2 && sellerCode !== null) return { identity: 2, seller: sellerCode }
  if (identityType === 0 || identityType === 3 || identityType === 4) return { identity: identityType }
  throw new TypeError(`a venue token with identity ${identityType}`)
}
