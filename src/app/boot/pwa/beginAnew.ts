import { holds } from '../../lib/unsaved.ts'
import { isMissingPart, mayBeginAnew } from './missingPart.ts'
import type { Client } from '../../../client/client.ts'

const INSTALL_MS = 8_000
const createAbsence = () => ({ away: false })

/**
 * For a page with a missing chunk: activates the newest build, if there is one, and reloads. Limited in rate, and never
 * over unsaved work.
 */
export async function beginAnew(client: Client, error: unknown): Promise<void> {
  if (!isMissingPart(error)) return
  const absence = client.part(createAbsence)
  const wasAway = absence.away
  // A missing file may be the first sign of a lost link.
  await client.link.probe()
  absence.away = client.link.state.get().kind === 'offline'
  if (
    absence.away ||
    holds(client, 'form') ||
    holds(client, 'room') ||
    !mayBeginAnew(sessionStorage, Date.now(), wasAway)
  )
    return
  await newest().catch(() => null)
  location.reload()
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
