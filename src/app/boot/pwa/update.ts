import type { WorkerMessage } from '../../../contract/worker.ts'
import { createStore } from '../../../client/store.ts'

/** Whether this page is the newest. A page is never reloaded but by the person in front of it. */
export type Update =
  | { readonly kind: 'none' }
  /** A new version waits, or runs in other tabs already. */
  | { readonly kind: 'ready' }
  /** The person wants to go on first. */
  | { readonly kind: 'later' }
  | { readonly kind: 'accepted' }

export const update = createStore<Update>({ kind: 'none' })

/** What this module needs of a service-worker registration. */
export interface Registered {
  readonly waiting: () => { readonly postMessage: (message: WorkerMessage) => void } | null
  readonly reload: () => void
  readonly after: (ms: number, run: () => void) => void
}

/** A worker that does not take over by then: the reload helps it to. */
const PATIENCE_MS = 4_000
let registered: Registered | null = null

export function watchUpdates(given: Registered): { readonly installed: () => void; readonly tookOver: () => void } {
  registered = given
  return {
    installed: () => {
      if (update.get().kind !== 'accepted') update.set({ kind: 'ready' })
    },
    // Another tab agreed. This one goes on with the files it was opened with.
    tookOver: () => {
      if (update.get().kind === 'accepted') given.reload()
      else if (update.get().kind === 'none') update.set({ kind: 'ready' })
    },
  }
}

/** The new version takes over, and this tab alone begins anew. */
export function acceptUpdate(): void {
  if (!registered || update.get().kind === 'accepted') return
  const { waiting, reload, after } = registered
  update.set({ kind: 'accepted' })
  const worker = waiting()
  if (!worker) return reload()
  worker.postMessage({ type: 'accept' })
  after(PATIENCE_MS, reload)
}

export const postponeUpdate = (): void => update.set({ kind: 'later' })
