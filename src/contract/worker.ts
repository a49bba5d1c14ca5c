/**
 * Caches of a downloaded catalogue's pictures begin with this. The download bounds them, and they go with it. Devices hold
 * caches of this name: it stays.
 */
export const DOWNLOADED_PICTURES = 'taken:'

/** What a page tells the service worker. It is told nothing that belongs to a person. */
export type WorkerMessage =
  /** The person agreed to the new version: the worker that waits takes over. */
  | { readonly type: 'accept' }
  /** Files that this page loaded before a worker could see it. */
  | { readonly type: 'loaded'; readonly paths: readonly string[] }
  /** A good moment to fetch what reading without a network takes. */
  | { readonly type: 'idle' }
  /**
   * The home page as the server writes it may be newer than the one that is kept. `changed`: that one is in another
   * language, or for somebody else.
   */
  | { readonly type: 'home'; readonly changed: boolean }

export function isWorkerMessage(data: unknown): data is WorkerMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'loaded')
    return 'paths' in data && Array.isArray(data.paths) && data.paths.every((path) => typeof path === 'string')
  if (data.type === 'home') return 'changed' in data && typeof data.changed === 'boolean'
  return data.type === 'accept' || data.type === 'idle'
}
