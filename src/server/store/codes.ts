import { and, asc, eq, gt, isNull, lt, min, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import { verificationCode } from './schema.ts'

export type Code = typeof verificationCode.$inferSelect
type NewCode = Pick<Code, 'id' | 'known' | 'purpose' | 'channel' | 'target' | 'codeHash' | 'createdAt' | 'expiresAt'>
/** Identifies a code by its id, purpose and target. */
type WhichCode = Pick<Code, 'id' | 'purpose' | 'target'>

/** Blocks other sends to the target until the transaction ends. */
export async function lockTarget(tx: Db, target: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`code ${target}`}, 0))`)
}

/** Serialises all senders, since they share one budget. */
export async function lockBudget(tx: Db): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('code budget', 0))`)
}

/** Times of the codes sent to the target for this purpose, oldest first: to known devices, or to the others. */
export async function sentSince(
  db: Db,
  { target, purpose, known }: Pick<Code, 'target' | 'purpose' | 'known'>,
  since: Instant,
): Promise<readonly Instant[]> {
  const sent = await db
    .select({ at: verificationCode.createdAt })
    .from(verificationCode)
    .where(
      and(
        eq(verificationCode.target, target),
        eq(verificationCode.purpose, purpose),
        eq(verificationCode.known, known),
        gt(verificationCode.createdAt, since),
      ),
    )
    .orderBy(asc(verificationCode.createdAt))
  return sent.map(({ at }) => at)
}

/** Number of all codes sent since then, and the time of the first. */
export async function allSentSince(
  db: Db,
  since: Instant,
): Promise<{ readonly total: number; readonly first: Instant | null }> {
  const [sent] = await db
    .select({ total: count, first: min(verificationCode.createdAt) })
    .from(verificationCode)
    .where(gt(verificationCode.createdAt, since))
  return sent ?? { total: 0, first: null }
}

export async function addCode(db: Db, row: NewCode): Promise<void> {
  await db.insert(verificationCode).values(row)
}

/**
 * Counts an attempt and returns the hash to compare with; `null`: the code is spent. Counted first, so that concurrent
 * attempts gain nothing.
 */
export async function attemptCode(db: Db, which: WhichCode, most: number, now: Instant): Promise<string | null> {
  const [open] = await db
    .update(verificationCode)
    .set({ attempts: sql`${verificationCode.attempts} + 1` })
    .where(and(isOpen(which, now), lt(verificationCode.attempts, most)))
    .returning({ codeHash: verificationCode.codeHash })
  return open?.codeHash ?? null
}

/** Uses a code up; `false`: a concurrent caller used it first. */
export async function useCode(db: Db, which: WhichCode, now: Instant): Promise<boolean> {
  const used = await db
    .update(verificationCode)
    .set({ usedAt: now })
    .where(isOpen(which, now))
    .returning({ id: verificationCode.id })
  return used.length > 0
}

export async function forgetCodes(db: Db, before: Instant): Promise<void> {
  await db.delete(verificationCode).where(lt(verificationCode.createdAt, before))
}

const isOpen = ({ id, purpose, target }: WhichCode, now: Instant) =>
  and(
    eq(verificationCode.id, id),
    eq(verificationCode.purpose, purpose),
    eq(verificationCode.target, target),
    isNull(verificationCode.usedAt),
    gt(verificationCode.expiresAt, now),
  )
