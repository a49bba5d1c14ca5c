import type { Client } from '../../../client/client.ts'

/** A chunk failed to load: the link is lost, or a newer build has replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message)

/** Loads a chunk; after a failure retries once if the server answers. */
export async function fetchPart<T>(client: Client, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPart(error)) throw error
    await client.link.probe()
    if (client.link.state.get().kind === 'offline') throw error
    return load()
  }
}

/** Storage key of the reload time, shared with `inline/lost.ts`. */
const KEY = 'begun-anew'
const LOOP_MS = 10 * 60_000
const FLICKER_MS = 30_000

/**
 * One reload fetches the newest build, or the missing file itself. A second one soon after changes nothing, unless the
 * link came back in between.
 */
export function mayBeginAnew(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: number,
  linkCameBack: boolean,
): boolean {
  const before = Number(storage.getItem(KEY) ?? 0)
  if (now - before < (linkCameBack ? FLICKER_MS : LOOP_MS)) return false
  storage.setItem(KEY, String(now))
  return true
}

/** The router's own remedy reloads the page even over typed text; setting its storage mark prevents that. */
export function holdRouterBack(target: EventTarget, storage: Pick<Storage, 'setItem'>): void {
  target.addEventListener('vite:preloadError', (event) => {
    if ('payload' in event && event.payload instanceof Error)
      storage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
  })
}
