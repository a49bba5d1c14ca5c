import * as z from 'zod'
import { NOTICE_KINDS } from '../../domain/notify/notice.ts'
import { call } from '../call.ts'
import { dayRange, Id, Page, Text, Time } from '../scalars.ts'
import { wire } from '../wire.ts'

/** Kinds of notifications. */
export const NoticeKind = z.enum(NOTICE_KINDS)

export const notificationList = call({
  ...wire.notificationList,
  about:
    'One’s own notifications, newest first, in the language of the request. `path` leads to where it is dealt with.',
  query: Page.extend({ unread: z.stringbool().optional(), ...dayRange }),
  rows: z.object({
    notificationId: Id,
    kind: NoticeKind,
    title: z.string(),
    body: z.string(),
    path: z.string(),
    createdAt: Time,
    readAt: Time.nullable(),
  }),
})
export const notificationUnread = call({
  ...wire.notificationUnread,
  about: 'How many notifications are unread. The language of the request becomes that of mails.',
  data: z.object({ unread: z.number().int() }),
})
export const notificationRead = call({
  ...wire.notificationRead,
  about: 'Mark one of one’s own notifications as read.',
  body: z.strictObject({ notificationId: Id }),
})
export const notificationReadAll = call({
  ...wire.notificationReadAll,
  about: 'Mark all of one’s own notifications up to that time as read; what came later stays unread.',
  body: z.strictObject({ upTo: Time }),
})

/** Minute of the day, 0 to 1439. */
const Minute = z.int().min(0).max(1_439)
const Zone = Text.max(60).refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
})
const Channel = z.enum(['mail', 'push'])
const Settings = z.strictObject({
  /** Kinds switched off per channel; the rest is on. The list in the app has all kinds. */
  off: z.array(z.strictObject({ channel: Channel, kind: NoticeKind })).max(2 * NOTICE_KINDS.length),
  /** Kinds told by short message besides those that always are; absent in a change: as before. */
  sms: z.array(NoticeKind).max(NOTICE_KINDS.length).optional(),
  /** Quiet hours without mail, push and short messages, in minutes of the day; null: none. */
  quiet: z.strictObject({ from: Minute, to: Minute, zone: Zone }).nullable(),
})
export const notificationSettings = call({
  ...wire.notificationSettings,
  about:
    'How one wants to be told. `pushKey`: the key that a browser subscribes under (VAPID, RFC 8292); null: push messages are not offered. `pushIds`: the subscriptions that stand.',
  data: Settings.extend({
    /** The address of mails; null: none is given. */ email: z.string().nullable(),
    /** The proven telephone that short messages go to; null or absent: there is none. */ phone: z.string().nullish(),
    pushKey: z.string().nullable(),
    pushIds: z.array(Id).optional(),
  }),
})
export const notificationSettingsChange = call({
  ...wire.notificationSettingsChange,
  about: 'Say how one wants to be told.',
  body: Settings,
})

const Base64url = z.string().regex(/^[\w-]{16,120}={0,2}$/)
const Endpoint = Text.min(1).max(1_000)
export const pushSubscribe = call({
  ...wire.pushSubscribe,
  about:
    'Show push messages in this browser, until it signs out (RFC 8030, 8291). Sent again, it stays one. `subscriptionId` stands in each message.',
  body: z.strictObject({ endpoint: Endpoint, keys: z.strictObject({ p256dh: Base64url, auth: Base64url }) }),
  data: z.object({ subscriptionId: Id }),
})
export const pushUnsubscribe = call({
  ...wire.pushUnsubscribe,
  about: 'Show no more push messages in the browser with that endpoint.',
  body: z.strictObject({ endpoint: Endpoint }),
})
