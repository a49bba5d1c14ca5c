import type { PersistedState, StateStore } from './keep.ts'

const EVERY_MS = 5_000

interface Saving {
  readonly store: StateStore
  /** The state to store now; `null` while the room has confirmed none. */
  readonly seen: () => PersistedState | null
  readonly after: (ms: number, run: () => void) => () => void
  readonly onHide: (run: () => void) => () => void
}

/**
 * Stores the state at intervals, not at each of a hundred bids, and when the page is hidden. Returns the stop function.
 */
export function saveNowAndThen({ store, seen, after, onHide }: Saving): () => void {
  let saved: PersistedState['state'] | null = null
  let cancel = () => {}

  function save(): void {
    const kept = seen()
    if (!kept || kept.state === saved) return
    saved = kept.state
    void store.save(kept)
  }

  function later(): void {
    cancel = after(EVERY_MS, () => {
      save()
      later()
    })
  }

  later()
  const stopListening = onHide(save)
  return () => {
    cancel()
    stopListening()
    save()
  }
}
