import type { Client } from '../../../client/client.ts'
import type { WorkerMessage } from '../../../contract/worker.ts'
import { createStore, type Store } from '../../../client/store.ts'

/** Whether this page is the newest version. Only the person in front of a page may reload it. */
export type Update =
  | { readonly kind: 'none' }
  /** A new version waits, or already runs in other tabs. */
  | { readonly kind: 'ready' }
  /** The person postponed the update. */
  | { readonly kind: 'later' }
  | { readonly kind: 'accepted' }

interface Told {
  readonly postMessage: (message: WorkerMessage) => void
}

/** The parts of a service-worker registration that this module uses. */
export interface Registered {
  readonly waiting: () => Told | null
  readonly active: () => Told | null
  /** Resolves when the worker in control is active, at once where none is becoming it. */
  readonly activated: () => Promise<void>
  readonly reload: () => void
  readonly after: (ms: number, run: () => void) => void
}

/**
 * After this the page reloads even if the new worker has not taken over. The worker waits for requests that its
 * predecessor has begun, such as a file on a weak link; a page reloaded sooner gets the old version again.
 */
const PATIENCE_MS = 15_000

/** A page that is still there after this long is reloaded again. */
const AGAIN_MS = 15_000

interface Updates extends Store<Update> {
  registered: Registered | null
  reloading: boolean
}
export const updateOf = (client: Client): Updates => client.part(createUpdates)

const createUpdates = (): Updates => ({
  ...createStore<Update>({ kind: 'none' }),
  registered: null,
  reloading: false,
})

export function watchUpdates(
  client: Client,
  given: Registered,
): { readonly installed: () => void; readonly tookOver: () => void } {
  const update = updateOf(client)
  update.registered = given
  return {
    installed: () => {
      if (update.get().kind !== 'accepted') update.set({ kind: 'ready' })
    },
    // Another tab accepted the update. This tab keeps its current files.
    tookOver: () => {
      if (update.get().kind === 'accepted') void reload(update)
      else if (update.get().kind === 'none') update.set({ kind: 'ready' })
    },
  }
}

/** The new version takes over; only this tab reloads. */
export function acceptUpdate(client: Client): void {
  const update = updateOf(client)
  if (!update.registered || update.get().kind === 'accepted') return
  const { waiting, active, after } = update.registered
  update.set({ kind: 'accepted' })
  const worker = waiting()
  if (!worker) return void reload(update)
  active()?.postMessage({ type: 'yield' })
  worker.postMessage({ type: 'accept' })
  after(PATIENCE_MS, () => void reload(update))
}

/**
 * Reloads the page, once at a time: a reload can itself let the new worker take over, and Chromium never carries out a
 * second one that begins while the worker is being activated.
 */
async function reload(update: Updates): Promise<void> {
  const { registered } = update
  if (!registered || update.reloading) return
  update.reloading = true
  await registered.activated()
  registered.reload()
  registered.after(AGAIN_MS, () => {
    update.reloading = false
    void reload(update)
  })
}

export const postponeUpdate = (client: Client): void => updateOf(client).set({ kind: 'later' })
