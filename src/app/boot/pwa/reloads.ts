/** Storage key: `<reloads in a row> <time of the last, ms since 1970>`. */
const KEY = 'begun-anew'
/**
 * Least time before the next reload, by the number of reloads in a row. The first one fetches the newest build or the
 * missing file; a network that changes again during a load calls for another one soon, and a file that is gone for none.
 */
const GAPS_MS = [0, 3_000, 10_000, 30_000, 120_000, 600_000] as const
const LONGEST_MS = 600_000

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/** Milliseconds until the page may reload itself. */
export function reloadDueIn(storage: Kept, now: number): number {
  const { count, at } = inARow(storage, now)
  return Math.max(0, at + (GAPS_MS[count] ?? LONGEST_MS) - now)
}

export function noteReload(storage: Kept, now: number): void {
  storage.setItem(KEY, `${inARow(storage, now).count + 1} ${now}`)
}

/** A row ends when its last reload is over twice the longest gap ago. */
function inARow(storage: Kept, now: number): { readonly count: number; readonly at: number } {
  const [count = 0, at = Number.NaN] = (storage.getItem(KEY) ?? '').split(' ').map(Number)
  return now - at < 2 * LONGEST_MS ? { count, at } : { count: 0, at: 0 }
}
