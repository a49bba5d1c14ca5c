import { PUSH_CACHE, PUSH_MARK } from '../../contract/push.ts'
import type { Client } from '../client.ts'

/**
 * Whether this browser shows push messages. `install`: Safari on iOS does so once the app is on the home screen.
 * `denied`: the person, or the device, forbids it in the browser's settings.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** The server's side: the key to subscribe under, and the subscriptions that stand. */
export interface PushOffer {
  readonly pushKey: string
  readonly pushIds?: readonly string[] | undefined
}

/** Cache key of the account whose messages are shown here. */
const ACCOUNT = '/push-account'

const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function pushState(client: Client, offer: PushOffer): Promise<PushState> {
  if (!canPush()) return isIosBrowser() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  // There is no worker in private windows, and before the first visit is complete.
  if (!registration) return 'unsupported'
  const subscribed = await registration.pushManager.getSubscription()
  const isOwn = subscribed !== null && (await read(client, ACCOUNT)) === client.session.account()
  return isOwn && (await stands(client, subscribed, offer)) ? 'on' : 'off'
}

/** Asks the browser, which asks the person; only call this on a press. */
export async function turnPushOn(client: Client, offer: PushOffer): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready
  if ((await Notification.requestPermission()) !== 'granted') return pushState(client, offer)
  const before = await registration.pushManager.getSubscription()
  if (before && !(await stands(client, before, offer))) await before.unsubscribe()
  await hand(client, await subscribe(registration, offer))
  return 'on'
}

export async function turnPushOff(client: Client, offer: PushOffer): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await client.calls.send('pushUnsubscribe', { body: { endpoint: subscription.endpoint } })
  await forgetPush(client)
  return pushState(client, offer)
}

/**
 * At the start of a page, takes over the browser's subscription if it is the same account's; one that the server has
 * dropped, or that is under another key, is replaced. Another account's is ended, because this account has not agreed to
 * it.
 */
export async function renewPush(client: Client): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!registration || !subscription) return
  if ((await read(client, ACCOUNT)) !== client.session.account()) return forgetPush(client)
  if (Notification.permission !== 'granted') return
  const { pushKey, pushIds } = await client.calls.send('notificationSettings', {})
  if (pushKey === null) return forgetPush(client)
  const offer = { pushKey, pushIds }
  if (await stands(client, subscription, offer)) return hand(client, subscription)
  await subscription.unsubscribe()
  await hand(client, await subscribe(registration, offer))
}

/** Removes the shown notifications of the account and shows no further ones. */
export async function forgetPush(client: Client): Promise<void> {
  if (!canPush()) return
  await client.ports.device.caches().delete(PUSH_CACHE)
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

async function hand(client: Client, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const account = client.session.account()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined || account === null) return
  const { subscriptionId } = await client.calls.send('pushSubscribe', {
    body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } },
  })
  const cache = await client.ports.device.caches().open(PUSH_CACHE)
  await cache.put(ACCOUNT, new Response(account))
  await cache.put(PUSH_MARK, new Response(subscriptionId))
}

async function read(client: Client, path: string): Promise<string | null> {
  const found = await (await client.ports.device.caches().open(PUSH_CACHE)).match(path)
  return found ? found.text() : null
}

const subscribe = (registration: ServiceWorkerRegistration, { pushKey }: PushOffer): Promise<PushSubscription> =>
  registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) })

/** Whether the server can send to a subscription: it is under the server's key, and was not dropped after refusals. */
async function stands(client: Client, subscription: PushSubscription, offer: PushOffer): Promise<boolean> {
  if (!isUnder(subscription, offer.pushKey)) return false
  const mark = await read(client, PUSH_MARK)
  return mark === null || (offer.pushIds?.includes(mark) ?? true)
}

const isUnder = ({ options }: PushSubscription, pushKey: string): boolean => {
  const key = options.applicationServerKey
  return key !== null && String(new Uint8Array(key)) === String(bytesOf(pushKey))
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** An iPad reports itself as a Mac with a touch screen. */
const isIosBrowser = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
