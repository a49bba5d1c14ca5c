import type { Connection } from './connection.ts'

/** Between two rounds, ms. */
const EVERY_MS = 50
/** Connections of a round at least. */
const AT_ONCE = 2
/** However many there are, the last is sent away after this time, ms. */
const WITHIN_MS = 8_000

/**
 * Sends clients to another node in rounds, so that the others welcome them one after the other; those who wait are
 * served. Ends with the last round. `wait`: resolves after so many ms.
 */
export async function sendAway(
  connections: Iterable<Connection>,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  const all = [...connections]
  const atOnce = Math.max(AT_ONCE, Math.ceil((all.length * EVERY_MS) / WITHIN_MS))
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await wait(EVERY_MS)
    for (const connection of all.slice(from, from + atOnce)) connection.close('restart', 'restart')
  }
}
