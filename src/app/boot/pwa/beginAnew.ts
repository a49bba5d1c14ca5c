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
    const due = () => reloadDueIn(sessionStorage, Date.now())
    while (due() > 0 && !left) await new Promise((resolve) => setTimeout(resolve, due()))
    // A missing file may be the first sign of a lost link.
    await client.link.probe()
    if (left || client.link.state.get().kind === 'offline' || holds(client, 'form') || holds(client, 'room')) return
    noteReload(sessionStorage, Date.now())
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
  const coming = registration.installing
  if (coming)
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve())
      setTimeout(resolve, INSTALL_MS)
    })
  if (!registration.waiting) return
  const changed = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, INSTALL_MS)
  })
  registration.active?.postMessage({ type: 'yield' })
  registration.waiting.postMessage({ type: 'accept' })
  await changed
}
