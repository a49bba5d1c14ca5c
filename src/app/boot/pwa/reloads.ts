/** Storage key: `<time from which the next reload is allowed, ms since 1970> <gap before it, ms>`. */
const KEY = 'begun-anew'
const FIRST_MS = 3_000
const ROW_ENDS_MS = 600_000

type Kept = Pick<Storage, 'getItem' | 'setItem'>

const read = (storage: Kept): readonly number[] => (storage.getItem(KEY) ?? '').split(' ').map(Number)

/** Milliseconds until the page may reload itself; 0 or less: now. */
export const reloadDueIn = (storage: Kept, now: number): number => (read(storage)[0] ?? 0) - now

/**
 * Records a reload that is about to be made. The next is allowed after 3 s, and each further one in a row after three
 * times as long: the network may change again during a reload, and a file may be in no build any more. A row ends when
 * the next reload has been allowed for 10 min.
 */
export function noteReload(storage: Kept, now: number): void {
  const [due = 0, gap = FIRST_MS] = read(storage)
  const next = now - due < ROW_ENDS_MS ? 3 * gap : FIRST_MS
  storage.setItem(KEY, `${now + next} ${next}`)
}
