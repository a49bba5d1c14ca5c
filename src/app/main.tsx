import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchEndings } from './features/shell/endings.ts'
import { currentLocale, startLocale } from './lib/i18n/index.ts'
import { afterwards, breath } from './lib/idle.ts'
import { dropKeptHome } from './lib/keptHome.ts'
import { startLayout } from './lib/layout.ts'
import { watchLink } from './lib/link/index.ts'
import { createQueryClient } from './lib/query.ts'
import { sellerToken, watchSession } from './lib/session/index.ts'
import { here } from './lib/way/index.ts'
import { forgoEval } from './lib/withoutEval.ts'
import { settlePwa, startPwa } from './pwa/start.ts'
import { App } from './start/App.tsx'
import { takeEarlyPress } from './start/earlyPress.ts'
import { fillHome, homeData } from './start/homeData.ts'
import { startWay } from './start/way.ts'
import { notifyError } from './ui/notifyError.ts'
import './ui/base.css'

/** Who has just come here for the first time presses something within this; what he asks for must not stand behind ours on a weak link. */
const FIRST_LOOK_MS = 2_000
/** A bid must find a free connection: a browser has six for all that it fetches. */
const IN_ROOM_MS = 10_000

function quietMs(): number {
  if (here.get().pathname.startsWith('/venue/')) return IN_ROOM_MS
  return home && !navigator.serviceWorker?.controller ? FIRST_LOOK_MS : 0
}

/** When the page does what it shows; budgets are measured by it. */
const INTERACTIVE = 'interactive'

forgoEval()
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
let known = sellerToken.get() !== null
sellerToken.subscribe(() => {
  const knows = sellerToken.get() !== null
  if (knows !== known) dropKeptHome()
  known = knows
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

async function takeLink(): Promise<void> {
  const { signInByKey, takeKey } = await import('./features/session/byKey.ts')
  const key = takeKey()
  history.replaceState(history.state, '', location.pathname + location.search + location.hash)
  if (key !== null) await signInByKey(key).catch(async (error: unknown) => {
    await localeReady
    notifyError(error)
  })
}

/** What the server wrote is in one language, and for somebody who has signed in, or for one who has not. */
function takeHome(): boolean {
  const written = homeData()
  if (written === null || written.locale !== currentLocale() || written.known !== (sellerToken.get() !== null)) return false
  fillHome(client, written, Date.now())
  return true
}

// As a transition React draws in slices: in one go it would hold up a slow phone for a third of a second.
// No `await` of the module's own: parts that are fetched later import from it, and would wait for it while it waits for them.
async function start(to: HTMLElement): Promise<void> {
  await breath()
  const app = <App client={client} onReady={ready} />
  if (!home) {
    if (comesByLink) await takeLink()
    const { written, takeTyped } = await way.start()
    tellTyped = takeTyped(to)
    return draw(to, app, written)
  }
  if (location.pathname === '/') history.replaceState(history.state, '', `/index${location.search}${location.hash}`)
  await localeReady
  draw(to, app, takeHome())
}

function draw(to: HTMLElement, app: ReactNode, written: boolean): void {
  pressAgain = takeEarlyPress()
  startTransition(() => {
    if (written) hydrateRoot(to, app)
    else createRoot(to).render(app)
  })
}

let isReady = false
let pressAgain = (): void => {}
let tellTyped = (): void => {}
function ready(): void {
  if (isReady) return
  isReady = true
  performance.mark(INTERACTIVE)
  // Not while React is at work: what a press is meant for may be taken over only by it.
  setTimeout(() => {
    tellTyped()
    setTimeout(pressAgain)
  })
  watchLink()
  afterwards(async () => {
    await way.fetch()
    await settlePwa()
  }, quietMs())
}

void start(root)
