import { link, probe } from '../../../client/link/index.ts'
import { holds } from '../../lib/unsaved.ts'
import { isMissingPart, mayBeginAnew } from './missingPart.ts'

const INSTALL_MS = 8_000
let away = false

/**
 * For a page that lacks a part of the app: the newest build, if there is one, and a fresh start. At most once in a
 * while, never over somebody's work.
 */
export async function beginAnew(error: unknown): Promise<void> {
  if (!isMissingPart(error)) return
  const wasAway = away
  // That a file did not come may be the first that is heard of the link's end.
  await probe()
  away = link.get().kind === 'offline'
  if (away || holds('form') || holds('room') || !mayBeginAnew(sessionStorage, Date.now(), wasAway)) return
  await newest().catch(() => null)
  location.reload()
}

/** The worker that is kept may itself be of a build whose files are gone. */
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
  registration.waiting.postMessage({ type: 'accept' })
  await changed
}
