import { startTransition } from 'react'
import { watchEndings } from '../features/shell/endings.ts'
import { startLocale } from '../lib/i18n/index.ts'
import { whenQuiet, yieldTask } from './idle.ts'
import { dropCachedHome } from './cachedHome.ts'
import { startLayout } from '../lib/layout.ts'
import { createQueries } from '../lib/query.ts'
import { pageLocationOf } from './navigation/index.ts'
import { disableZodJit } from './disableZodJit.ts'
import { settlePwa, startPwa } from './pwa/start.ts'
import { App } from './App.tsx'
import { takeEarlyPress } from './earlyPress.ts'
import { takePage } from './takePage.ts'
import { startNavigation } from './startNavigation.ts'
import { fetchFrame } from './fetchFrame.ts'
import { notifyError } from '../ui/notifyError.ts'
import '../ui/base.css'
import { createClient, type Client } from '../../client/client.ts'
import { browserPorts } from '../../client/ports/browser.ts'
import type { RouteContext } from '../lib/context.ts'

/**
 * Most first-time visitors press something within this time; on a weak link prefetches must not delay their requests.
 */
const FIRST_LOOK_MS = 2_000
/** In a room the page waits longer, so that a bid finds a free connection: a browser opens six per server. */
const IN_ROOM_MS = 10_000
/** On a first visit the page's files are fetched before the code that caches answers on the device. */
const HOME_KEEP_MS = 3_000
/** Performance mark of the moment the page reacts to input; the budgets measure it. */
const INTERACTIVE = 'interactive'

// No top-level `await`: lazy chunks import this module, and both would wait for each other. The start is split into
// tasks, because one task would block a slow phone for a third of a second.
void yieldTask()
  .then(start)
  .catch((error: unknown) => {
    void globalThis.lost()
    throw error
  })

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  disableZodJit()
  const client = createClient(browserPorts())
  const queries = createQueries(client, (error) => notifyError(client, error))
  startLayout(client)
  client.session.watch()
  startPwa(client)
  const comesByLink = new URLSearchParams(location.search).has('key')
  // `/` is the home page too. A page opened by an external link signs in before anything is drawn.
  const home = pageLocationOf(client).get().pathname === '/index' && !comesByLink
  const localeReady = startLocale(client, { home })
  const context = { client, queries, localeReady }
  const navigation = startNavigation(context)
  watchEndings(context)
  dropKeptHomeOfAnother(client)
  await yieldTask()
  // The other libraries are loaded; React DOM initialises on import, which takes a task of its own.
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  await yieldTask()

  let tellTyped = (): void => {}
  let pressAgain = (): void => {}
  /** Rendered as a transition, so that React draws in slices. */
  function draw(to: HTMLElement, written: boolean): void {
    const app = <App queries={queries} onReady={onReady} />
    pressAgain = takeEarlyPress()
    startTransition(() => {
      if (written) hydrateRoot(to, app)
      else createRoot(to).render(app)
    })
  }
  const onReady = once(() => {
    performance.mark(INTERACTIVE)
    // Not during hydration: React must have taken over to handle the press.
    setTimeout(() => {
      tellTyped()
      setTimeout(pressAgain)
    })
    client.link.watch()
    whenQuiet(async () => {
      await navigation.fetch()
      await fetchFrame(client)
      // Imported before the worker asks which files this page has loaded.
      const ahead = await import('./readAhead.ts').catch(() => null)
      ahead?.watchLate(queries)
      await settlePwa(queries)
      await ahead?.readAhead(queries)
    }, quietMs(client))
  })

  if (comesByLink) await takeLink(context)
  if (home) {
    if (location.pathname === '/') history.replaceState(history.state, '', `/index${location.search}${location.hash}`)
    await localeReady
    return draw(root, takePage(queries, HOME_KEEP_MS))
  }
  const { written, takeTyped } = await navigation.start()
  tellTyped = takeTyped(root)
  draw(root, written)
}

function quietMs(client: Client): number {
  if (pageLocationOf(client).get().pathname.startsWith('/venue/')) return IN_ROOM_MS
  return navigator.serviceWorker?.controller ? 0 : FIRST_LOOK_MS
}

function dropKeptHomeOfAnother(client: Client): void {
  let known = client.session.token.get() !== null
  client.session.token.subscribe(() => {
    const knows = client.session.token.get() !== null
    if (knows !== known) dropCachedHome()
    known = knows
  })
}

async function takeLink({ client, localeReady }: RouteContext): Promise<void> {
  const { signInByKey, takeKey } = await import('../features/signIn/byKey.ts')
  const key = takeKey()
  history.replaceState(history.state, '', location.pathname + location.search + location.hash)
  if (key !== null)
    await signInByKey(client, key).catch(async (error: unknown) => {
      await localeReady
      notifyError(client, error)
    })
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
