import { isPushMessage, NOTIFIED, PUSH_CHANGED, PUSH_CACHE, PUSH_MARK } from '../src/contract/push.ts'

interface Page {
  readonly url: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}
/** The browser APIs that push messages need. */
export interface PushPorts {
  readonly caches: Pick<CacheStorage, 'open'>
  readonly show: (title: string, options: NotificationOptions) => Promise<void>
  readonly pages: () => Promise<readonly Page[]>
  readonly open: (path: string) => Promise<unknown>
}

/** Shows a message if it is for the account subscribed in this browser. After a sign-out none is. */
export async function showPush(ports: PushPorts, read: () => unknown): Promise<void> {
  let message: unknown
  try {
    message = read()
  } catch {
    return
  }
  if (!isPushMessage(message) || (await subscriptionOf(ports)) !== message.s) return
  const { id, title, body, path, lang } = message
  await ports.show(title, {
    body,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    // The tag makes the browser replace a repeated message.
    tag: id,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: path,
  })
  for (const page of await ports.pages()) page.postMessage(NOTIFIED)
}

/**
 * The browser has ended its subscription, or replaced it. Subscribes anew where the browser did not, under the same key,
 * and tells the open pages, which tell the server; without one the next page does at its start.
 */
export async function renewSubscription(
  { pages }: Pick<PushPorts, 'pages'>,
  isReplaced: boolean,
  subscribe: () => Promise<unknown>,
): Promise<void> {
  if (!isReplaced) await subscribe().catch(() => null)
  for (const page of await pages()) page.postMessage(PUSH_CHANGED)
}

/** Opens the message's page: focuses the tab that shows it, or opens a new one. No open form or room is left for it. */
export async function openPush(ports: PushPorts, path: unknown, origin: string): Promise<void> {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return
  const { href } = new URL(path, origin)
  const page = (await ports.pages()).find(({ url }) => url === href)
  await (page ? page.focus() : ports.open(path))
}

async function subscriptionOf({ caches }: PushPorts): Promise<string | null> {
  const mark = await (await caches.open(PUSH_CACHE)).match(PUSH_MARK)
  return mark ? mark.text() : null
}
