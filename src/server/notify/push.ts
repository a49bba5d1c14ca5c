import webPush from 'web-push'
import type { PushMessage } from '../../contract/push.ts'
import { afterQuiet, WAYS } from '../../domain/notify/when.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { aboutPushKey } from '../secrets/sealed-rows.ts'
import {
  addDeliveries,
  answersOf,
  channelOff,
  dropSubscription,
  keepDelivery,
  keepPushKey,
  lockPushes,
  pushKeyOf,
  setPush,
  settingsOf,
  subscriptionsOf,
  takeDeliveries,
} from '../store/notifications.ts'
import type { DueDelivery } from '../store/notifications.ts'
import type { Db } from '../store/open.ts'
import { quietOf } from './mail.ts'
import { sendInLanes } from './lanes.ts'
import type { Post } from './post.ts'
import { wordsOf } from './words.ts'

const AT_ONCE = 50
/** Pauses after each failure; when they are used up, or the moment has passed, the message is given up. */
export const PUSH_RETRY_AFTER_MS: readonly number[] = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/** Until the rest of a lane is tried that ended early. */
const PUT_OFF_MS = 60_000
/** Text of a message: the whole must stay below 4 kB once encrypted. */
const LONGEST_TEXT = 300
/** A subscription is dropped after so many refused messages in a row; the browser then makes another. */
export const REFUSALS_MOST = 5

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** The installation's keys, made once. Two nodes that make them concurrently agree on the older. */
export async function vapidKeys(db: Db, keyring: Keyring, now: Instant): Promise<VapidKeys> {
  const known = await pushKeyOf(db)
  if (known)
    return {
      publicKey: known.publicKey,
      privateKey: keyring.open(known.privateKey, aboutPushKey(known.publicKey)),
    }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await keepPushKey(db, { publicKey, privateKey: keyring.seal(privateKey, aboutPushKey(publicKey)), since: now })
  return vapidKeys(db, keyring, now)
}

/** Creates a delivery per device for each due notification, once. */
export async function fanOut(db: Db, now: Instant): Promise<void> {
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const due = await lockPushes(tx, now, AT_ONCE)
      const people = [...new Set(due.map(({ accountId }) => accountId))]
      const [settingOf, subscriptions] = await Promise.all([settingsOf(tx, people), subscriptionsOf(tx, people, now)])
      const done: string[] = []
      for (const { id, accountId, kind, until, readAt } of due) {
        const own = subscriptions.filter((one) => one.accountId === accountId)
        const setting = settingOf(accountId)
        const isWanted = own.length > 0 && readAt === null && !channelOff(setting, 'push', kind)
        // A zone's clock is dear to read, and most who are outbid have no device.
        const goes = isWanted ? afterQuiet(now, quietOf(setting)) : now
        const isWorth = isWanted && (until === null || until > goes)
        if (isWorth && goes > now) {
          await setPush(tx, [id], goes)
          continue
        }
        done.push(id)
        if (isWorth)
          await addDeliveries(
            tx,
            own.map((one) => ({ notificationId: id, subscriptionId: one.id, nextAttemptAt: now })),
          )
      }
      await setPush(tx, done, null)
      return due.length === AT_ONCE
    })
}

interface PushDeps {
  readonly db: Db
  readonly keys: VapidKeys
  /** Contact for push services (RFC 8292): an address of this site. */
  readonly subject: string
  readonly post: Post
  readonly now: () => Instant
  readonly logger: Logger
}

/** Sends due pushes: each account in a lane of its own, which ends after three time-outs. */
export async function sendPushes(deps: PushDeps): Promise<void> {
  for (;;) {
    const due = await takeDeliveries(deps.db, deps.now(), AT_ONCE)
    await sendInLanes(due, {
      lineOf: ({ notification }) => notification.accountId,
      send: (one) => send(one, deps),
      putOff: ({ delivery }) => keepDelivery(deps.db, delivery, null, later(deps.now(), PUT_OFF_MS)),
    })
    if (due.length < AT_ONCE) return
  }
}

/** False: the push service did not answer. */
async function send(due: DueDelivery, { db, keys, subject, post, now, logger }: PushDeps): Promise<boolean> {
  const { delivery, subscription, notification } = due
  if (notification.until !== null && notification.until <= now()) {
    await keepDelivery(db, delivery, null, null)
    return true
  }
  let status: number | null = null
  try {
    status = await post(requestOf(due, keys, subject))
  } catch (error) {
    logger.warn({ err: error, attempt: delivery.attempts + 1 }, 'a push service cannot be reached')
  }
  // 404 and 410: the browser ended the subscription. A 403 may concern this installation, so it is retried.
  if (status === 404 || status === 410) {
    await dropSubscription(db, { id: subscription.id })
    await keepDelivery(db, delivery, status, null)
    return true
  }
  const isFinal = isFinalStatus(status)
  const pause = isFinal ? undefined : PUSH_RETRY_AFTER_MS[delivery.attempts]
  await keepDelivery(db, delivery, status, pause === undefined ? null : later(now(), pause))
  if (isRefusal(status)) {
    const answers = await answersOf(db, subscription.id, REFUSALS_MOST)
    logger.warn({ status, refusals: answers.filter(isRefusal).length }, 'a push service refuses a message')
    if (answers.length === REFUSALS_MOST && answers.every(isRefusal))
      await dropSubscription(db, { id: subscription.id })
  }
  return status !== null
}

const isFinalStatus = (status: number | null): status is number =>
  status !== null && status >= 200 && status < 500 && status !== 429 && status !== 408
const isRefusal = (status: number | null): boolean => isFinalStatus(status) && status >= 400

function requestOf({ subscription, notification }: DueDelivery, keys: VapidKeys, subject: string) {
  const { endpoint, p256dh, auth, locale } = subscription
  const { title, body, path } = wordsOf(notification.facts, notification.names, locale)
  const message: PushMessage = {
    s: subscription.id,
    id: notification.id,
    title: title.slice(0, LONGEST_TEXT),
    body: body.slice(0, LONGEST_TEXT),
    path,
    lang: locale,
  }
  const { ttlSeconds, urgency } = WAYS[notification.kind]
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    urgency,
    contentEncoding: 'aes128gcm',
  })
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)] as const)
  return { endpoint, headers: Object.fromEntries(headers), body: Buffer.from(details.body ?? '') }
}
