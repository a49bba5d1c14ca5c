import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import { deleteOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { allowance, guess, knownWay } from './schema.ts'

/** SHA-256 of a key, since keys hold text typed by callers, of any length and with any character. */
const stored = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** `most` at once, and one more each `oneEveryMs`. */
export interface Allowance {
  readonly most: number
  readonly oneEveryMs: number
}

/**
 * Takes one call from an allowance (GCRA) in one statement, shared by all nodes. Returns the milliseconds to wait:
 * within `patience` the call was taken in advance, beyond it was not.
 */
export async function takeAllowance(
  db: Db,
  key: string,
  { most, oneEveryMs }: Allowance,
  now: Instant,
  patience: number,
): Promise<number> {
  const [taken] = (
    await db.execute<{ fullAt: string }>(sql`
      INSERT INTO allowance AS a (key, full_at) VALUES (${stored(key)}, ${now + oneEveryMs})
      ON CONFLICT (key) DO UPDATE SET full_at = greatest(a.full_at, ${now}::bigint) + ${oneEveryMs}
      WHERE greatest(a.full_at, ${now}::bigint) + ${oneEveryMs} <= ${now + most * oneEveryMs + patience}
      RETURNING full_at AS "fullAt"`)
  ).rows
  if (taken) return Math.max(0, Number(taken.fullAt) - now - most * oneEveryMs)
  const [full] = await db
    .select({ at: allowance.fullAt })
    .from(allowance)
    .where(sql`key = ${stored(key)}`)
  return Math.max(patience + 1, (full?.at ?? now) + oneEveryMs - now - most * oneEveryMs)
}

/** For attempts that used nothing up, or turned out to be the owner's. */
export async function giveBackAllowance(db: Db, key: string, { oneEveryMs }: Allowance): Promise<void> {
  await db.execute(sql`UPDATE allowance SET full_at = full_at - ${oneEveryMs} WHERE key = ${stored(key)}`)
}

/** How long after its time a place in a queue can still be taken up. */
const PLACE_KEPT_MS = 10 * 60_000

/** Keeps a place in the queue for an allowance that was taken in advance; it comes at `due`. */
export async function keepPlace(db: Db, key: string, due: Instant): Promise<void> {
  // Swept like a full allowance, once it can no longer be taken up.
  const fullAt = (due + PLACE_KEPT_MS) as Instant
  await db
    .insert(allowance)
    .values({ key: stored(key), fullAt })
    .onConflictDoUpdate({ target: allowance.key, set: { fullAt } })
}

/** Milliseconds until the place comes; 0: it was taken up just now, once. `null`: no place is kept. */
export async function takePlace(db: Db, key: string, now: Instant): Promise<number | null> {
  const own = sql`key = ${stored(key)} AND full_at > ${now}::bigint`
  const [place] = await db.select({ at: allowance.fullAt }).from(allowance).where(own)
  if (!place) return null
  const wait = place.at - PLACE_KEPT_MS - now
  if (wait > 0) return wait
  const taken = await db.delete(allowance).where(own).returning()
  return taken.length > 0 ? 0 : null
}

export interface GuessRule {
  readonly freeFailures: number
  readonly forgetMs: number
  readonly longestWaitMs: number
}

/**
 * Counts a guess as failed until it is forgotten. Returns the milliseconds to wait if the guess is too early; it is
 * then not counted.
 */
export async function countGuess(
  db: Db,
  key: string,
  { freeFailures, forgetMs, longestWaitMs }: GuessRule,
  now: Instant,
): Promise<number> {
  const wait = sql`CASE WHEN g.failures < ${freeFailures} OR g.last_at + ${forgetMs} <= ${now}::bigint THEN 0
    ELSE greatest(0, g.last_at + least(${longestWaitMs}, 1000 * power(2, least(g.failures - ${freeFailures}, 30))) - ${now}::bigint) END`
  const { rows } = await db.execute(sql`
    INSERT INTO guess AS g (key, failures, last_at) VALUES (${stored(key)}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET last_at = ${now}::bigint,
      failures = CASE WHEN g.last_at + ${forgetMs} <= ${now}::bigint THEN 1 ELSE g.failures + 1 END
    WHERE ${wait} = 0 RETURNING key`)
  if (rows.length > 0) return 0
  const [left] = (
    await db.execute<{ wait: number }>(sql`SELECT ${wait} AS wait FROM guess g WHERE key = ${stored(key)}`)
  ).rows
  return Math.max(1, Number(left?.wait ?? 1))
}

/** Takes back the guess that was counted last. */
export async function uncountGuess(db: Db, key: string): Promise<void> {
  await db.execute(sql`UPDATE guess SET failures = greatest(0, failures - 1) WHERE key = ${stored(key)}`)
}

export async function forgetGuesses(db: Db, key: string): Promise<void> {
  await db.delete(guess).where(sql`key = ${stored(key)}`)
}

/**
 * A login and a way as one key; ways hold no line break. Characters that PostgreSQL cannot store are replaced in a
 * login.
 */
export const wayOf = (login: string, way: string): string =>
  `${way}\n${login.toWellFormed().replaceAll('\0', '\u{fffd}')}`

/** The known pairs among these. */
export async function knownAmong(db: Db, pairs: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const { rows } = await db.execute<{ pair: string }>(sql`
    SELECT way || chr(10) || login AS pair FROM known_way WHERE (way, login) IN (
      SELECT split_part(p, chr(10), 1), substr(p, strpos(p, chr(10)) + 1) FROM unnest(${sql.param(pairs)}::text[]) p)`)
  return new Map(rows.map(({ pair }) => [pair, true]))
}

/** The ways among these on which any account is known. */
export async function devicesAmong(db: Db, ways: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const found = await db
    .selectDistinct({ way: knownWay.way })
    .from(knownWay)
    .where(inArray(knownWay.way, [...ways]))
  return new Map(found.map(({ way }) => [way, true]))
}

export async function keepWays(db: Db, login: string, ways: readonly string[], now: Instant): Promise<void> {
  await db
    .insert(knownWay)
    .values(ways.map((way) => ({ login, way, seenAt: now })))
    .onConflictDoUpdate({ target: [knownWay.login, knownWay.way], set: { seenAt: now } })
}

/** Forgets all ways of an account, after a new password. */
export async function forgetWays(db: Db, login: string): Promise<void> {
  await db.delete(knownWay).where(sql`login = ${login}`)
}

/** Deletes allowances that have grown back, and devices not seen for long. */
export async function sweepAllowances(
  db: Db,
  now: Instant,
  waysBefore: Instant,
  guessesBefore: Instant,
): Promise<void> {
  await deleteOld(db, allowance, lt(allowance.fullAt, now))
  await deleteOld(db, guess, lt(guess.lastAt, guessesBefore))
  await deleteOld(db, knownWay, lt(knownWay.seenAt, waysBefore))
}
