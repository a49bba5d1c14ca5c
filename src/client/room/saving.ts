import type { PersistedState, StateStore } from './keep.ts'

const EVERY_MS = 5_000

interface Saving {
  readonly store: StateStore
  /** What is worth keeping now; `null`: nothing that the room itself vouches for. */
  readonly seen: () => PersistedState | null
  readonly after: (ms: number, run: () => void) => () => void
  readonly onHide: (run: () => void) => () => void
}

/**
 * Keeps what is on screen now and then, not at each of a hundred bids, and when the page goes away. Returns how to
 * stop.
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
