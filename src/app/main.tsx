import { startTransition } from 'react'
import { watchEndings } from './features/shell/endings.ts'
import { startLocale } from './lib/i18n/index.ts'
import { whenQuiet, yieldTask } from './boot/idle.ts'
import { dropKeptHome } from './boot/cachedHome.ts'
import { startLayout } from './lib/layout.ts'
import { watchLink } from '../client/link/index.ts'
import { createQueryClient } from './lib/query.ts'
import { sellerToken, watchSession } from '../client/session/index.ts'
import { here } from './boot/navigation/index.ts'
import { disableZodJit } from './boot/disableZodJit.ts'
import { settlePwa, startPwa } from './boot/pwa/start.ts'
import { App } from './boot/App.tsx'
import { takeEarlyPress } from './boot/earlyPress.ts'
import { takeHome } from './boot/pageData.ts'
import { startWay } from './boot/way.ts'
import { fetchFrame } from './boot/lazyComponent.tsx'
import { notifyError } from './ui/notifyError.ts'
import './ui/base.css'

/**
 * Who has just come here for the first time presses something within this; what he asks for must not stand behind ours
 * on a weak link.
 */
const FIRST_LOOK_MS = 2_000
/** A bid must find a free connection: a browser has six for all that it fetches. */
const IN_ROOM_MS = 10_000
/** When the page does what it shows; budgets are measured by it. */
const INTERACTIVE = 'interactive'

// No `await` of the module's own: parts that are fetched later import from it, and would wait for it while it waits for
// them. And one task after the other: in one go all of it would hold up a slow phone for a third of a second.
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
  startLayout()
  watchSession()
  startPwa()
  const comesByLink = new URLSearchParams(location.search).has('key')
  // `/` is the home page too; who comes by an external link is signed in before anything is drawn.
  const home = here.get().pathname === '/index' && !comesByLink
  const localeReady = startLocale({ home })
  const client = createQueryClient(notifyError)
  const way = startWay({ client, localeReady })
  watchEndings({ client, localeReady })
  dropKeptHomeOfAnother()
  await yieldTask()
  // The libraries are here already; this one sets itself up as it is asked for, which takes a task of its own.
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  await yieldTask()

  let tellTyped = (): void => {}
  let pressAgain = (): void => {}
  /** As a transition React draws in slices. */
  function draw(to: HTMLElement, written: boolean): void {
    const app = <App client={client} onReady={onReady} />
    pressAgain = takeEarlyPress()
    startTransition(() => {
      if (written) hydrateRoot(to, app)
      else createRoot(to).render(app)
    })
  }
  const onReady = once(() => {
    performance.mark(INTERACTIVE)
    // Not while React is at work: what a press is meant for may be taken over only by it.
    setTimeout(() => {
      tellTyped()
      setTimeout(pressAgain)
    })
    watchLink()
    whenQuiet(async () => {
      await way.fetch()
      await fetchFrame()
      // Before the worker asks which files this page has loaded.
      const ahead = await import('./boot/readAhead.ts').catch(() => null)
      await settlePwa(client)
      await ahead?.readAhead(client)
    }, quietMs())
  })

  if (!home) {
    if (comesByLink) await takeLink(localeReady)
    const { written, takeTyped } = await way.start()
    tellTyped = takeTyped(root)
    return draw(root, written)
  }
  if (location.pathname === '/') history.replaceState(history.state, '', `/index${location.search}${location.hash}`)
  await localeReady
  draw(root, takeHome(client))
}

function quietMs(): number {
  if (here.get().pathname.startsWith('/venue/')) return IN_ROOM_MS
  return navigator.serviceWorker?.controller ? 0 : FIRST_LOOK_MS
}

function dropKeptHomeOfAnother(): void {
  let known = sellerToken.get() !== null
  sellerToken.subscribe(() => {
    const knows = sellerToken.get() !== null
    if (knows !== known) dropKeptHome()
    known = knows
  })
}

async function takeLink(localeReady: Promise<void>): Promise<void> {
  const { signInByKey, takeKey } = await import('./features/signIn/byKey.ts')
  const key = takeKey()
  history.replaceState(history.state, '', location.pathname + location.search + location.hash)
  if (key !== null)
    await signInByKey(key).catch(async (error: unknown) => {
      await localeReady
      notifyError(error)
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
