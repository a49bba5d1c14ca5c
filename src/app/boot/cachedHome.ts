import type { WorkerMessage } from '../../contract/worker.ts'

/**
 * The worker keeps the home page as the server wrote it: in one language, and for somebody who has signed in, or for
 * one who has not. That changed.
 */
export function dropKeptHome(): void {
  const message: WorkerMessage = { type: 'home', changed: true }
  globalThis.navigator?.serviceWorker?.controller?.postMessage(message)
}
