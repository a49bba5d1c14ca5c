import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { NoticeFacts, NoticeKind } from '../../../domain/notify/notice.ts'
import { at } from './columns.ts'

/** Names at the time of the notification, in both languages. */
export interface NoticeNames {
  readonly sale?: { readonly zh: string; readonly en: string }
  /** `no`: the lot's number as it is shown; a number in rows of older releases. */
  readonly lot?: { readonly no: number | string; readonly zh: string; readonly en: string }
}

/** A person's notifications, stored as facts; the reader's language gives the words. */
export const notification = pgTable(
  'notification',
  {
    id: text('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Its cause: under one cause a person is notified once. */
    cause: text('cause').notNull(),
    facts: jsonb('facts').$type<NoticeFacts>().notNull(),
    names: jsonb('names').$type<NoticeNames>().notNull(),
    createdAt: at('created_at').notNull(),
    /** Not sent after this time. */
    until: at('until'),
    readAt: at('read_at'),
    /** When it is due by mail; `null`: sent, or not by mail. */
    mailAt: at('mail_at'),
    /** The outbox mail that it was sent in. */
    mailId: text('mail_id'),
    /** When it is due as a push message; `null`: handed to the devices, or not by push. */
    pushAt: at('push_at'),
    /** When it is due as a short message; `null`: sent, or not so. */
    smsAt: at('sms_at'),
    /** The outbox message that it was sent in. */
    smsId: text('sms_id'),
  },
  (t) => [
    unique('notification_once').on(t.accountId, t.kind, t.cause),
    index('notification_account').on(t.accountId, t.createdAt, t.id),
    index('notification_unread')
      .on(t.accountId)
      .where(sql`read_at IS NULL`),
    index('notification_mail')
      .on(t.mailAt)
      .where(sql`mail_at IS NOT NULL`),
    index('notification_push')
      .on(t.pushAt)
      .where(sql`push_at IS NOT NULL`),
    index('notification_sms')
      .on(t.smsAt)
      .concurrently()
      .where(sql`sms_at IS NOT NULL`),
    index('notification_created').on(t.createdAt),
  ],
)

/** A person's notification settings. Without a row: everything, in Chinese, not at night. */
export const notificationSetting = pgTable('notification_setting', {
  accountId: text('account_id').primaryKey(),
  /** Language of the person's last visit. */
  locale: text('locale').$type<'zh' | 'en'>(),
  /** Kinds switched off: `mail:outbid`, `push:lotOpens` … */
  off: text('off')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Kinds told by short message besides those that always are. */
  sms: text('sms')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Minutes of the day; `null`: no quiet hours. */
  quietFrom: integer('quiet_from').default(1320),
  quietTo: integer('quiet_to').default(420),
  quietZone: text('quiet_zone').notNull().default('Asia/Shanghai'),
})

/** A browser that shows push messages (RFC 8030). */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: text('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    accountId: text('account_id').notNull(),
    /** Hash of the sign-in's token, with which the subscription ends. */
    token: text('token').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    unique('push_subscription_endpoint').on(t.endpoint),
    index('push_subscription_account').on(t.accountId),
    index('push_subscription_token').on(t.token),
  ],
)

/** One push message to one browser. */
export const pushDelivery = pgTable(
  'push_delivery',
  {
    notificationId: text('notification_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; `null`: the push service has accepted it, or it is given up. */
    nextAttemptAt: at('next_attempt_at'),
    /** HTTP status of the last answer; `null`: none came. */
    answered: integer('answered'),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.subscriptionId] }),
    index('push_delivery_due')
      .on(t.nextAttemptAt)
      .where(sql`next_attempt_at IS NOT NULL`),
  ],
)

/**
 * Keys by which push services know this installation (RFC 8292), the private one sealed. All subscriptions depend on
 * them.
 */
export const pushKey = pgTable('push_key', {
  /** base64url */
  publicKey: text('public_key').primaryKey(),
  privateKey: text('private_key').notNull(),
  since: at('since').notNull(),
})
