import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeCaches } from '../../../tests/support/fake-caches.ts'
import { PUSH_CACHE, PUSH_MARK } from '../../contract/push.ts'
import type { Client } from '../client.ts'
import { pushState, renewPush, turnPushOn } from './push.ts'

const KEY = 'BOlder'
const NEWER = 'BNewer'
const bytes = (key: string): ArrayBuffer => Uint8Array.from(atob(key.padEnd(8, '=')), (one) => one.charCodeAt(0)).buffer

interface Fake {
  readonly endpoint: string
  readonly key: string
}
let subscribed: Fake | null
let made: number
let sent: [string, unknown][]
let offered: { pushKey: string | null; pushIds: string[] }
let caches: FakeCaches
let client: Client

const subscription = (fake: Fake) => ({
  options: { applicationServerKey: bytes(fake.key) },
  toJSON: () => ({ endpoint: fake.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: () => Promise.resolve(void (subscribed = null)),
})
const keep = async (path: string, text: string) =>
  (await caches.open(PUSH_CACHE)).put(new Request(new URL(path, 'https://sale.example')), new Response(text))

beforeEach(async () => {
  ;[subscribed, made, sent] = [{ endpoint: 'first', key: KEY }, 0, []]
  offered = { pushKey: KEY, pushIds: ['s1'] }
  caches = new FakeCaches()
  const registration = {
    getNotifications: () => Promise.resolve([]),
    pushManager: {
      getSubscription: () => Promise.resolve(subscribed && subscription(subscribed)),
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        made += 1
        const newer = String(applicationServerKey) === String(new Uint8Array(bytes(NEWER)))
        subscribed = { endpoint: `made-${made}`, key: newer ? NEWER : KEY }
        return Promise.resolve(subscription(subscribed))
      },
    },
  }
  vi.stubGlobal('navigator', {
    userAgent: '',
    serviceWorker: { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) },
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: () => Promise.resolve('granted') })
  client = {
    session: { account: () => 'buyer1' },
    ports: { device: { caches: () => caches } },
    calls: {
      send: (name: string, given: unknown) => {
        sent.push([name, given])
        return Promise.resolve(name === 'notificationSettings' ? offered : { subscriptionId: 's2' })
      },
    },
  } as unknown as Client
  await keep('/push-account', 'buyer1')
  await keep(PUSH_MARK, 's1')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const handed = () =>
  sent
    .filter(([name]) => name === 'pushSubscribe')
    .map(([, given]) => (given as { readonly body: { readonly endpoint: string } }).body.endpoint)

test('a subscription that stands is on, and is handed over again at a start', async () => {
  expect(await pushState(client, { pushKey: KEY, pushIds: ['s1'] })).toBe('on')
  await renewPush(client)
  expect([made, handed()]).toEqual([0, ['first']])
})

test('44.5 one under another key is off, and is replaced at the next start', async () => {
  expect(await pushState(client, { pushKey: NEWER, pushIds: ['s1'] })).toBe('off')
  offered = { pushKey: NEWER, pushIds: ['s1'] }
  await renewPush(client)
  expect([subscribed?.key, handed()]).toEqual([NEWER, ['made-1']])
})

test('44.5 one that the server has dropped is off, and is made anew', async () => {
  expect(await pushState(client, { pushKey: KEY, pushIds: [] })).toBe('off')
  expect(await turnPushOn(client, { pushKey: KEY, pushIds: [] })).toBe('on')
  expect(handed()).toEqual(['made-1'])
})

test('44.5 where messages are no longer offered, the browser ends its subscription', async () => {
  offered = { pushKey: null, pushIds: [] }
  await renewPush(client)
  expect([subscribed, handed()]).toEqual([null, []])
})
