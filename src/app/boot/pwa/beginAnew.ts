import { holds } from '../../lib/unsaved.ts'
import { isMissingPart } from './missingPart.ts'
import { noteReload, reloadDueIn } from './reloads.ts'
import type { Client } from '../../../client/client.ts'

const INSTALL_MS = 8_000

/**
 * For a page with a missing chunk: activates the newest build, if there is one, and reloads, at longer and longer
 * intervals, never over unsaved work or without a link. Returns a function for when the page is left: it is no longer
 * reloaded.
 */
export function beginAnew(client: Client, error: unknown): () => void {
  let left = false
  const reload = async (): Promise<void> => {
    const due = () => reloadDueIn(client.ports.tabStorage, Date.now())
    while (due() > 0 && !left) await new Promise((resolve) => setTimeout(resolve, due()))
    // A missing file may be the first sign of a lost link.
    await client.link.probe()
    if (left || client.link.state.get().kind === 'offline' || holds(client, 'form') || holds(client, 'room')) return
    noteReload(client.ports.tabStorage, Date.now())
    await newest().catch(() => null)
    location.reload()
  }
  if (isMissingPart(error)) void reload()
  return () => {
    left = true
  }
}

/** The active worker may belong to a build whose files are gone. */
async function newest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  await registration.update()
  const { installing } = registration
  if (installing)
    await within((done) => {
      installing.onstatechange = () => {
        if (installing.state !== 'installing') done()
      }
    })
  const { active, waiting } = registration
  if (!waiting) return
  await within((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    active?.postMessage({ type: 'yield' })
    waiting.postMessage({ type: 'accept' })
  })
}

const within = (begin: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    begin(resolve)
    setTimeout(resolve, INSTALL_MS)
  })
