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
  readonly reload: () => void
  readonly after: (ms: number, run: () => void) => void
}

/**
 * After this the page reloads even if the new worker has not taken over. The worker waits for requests that its
 * predecessor has begun, such as a file on a weak link; a page reloaded sooner gets the old version again.
 */
const PATIENCE_MS = 15_000

interface Updates extends Store<Update> {
  registered: Registered | null
}
export const updateOf = (client: Client): Updates => client.part(createUpdates)

const createUpdates = (): Updates => ({ ...createStore<Update>({ kind: 'none' }), registered: null })

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
      if (update.get().kind === 'accepted') given.reload()
      else if (update.get().kind === 'none') update.set({ kind: 'ready' })
    },
  }
}

/** The new version takes over; only this tab reloads. */
export function acceptUpdate(client: Client): void {
  const update = updateOf(client)
  if (!update.registered || update.get().kind === 'accepted') return
  const { waiting, active, reload, after } = update.registered
  update.set({ kind: 'accepted' })
  const worker = waiting()
  if (!worker) return reload()
  active()?.postMessage({ type: 'yield' })
  worker.postMessage({ type: 'accept' })
  after(PATIENCE_MS, reload)
}

export const postponeUpdate = (client: Client): void => updateOf(client).set({ kind: 'later' })
