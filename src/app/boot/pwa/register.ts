import { Workbox } from 'workbox-window'
import type { WorkerMessage } from '../../../contract/worker.ts'
import { layoutOf } from '../../lib/layout.ts'
import { deviceSavesData } from '../../lib/saveData.ts'
import { watchUpdates } from './update.ts'
import type { Client } from '../../../client/client.ts'

const LOOK_EVERY_MS = 3_600_000
/** A return to the tab also looks for updates, but no more often than this. */
const LOOK_AGAIN_MS = 1_800_000
const LEISURE_MS = 5_000

/** Registers the worker directly: the plugin's registration reloads every tab once one has accepted the update. */
export async function register(client: Client): Promise<void> {
  const workbox = new Workbox('/main.js', { scope: '/', updateViaCache: 'none' })
  const uncontrolled = navigator.serviceWorker.controller === null
  let known: ServiceWorkerRegistration | null = null
  const { installed, tookOver } = watchUpdates(client, {
    waiting: () => known?.waiting ?? null,
    active: () => known?.active ?? null,
    activated,
    reload: () => location.reload(),
    after: (ms, run) => void setTimeout(run, ms),
  })
  workbox.addEventListener('waiting', installed)
  let first = uncontrolled
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker on a device has the same version as the page: it is no update.
    if (!first) tookOver()
    first = false
  })
  const registration = await workbox.register()
  if (!registration) return
  known = registration
  lookForUpdates(client, registration)
  const { active } = await navigator.serviceWorker.ready
  const tell = (message: WorkerMessage): void => active?.postMessage(message)
  const tellPassedBy = (): void => {
    const paths = passedBy()
    if (paths.length > 0) tell({ type: 'loaded', paths })
  }
  tellPassedBy()
  if (navigator.serviceWorker.controller === null)
    navigator.serviceWorker.addEventListener('controllerchange', tellPassedBy, { once: true })
  tell({ type: 'home', changed: false })
  setTimeout(() => {
    // Includes requests that were under way when the worker took over.
    tellPassedBy()
    if (client.link.state.get().kind !== 'offline' && !deviceSavesData() && !layoutOf(client).get().saveData)
      tell({ type: 'idle' })
  }, LEISURE_MS)
}

async function activated(): Promise<void> {
  const worker = navigator.serviceWorker.controller
  if (worker?.state !== 'activating') return
  await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
}

/**
 * Assets of this page that did not come through the worker: it was installed, or took over, while the page loaded. Also
 * lists the page's own links: inlined styles were never requested.
 */
function passedBy(): string[] {
  const throughWorker = (entry: PerformanceEntry): boolean =>
    entry instanceof PerformanceResourceTiming && entry.workerStart > 0
  const loaded = performance.getEntriesByType('resource').filter((entry) => !throughWorker(entry))
  const named = performance.getEntriesByType('navigation').some(throughWorker)
    ? []
    : Array.from(document.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]'), ({ href }) => href)
  return [...new Set([...loaded.map(({ name }) => name), ...named].map((url) => new URL(url).pathname))].filter(
    (path) => path.startsWith('/assets/'),
  )
}

function lookForUpdates(client: Client, registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  const look = (notSooner: number): void => {
    if (
      document.visibilityState === 'hidden' ||
      client.link.state.get().kind === 'offline' ||
      Date.now() - lookedAt < notSooner
    )
      return
    lookedAt = Date.now()
    void registration.update().catch(() => null)
  }
  setInterval(() => look(LOOK_EVERY_MS / 2), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => look(LOOK_AGAIN_MS))
}
