/**
 * Prefix of the caches for a downloaded catalogue's pictures, bounded and deleted by the download. Devices hold caches
 * of this name, so it must not change.
 */
export const DOWNLOADED_PICTURES = 'taken:'

/** Tag of a background sync; also the worker's message to its pages when the browser grants one. */
export const OUTBOX_SYNC = 'outbox'

/** Messages from a page to the service worker. None holds personal data. */
export type WorkerMessage =
  /** The person accepted the new version: the waiting worker takes over. */
  | { readonly type: 'accept' }
  /** To the old worker: its running prefetch would delay the new one, so it stops. */
  | { readonly type: 'yield' }
  /** Files that this page loaded before a worker could see it. */
  | { readonly type: 'loaded'; readonly paths: readonly string[] }
  /** The page is idle: a good moment to fetch the files for offline reading. */
  | { readonly type: 'idle' }
  /**
   * The server's home page may be newer than the cached one. `changed`: the cached one is in another language or for
   * another account.
   */
  | { readonly type: 'home'; readonly changed: boolean }

export function isWorkerMessage(data: unknown): data is WorkerMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'loaded')
    return 'paths' in data && Array.isArray(data.paths) && data.paths.every((path) => typeof path === 'string')
  if (data.type === 'home') return 'changed' in data && typeof data.changed === 'boolean'
  return data.type === 'accept' || data.type === 'yield' || data.type === 'idle'
}
