import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { ALWAYS_TOLD, TEXTED_APART } from '../../domain/notify/notice.ts'
import type { NoticeKind } from '../../domain/notify/notice.ts'
import { DEFAULT_QUIET } from '../../domain/notify/when.ts'
import type { DayRange } from '../../contract/dayRange.ts'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { placesOfOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { count, within } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { account, notification, notificationSetting, pushDelivery, pushKey, pushSubscription, token } from './schema.ts'

export type Notification = typeof notification.$inferSelect
export type NotificationSetting = typeof notificationSetting.$inferSelect
export type Subscription = typeof pushSubscription.$inferSelect
export type PushKey = typeof pushKey.$inferSelect
type Within = Pick<Db, 'select' | 'insert' | 'update'>

/** Lease of a push message by a node, after which another node may send it. */
const LEASE_MS = 2 * 60_000
/** Rows per statement: building one for more would hold up this node. */
const ROWS = 500
/** Status of a suspended account. */
const SUSPENDED = 0

type NewNotification = Omit<Notification, 'id' | 'mailId' | 'smsId'>

/**
 * Stores notifications, one per person and cause, however many nodes try. Each statement has its rows in one parameter:
 * after a closing there are thousands, and building statements with a parameter per field holds up the node.
 */
export async function keepNotifications(db: Pick<Db, 'execute'>, rows: readonly NewNotification[]): Promise<void> {
  const timeOf = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())
  for (let i = 0; i < rows.length; i += ROWS) {
    const part = rows.slice(i, i + ROWS).map(({ createdAt, until, readAt, mailAt, pushAt, smsAt, ...row }) => ({
      ...row,
      createdAt: timeOf(createdAt),
      until: timeOf(until),
      readAt: timeOf(readAt),
      mailAt: timeOf(mailAt),
      pushAt: timeOf(pushAt),
      smsAt: timeOf(smsAt),
    }))
    await db.execute(sql`
      INSERT INTO ${notification} (account_id, kind, cause, facts, names, created_at, until, read_at, mail_at, push_at, sms_at)
      SELECT * FROM json_to_recordset(${JSON.stringify(part)}::json) AS n ("accountId" text, kind text, cause text,
        facts jsonb, names jsonb, "createdAt" timestamptz, "until" timestamptz, "readAt" timestamptz,
        "mailAt" timestamptz, "pushAt" timestamptz, "smsAt" timestamptz)
      ON CONFLICT DO NOTHING`)
  }
}

interface NotificationQuery extends Slice, DayRange {
  readonly accountId: AccountId
  readonly unread?: boolean | undefined
}

/** A page of a person's notifications, newest first. */
export async function listNotifications(
  db: Db,
  { accountId, unread, offset, limit, ...range }: NotificationQuery,
): Promise<Listed<Notification>> {
  const where = and(
    eq(notification.accountId, accountId),
    unread === true ? isNull(notification.readAt) : undefined,
    within(notification.createdAt, range),
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(notification)
      .where(where)
      .orderBy(desc(notification.createdAt), desc(notification.id))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(notification).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export const countUnread = async (db: Db, accountId: AccountId): Promise<number> =>
  (
    await db
      .select({ total: count })
      .from(notification)
      .where(and(eq(notification.accountId, accountId), isNull(notification.readAt)))
  )[0]?.total ?? 0

/** False: the person has no such notification. Reading it again changes nothing. */
export async function noteRead(db: Db, accountId: AccountId, id: string, now: Instant): Promise<boolean> {
  const rows = await db
    .update(notification)
    .set({ readAt: sql`coalesce(${notification.readAt}, ${new Date(now).toISOString()}::timestamptz)` })
    .where(and(eq(notification.accountId, accountId), eq(notification.id, id)))
    .returning({ id: notification.id })
  return rows.length > 0
}

/** Marks notifications up to the newest that the person has seen as read; later ones stay unread. */
export async function noteAllRead(db: Db, accountId: AccountId, upTo: Instant, now: Instant): Promise<void> {
  await db
    .update(notification)
    .set({ readAt: now })
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), lte(notification.createdAt, upTo)))
}

/** The notification settings of these people. */
export async function settingsOf(
  db: Pick<Db, 'select'>,
  accountIds: readonly AccountId[],
): Promise<(accountId: AccountId) => NotificationSetting> {
  const rows =
    accountIds.length === 0
      ? []
      : await db
          .select()
          .from(notificationSetting)
          .where(inArray(notificationSetting.accountId, [...accountIds]))
  const known = new Map(rows.map((row) => [row.accountId, row]))
  return (accountId) =>
    known.get(accountId) ?? {
      accountId,
      locale: null,
      off: [],
      sms: [],
      quietFrom: DEFAULT_QUIET.from,
      quietTo: DEFAULT_QUIET.to,
      quietZone: DEFAULT_QUIET.zone,
    }
}

export async function keepNotificationSetting(db: Db, row: typeof notificationSetting.$inferInsert): Promise<void> {
  await db
    .insert(notificationSetting)
    .values(row)
    .onConflictDoUpdate({ target: notificationSetting.accountId, set: row })
}

/** Switches these off (`mail:outbid` …), and leaves all other settings as they are. */
export async function declineMails(db: Db, accountId: AccountId, declined: readonly string[]): Promise<void> {
  const all = [...declined]
  await db
    .insert(notificationSetting)
    .values({ accountId, off: all })
    .onConflictDoUpdate({
      target: notificationSetting.accountId,
      set: { off: sql`ARRAY(SELECT DISTINCT unnest(${notificationSetting.off} || excluded.off))` },
    })
}

/** The language of a person's last visit, for mails. */
export async function keepLanguage(db: Db, accountId: AccountId, locale: 'zh' | 'en'): Promise<void> {
  await db
    .insert(notificationSetting)
    .values({ accountId, locale })
    .onConflictDoUpdate({
      target: notificationSetting.accountId,
      set: { locale },
      setWhere: sql`${notificationSetting.locale} IS DISTINCT FROM ${locale}`,
    })
}

// Mail and short messages ------------------------------------------------------------------------------------------

/** When notifications of a channel are due that go out gathered. */
const GATHERED = {
  mail: { at: notification.mailAt, due: 'mailAt' },
  sms: { at: notification.smsAt, due: 'smsAt' },
} as const
export type Gathered = keyof typeof GATHERED

/** When a notification is due on this channel. */
export const dueAt = (of: Notification, channel: Gathered): Instant | null => of[GATHERED[channel].due]

/** People with notifications due on this channel. */
export async function dueOn(db: Db, channel: Gathered, now: Instant, limit: number): Promise<AccountId[]> {
  const { at } = GATHERED[channel]
  const rows = await db
    .selectDistinct({ accountId: notification.accountId })
    .from(notification)
    .where(and(isNotNull(at), lte(at, now)))
    .limit(limit)
  return rows.map(({ accountId }) => accountId)
}

// All channels lock the rows in one order and wait for each other; a skipped row would be found only in the next run.

/** Everything that a person may still get on this channel, oldest first, locked, so that a concurrent node finds none of it. */
export const lockGathered = (
  tx: Pick<Db, 'select'>,
  channel: Gathered,
  accountId: AccountId,
): Promise<Notification[]> =>
  tx
    .select()
    .from(notification)
    .where(and(eq(notification.accountId, accountId), isNotNull(GATHERED[channel].at)))
    .orderBy(asc(notification.createdAt), asc(notification.id))
    .for('update')
    .execute()

/** Puts them off, or takes them off the channel (`due`: null); `sentIn`: the message that carries them. */
export async function setGathered(
  tx: Within,
  channel: Gathered,
  ids: readonly string[],
  { due, sentIn }: { readonly due: Instant | null; readonly sentIn?: string },
): Promise<void> {
  if (ids.length === 0) return
  const mail = { mailAt: due, ...(sentIn !== undefined && { mailId: sentIn }) }
  const sms = { smsAt: due, ...(sentIn !== undefined && { smsId: sentIn }) }
  await tx
    .update(notification)
    .set(channel === 'mail' ? mail : sms)
    .where(inArray(notification.id, [...ids]))
}

/** People among these who chose short messages, with the kinds that they chose. */
export async function chosenSms(
  db: Pick<Db, 'select'>,
  accountIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, readonly string[]>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({ accountId: notificationSetting.accountId, sms: notificationSetting.sms })
    .from(notificationSetting)
    .where(and(inArray(notificationSetting.accountId, [...accountIds]), ne(notificationSetting.sms, [])))
  return new Map(rows.map(({ accountId, sms }) => [accountId, sms]))
}

// Push -------------------------------------------------------------------------------------------------------------

/** Notifications due for people's devices, locked. */
export const lockPushes = (tx: Pick<Db, 'select'>, now: Instant, limit: number): Promise<Notification[]> =>
  tx
    .select()
    .from(notification)
    .where(and(isNotNull(notification.pushAt), lte(notification.pushAt, now)))
    .orderBy(asc(notification.createdAt), asc(notification.id))
    .limit(limit)
    .for('update')
    .execute()

export async function setPush(tx: Within, ids: readonly string[], pushAt: Instant | null): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(notification)
    .set({ pushAt })
    .where(inArray(notification.id, [...ids]))
}

export async function addDeliveries(
  tx: Pick<Db, 'insert'>,
  rows: readonly (typeof pushDelivery.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(pushDelivery)
      .values([...rows])
      .onConflictDoNothing()
}

/** A push message with its browser. */
export interface DueDelivery {
  readonly delivery: typeof pushDelivery.$inferSelect
  readonly subscription: Subscription
  readonly notification: Notification
}

/** The browser's sign-in is valid; after its end no push goes there. */
const ofLiveSignIn = (now: Instant) =>
  and(eq(token.hash, pushSubscription.token), isNull(token.usedAt), gt(token.expiresAt, now))

/** Leases due push messages; other nodes skip them meanwhile. */
export async function takeDeliveries(db: Db, now: Instant, limit: number): Promise<DueDelivery[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ delivery: pushDelivery, subscription: pushSubscription, notification })
      .from(pushDelivery)
      .innerJoin(pushSubscription, eq(pushSubscription.id, pushDelivery.subscriptionId))
      .innerJoin(token, ofLiveSignIn(now))
      .innerJoin(notification, eq(notification.id, pushDelivery.notificationId))
      .where(and(isNotNull(pushDelivery.nextAttemptAt), lte(pushDelivery.nextAttemptAt, now)))
      .orderBy(asc(pushDelivery.nextAttemptAt))
      .limit(limit)
      .for('update', { of: pushDelivery, skipLocked: true })
    for (const { delivery } of due)
      await tx
        .update(pushDelivery)
        .set({ nextAttemptAt: later(now, LEASE_MS), attempts: sql`${pushDelivery.attempts} + 1` })
        .where(ofDelivery(delivery))
    return due
  })
}

/** `again: null`: the push service has accepted the message, or it is given up. */
export async function keepDelivery(
  db: Db,
  delivery: Pick<typeof pushDelivery.$inferSelect, 'notificationId' | 'subscriptionId'>,
  answered: number | null,
  again: Instant | null,
): Promise<void> {
  await db.update(pushDelivery).set({ answered, nextAttemptAt: again }).where(ofDelivery(delivery))
}

const ofDelivery = ({
  notificationId,
  subscriptionId,
}: Pick<typeof pushDelivery.$inferSelect, 'notificationId' | 'subscriptionId'>) =>
  and(eq(pushDelivery.notificationId, notificationId), eq(pushDelivery.subscriptionId, subscriptionId))

export const subscriptionsOf = async (
  db: Pick<Db, 'select'>,
  accountIds: readonly AccountId[],
  now: Instant,
): Promise<Subscription[]> =>
  accountIds.length === 0
    ? []
    : db
        .select(getTableColumns(pushSubscription))
        .from(pushSubscription)
        .innerJoin(token, ofLiveSignIn(now))
        .where(inArray(pushSubscription.accountId, [...accountIds]))

export const subscriptionIdsOf = async (db: Db, accountId: AccountId): Promise<string[]> =>
  (
    await db.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.accountId, accountId))
  ).map(({ id }) => id)

/** What the push service answered to a browser's newest messages, the newest first. */
export const answersOf = async (db: Db, subscriptionId: string, most: number): Promise<(number | null)[]> =>
  (
    await db
      .select({ answered: pushDelivery.answered })
      .from(pushDelivery)
      .innerJoin(notification, eq(notification.id, pushDelivery.notificationId))
      .where(and(eq(pushDelivery.subscriptionId, subscriptionId), isNotNull(pushDelivery.answered)))
      .orderBy(desc(notification.createdAt))
      .limit(most)
  ).map(({ answered }) => answered)

/** A browser belongs to the account that registered it last. Returns its id. */
export async function keepSubscription(
  db: Db,
  row: Omit<typeof pushSubscription.$inferInsert, 'id'>,
  most: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    // Another account's subscription gets a new id, since its old one must not be known to the next owner.
    await tx
      .delete(pushSubscription)
      .where(and(eq(pushSubscription.endpoint, row.endpoint), ne(pushSubscription.accountId, row.accountId)))
    const [kept] = await tx
      .insert(pushSubscription)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: row })
      .returning({ id: pushSubscription.id })
    if (!kept) throw new Error('a subscription was not kept')
    const old = tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.accountId, row.accountId))
      .orderBy(desc(pushSubscription.createdAt))
      .offset(most)
    await tx.delete(pushSubscription).where(inArray(pushSubscription.id, old))
    return kept.id
  })
}

export async function dropSubscription(
  db: Db,
  which: { readonly id: string } | { readonly accountId: AccountId; readonly endpoint: string },
): Promise<void> {
  await db
    .delete(pushSubscription)
    .where(
      'id' in which
        ? eq(pushSubscription.id, which.id)
        : and(eq(pushSubscription.accountId, which.accountId), eq(pushSubscription.endpoint, which.endpoint)),
    )
}

/** The first key stays, since browsers subscribed under it. */
export const pushKeyOf = async (db: Db): Promise<PushKey | null> =>
  (await db.select().from(pushKey).orderBy(asc(pushKey.since), asc(pushKey.publicKey)).limit(1))[0] ?? null

export async function keepPushKey(db: Db, row: PushKey): Promise<void> {
  await db.insert(pushKey).values(row).onConflictDoNothing()
}

// People -----------------------------------------------------------------------------------------------------------

/** A person's mail address: proven by a code, and only while the account is not suspended. */
export async function addresseeOf(
  db: Pick<Db, 'select'>,
  id: AccountId,
): Promise<{ readonly name: string; readonly email: string } | null> {
  const [person] = await db
    .select({ name: account.name, email: account.email })
    .from(account)
    .where(and(eq(account.id, id), isNotNull(account.emailProvenAt), ne(account.status, SUSPENDED)))
  return person === undefined || person.email === null ? null : { name: person.name, email: person.email }
}

/** A person whose telephone is proven. */
export async function calledOf(
  db: Pick<Db, 'select'>,
  id: AccountId,
): Promise<{ readonly name: string; readonly phone: string } | null> {
  const [person] = await db
    .select({ name: account.name, phone: account.phone })
    .from(account)
    .where(and(eq(account.id, id), isNotNull(account.phoneProvenAt), ne(account.status, SUSPENDED)))
  return person === undefined || person.phone === null ? null : { name: person.name, phone: person.phone }
}

/** Deletes notifications past their time. */
export async function forgetNotifications(db: Db, before: Instant): Promise<void> {
  const old = lt(notification.createdAt, before)
  await db.execute(sql`
    WITH gone AS (DELETE FROM ${notification} WHERE ctid = ANY (${placesOfOld(notification, old)}) AND ${old} RETURNING id)
    DELETE FROM ${pushDelivery} WHERE notification_id IN (SELECT id FROM gone)`)
}

export const channelOff = (
  { off }: Pick<NotificationSetting, 'off'>,
  channel: 'mail' | 'push',
  kind: NoticeKind,
): boolean => !ALWAYS_TOLD.has(kind) && off.includes(`${channel}:${kind}`)

/** Whether a kind goes by short message: as chosen, and always where the notice binds. */
export const texted = ({ sms }: Pick<NotificationSetting, 'sms'>, kind: NoticeKind): boolean =>
  !TEXTED_APART.has(kind) && (ALWAYS_TOLD.has(kind) || sms.includes(kind))
