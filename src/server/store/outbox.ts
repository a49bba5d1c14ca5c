import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, min, ne, sql } from 'drizzle-orm'
import { later } from '../../domain/units.ts'
import type { DayRange } from '../../contract/dayRange.ts'
import type { Instant } from '../../domain/units.ts'
import { placesOfOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { count, within } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { outbox, outboxKey } from './schema.ts'

export type Mail = typeof outbox.$inferSelect
export type Channel = Mail['channel']
/** Messages that a person waits for (codes), or the others. */
export type Lane = 'codes' | 'notices'
export type NewMail = Pick<Mail, 'id' | 'recipient' | 'subject' | 'body'> &
  Partial<Pick<Mail, 'channel' | 'secretUntil' | 'unsubscribe'>>

/** Lease of a mail by a node, after which another may send it (the node may have died). */
const LEASE_MS = 5 * 60_000

/** Adds a mail once per id, however often it is added. */
export async function putMails(db: Pick<Db, 'insert'>, mails: readonly NewMail[], now: Instant): Promise<void> {
  if (mails.length === 0) return
  await db
    .insert(outbox)
    .values(mails.map((mail) => ({ ...mail, createdAt: now, nextAttemptAt: now })))
    .onConflictDoNothing()
}

/** Ids of messages that `putMailsOnce` adds; nodes of releases without keys add them too. */
const KEYED = ['closing:%', 'closing-sms:%', 'clock:%']

/** Adds messages that are derived from a log: once per id, also after their rows were deleted. */
export async function putMailsOnce(
  db: Pick<Db, 'execute'>,
  mails: readonly Pick<NewMail, 'id' | 'recipient' | 'subject' | 'body' | 'channel'>[],
  now: Instant,
): Promise<void> {
  if (mails.length === 0) return
  const at = new Date(now).toISOString()
  await db.execute(sql`
    WITH mail AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(mails)}::json) AS m (id text, recipient text, subject text, body text, channel text)
    ), fresh AS (
      INSERT INTO ${outboxKey} (id, at) SELECT id, ${at}::timestamptz FROM mail ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO ${outbox} (id, recipient, subject, body, channel, created_at, next_attempt_at)
    SELECT id, recipient, subject, body, coalesce(channel, 'mail'), ${at}::timestamptz, ${at}::timestamptz FROM mail JOIN fresh USING (id)
    ON CONFLICT DO NOTHING`)
}

/** Leases due messages of a channel: codes, or the others; oldest first. Other nodes skip them meanwhile. */
export async function takeDue(db: Db, channel: Channel, lane: Lane, now: Instant, limit: number): Promise<Mail[]> {
  const isDue = and(
    eq(outbox.channel, channel),
    lane === 'codes' ? and(isNotNull(outbox.secretUntil), ne(outbox.body, '')) : isNull(outbox.secretUntil),
    isNull(outbox.sentAt),
    isNotNull(outbox.nextAttemptAt),
    lte(outbox.nextAttemptAt, now),
  )
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDue)
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({ nextAttemptAt: later(now, LEASE_MS), attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning()
    .execute()
}

/** Messages that wait to be sent: their number, and when the oldest was written. */
export async function waitingMails(db: Db): Promise<{ waiting: number; oldest: Instant | null }> {
  const [row] = await db
    .select({ waiting: count, oldest: min(outbox.createdAt) })
    .from(outbox)
    .where(isNotNull(outbox.nextAttemptAt))
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null }
}

/** Deletes messages from before then that are sent or given up; the keys of derived ones stay. */
export async function forgetMails(db: Db, before: Instant, now: Instant): Promise<void> {
  const old = and(lt(outbox.createdAt, before), isNull(outbox.nextAttemptAt))
  await db.execute(sql`
    WITH gone AS (DELETE FROM ${outbox} WHERE ctid = ANY (${placesOfOld(outbox, old)}) AND ${old} RETURNING id)
    INSERT INTO ${outboxKey} (id, at)
    SELECT id, ${new Date(now).toISOString()}::timestamptz FROM gone WHERE id LIKE ANY (${sql.param(KEYED)}::text[])
    ON CONFLICT DO NOTHING`)
}

export async function keepSent(db: Db, id: string, now: Instant): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: now, error: null, nextAttemptAt: null, body: withoutSecret })
    .where(eq(outbox.id, id))
}

/** `again: null`: the message is given up, and stays visible. */
export async function keepFailed(
  db: Db,
  id: string,
  error: string,
  again: Instant | null,
  refusals = 0,
): Promise<void> {
  await db
    .update(outbox)
    .set({ error, refusals, nextAttemptAt: again, ...(again === null && { body: withoutSecret }) })
    .where(eq(outbox.id, id))
}

/** Deletes expired secrets, sent or not; an unsent message is then given up. */
export async function wipeSecrets(db: Db, now: Instant): Promise<void> {
  await db
    .update(outbox)
    .set({ body: '', nextAttemptAt: null })
    .where(and(lte(outbox.secretUntil, now), sql`${outbox.body} <> ''`))
}

/** The body without its secret. */
const withoutSecret = sql<string>`CASE WHEN ${outbox.secretUntil} IS NULL THEN ${outbox.body} ELSE '' END`

/** Sends a message again now that waits or was given up; false: there is none, or it held a code. */
export async function sendAgain(db: Db, id: string, now: Instant): Promise<boolean> {
  const again = await db
    .update(outbox)
    .set({ nextAttemptAt: now, createdAt: now, attempts: 0, refusals: 0 })
    .where(and(eq(outbox.id, id), isNull(outbox.sentAt), isNull(outbox.secretUntil)))
    .returning({ id: outbox.id })
  return again.length > 0
}

/** All messages for the operator, newest first. */
export async function listMails(db: Db, { offset, limit, ...range }: Slice & DayRange): Promise<Listed<Mail>> {
  const wanted = within(outbox.createdAt, range)
  const order = [desc(outbox.createdAt), desc(outbox.id)]
  // By an index in this order: bodies of other pages are not read.
  const page = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(wanted)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(outbox)
      .where(inArray(outbox.id, page))
      .orderBy(...order),
    db.select({ total: count }).from(outbox).where(wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}
