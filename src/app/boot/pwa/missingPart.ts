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

/** The router's own remedy reloads the page even over typed text; setting its storage mark prevents that. */
export function holdRouterBack(target: EventTarget, storage: Pick<Storage, 'setItem'>): void {
  target.addEventListener('vite:preloadError', (event) => {
    if ('payload' in event && event.payload instanceof Error)
      storage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
  })
}
