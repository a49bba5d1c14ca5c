import type { WorkerMessage } from '../../contract/worker.ts'

/**
 * The worker caches the home page as the server wrote it, for one language and either signed in or signed out. Call
 * this when one of them changes.
 */
export function dropCachedHome(): void {
  const message: WorkerMessage = { type: 'home', changed: true }
  globalThis.navigator?.serviceWorker?.controller?.postMessage(message)
}
