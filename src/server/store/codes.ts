import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { verificationCode } from './schema.ts'

export type Code = typeof verificationCode.$inferSelect
type NewCode = Pick<Code, 'id' | 'purpose' | 'channel' | 'target' | 'codeHash' | 'createdAt' | 'expiresAt'>
/** Which code is meant: one that was sent for this, to there. */
type WhichCode = Pick<Code, 'id' | 'purpose' | 'target'>

/** Until the transaction ends, nobody else sends there. */
export async function lockTarget(tx: Db, target: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`code ${target}`}, 0))`)
}

/** When codes were sent there, oldest first. */
export async function sentSince(db: Db, target: string, since: Instant): Promise<readonly Instant[]> {
  const sent = await db
    .select({ at: verificationCode.createdAt })
    .from(verificationCode)
    .where(and(eq(verificationCode.target, target), gt(verificationCode.createdAt, since)))
    .orderBy(asc(verificationCode.createdAt))
  return sent.map(({ at }) => at)
}

export async function addCode(db: Db, row: NewCode): Promise<void> {
  await db.insert(verificationCode).values(row)
}

/**
 * Counts an attempt and gives what it is to be compared with; `null`: the code is spent. Counted first, so that many at
 * once are no more than one by one.
 */
export async function attemptCode(db: Db, which: WhichCode, most: number, now: Instant): Promise<string | null> {
  const [open] = await db
    .update(verificationCode)
    .set({ attempts: sql`${verificationCode.attempts} + 1` })
    .where(and(isOpen(which, now), lt(verificationCode.attempts, most)))
    .returning({ codeHash: verificationCode.codeHash })
  return open?.codeHash ?? null
}

/** Once; `false`: somebody else was first. */
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
