import { and, asc, eq, gt, inArray, isNull, lt, max, min, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import { deleteOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import { verificationCode } from './schema.ts'

export type Code = typeof verificationCode.$inferSelect
type NewCode = Pick<
  Code,
  'id' | 'known' | 'purpose' | 'channel' | 'target' | 'requester' | 'codeHash' | 'createdAt' | 'expiresAt'
>
/** One code by its id, purpose and target. */
type WhichCode = Pick<Code, 'id' | 'purpose' | 'target'>
/** A code that a guess may fit. */
export type OpenCode = Pick<Code, 'id' | 'codeHash' | 'createdAt'>

/** Blocks other sends and guesses at the target until the transaction ends. */
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

/** Adds a code, which takes over the guesses at the requester's open codes. Needs `lockTarget`. */
export async function addCode(tx: Db, row: NewCode, most: number): Promise<void> {
  const [before] = await tx
    .select({ attempts: max(verificationCode.attempts) })
    .from(verificationCode)
    .where(
      and(
        eq(verificationCode.target, row.target),
        eq(verificationCode.purpose, row.purpose),
        eq(verificationCode.requester, row.requester),
        isOpen(row.createdAt),
        lt(verificationCode.attempts, most),
      ),
    )
  await tx.insert(verificationCode).values({ ...row, attempts: before?.attempts ?? 0 })
}

/**
 * Counts a guess at each open code that the code's requester has for this target and purpose, and returns them, the
 * newest first; none: all are spent. Needs `lockTarget`. Counted first, so that concurrent guesses gain nothing.
 */
export async function attemptCodes(tx: Db, which: WhichCode, most: number, now: Instant): Promise<readonly OpenCode[]> {
  const open = await tx
    .update(verificationCode)
    .set({ attempts: sql`${verificationCode.attempts} + 1` })
    .where(and(await ofRequester(tx, which), isOpen(now), lt(verificationCode.attempts, most)))
    .returning(GUESSED)
  return open.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** The open codes of the code's requester for this target and purpose, spent ones too. */
export async function openCodesOf(tx: Db, which: WhichCode, now: Instant): Promise<readonly OpenCode[]> {
  return tx
    .select(GUESSED)
    .from(verificationCode)
    .where(and(await ofRequester(tx, which), isOpen(now)))
}

export async function spendCodes(tx: Db, ids: readonly string[], now: Instant): Promise<void> {
  await tx
    .update(verificationCode)
    .set({ usedAt: now })
    .where(inArray(verificationCode.id, [...ids]))
}

export async function forgetCodes(db: Db, before: Instant): Promise<void> {
  await deleteOld(db, verificationCode, lt(verificationCode.createdAt, before))
}

const GUESSED = {
  id: verificationCode.id,
  codeHash: verificationCode.codeHash,
  createdAt: verificationCode.createdAt,
}

const isOpen = (now: Instant) => and(isNull(verificationCode.usedAt), gt(verificationCode.expiresAt, now))

/** The code itself, which may be spent, and the others that its requester has for the same target and purpose. */
async function ofRequester(db: Db, { id, purpose, target }: WhichCode) {
  const sameKind = and(eq(verificationCode.purpose, purpose), eq(verificationCode.target, target))
  const [own] = await db
    .select({ requester: verificationCode.requester })
    .from(verificationCode)
    .where(and(sameKind, eq(verificationCode.id, id)))
  // Without such a code the guess fits none.
  if (!own) return sql`false`
  const { requester } = own
  const guessed = requester === '' ? eq(verificationCode.id, id) : eq(verificationCode.requester, requester)
  return and(sameKind, guessed)
}
