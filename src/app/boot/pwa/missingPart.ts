import { link, probe } from '../../../client/link/index.ts'

/** A part of the app that did not come: the link is gone, or a newer build has taken its place. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message)

/** A file that did not come although the server answers is asked for once more. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPart(error)) throw error
    await probe()
    if (link.get().kind === 'offline') throw error
    return load()
  }
}

/** And how often: of index.html too, which does the same where nothing of the app has come. */
const KEY = 'begun-anew'
const LOOP_MS = 10 * 60_000
const FLICKER_MS = 30_000

/**
 * One reload brings the newest build, or the file itself. A second one soon after would bring what the first did,
 * unless the link came back since.
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

/** The router's own remedy reloads without asking who is typing; a mark that it has done so keeps it from it. */
export function holdRouterBack(target: EventTarget, storage: Pick<Storage, 'setItem'>): void {
  target.addEventListener('vite:preloadError', (event) => {
    if ('payload' in event && event.payload instanceof Error)
      storage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
  })
}
