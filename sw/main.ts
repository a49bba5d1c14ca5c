import { isWorkerMessage, OUTBOX_SYNC } from '../src/contract/worker.ts'
import {
  asset,
  boundPictures,
  dropHome,
  fetchAll,
  fetchForReading,
  home,
  install,
  keepHome,
  page,
  picture,
  renewPage,
  tidy,
  type Ports,
} from './caches.ts'
import { openPush, renewSubscription, showPush, type PushPorts } from './push.ts'
import { strategyOf } from './policy.ts'
import { releaseOf } from './release.ts'

declare const self: ServiceWorkerGlobalScope

const release = releaseOf(self.__WB_MANIFEST)
const ports: Ports = {
  caches: self.caches,
  fetch: (request, init) => self.fetch(request, init),
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const RENEW_MS = 3_600_000
const BOUND_EVERY = 20
const yielding = new AbortController()
let renewedAt = 0
let picturesKept = 0
let homeChanged = false

// No skipWaiting: an update waits until the person accepts it.
self.addEventListener('install', (event) => event.waitUntil(install(ports, release)))
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([tidy(ports, release), self.clients.claim()])))

self.addEventListener('message', (event) => {
  const data: unknown = event.data
  if (!isWorkerMessage(data)) return
  switch (data.type) {
    case 'accept':
      return event.waitUntil(self.skipWaiting())
    case 'yield':
      return yielding.abort()
    case 'loaded':
      return event.waitUntil(fetchAll(ports, release, data.paths, yielding.signal))
    case 'idle':
      return event.waitUntil(fetchForReading(ports, release, yielding.signal))
    case 'home':
      return event.waitUntil(renewHome(data.changed))
  }
})

// The pages send the outbox, not the worker: it only tells them that the link is back.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(wakePages())
})

const push: PushPorts = {
  caches: self.caches,
  show: (title, options) => self.registration.showNotification(title, options),
  pages: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (path) => self.clients.openWindow(path),
}
self.addEventListener('push', (event) => event.waitUntil(showPush(push, (): unknown => event.data?.json())))
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  const key = oldSubscription?.options.applicationServerKey
  event.waitUntil(
    renewSubscription(push, Boolean(newSubscription), async () =>
      key ? self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null,
    ),
  )
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(push, event.notification.data, self.location.origin))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const asked = {
    method: request.method,
    url: new URL(request.url),
    navigation: request.mode === 'navigate',
    range: request.headers.has('range'),
  }
  switch (strategyOf(asked, self.location.origin)) {
    case 'leave':
      return
    case 'asset':
      return event.respondWith(asset(ports, request))
    case 'page':
      event.waitUntil(renewNowAndThen())
      return event.respondWith(page(ports, release, request))
    case 'home':
      event.waitUntil(renewNowAndThen())
      return event.respondWith(homeChanged ? page(ports, release, request) : home(ports, release, request))
    case 'picture':
      event.waitUntil(boundNowAndThen())
      return event.respondWith(picture(ports, request))
  }
})

async function wakePages(): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(OUTBOX_SYNC)
}

async function renewNowAndThen(): Promise<void> {
  const now = ports.now()
  if (now - renewedAt < RENEW_MS) return
  renewedAt = now
  await renewPage(ports, release).catch(() => undefined)
}

async function renewHome(changed: boolean): Promise<void> {
  // Dropped at once: the reader may open the home page next.
  if (changed) {
    homeChanged = true
    await dropHome(ports, release)
  }
  await keepHome(ports, release).then(
    () => {
      homeChanged = false
    },
    () => undefined,
  )
}

async function boundNowAndThen(): Promise<void> {
  picturesKept += 1
  if (picturesKept % BOUND_EVERY === 0) await boundPictures(ports)
}
