import type { KeptState, StateBox } from './keep.ts'

const EVERY_MS = 5_000

interface Saving {
  readonly box: StateBox
  /** What is worth keeping now; `null`: nothing that the room itself vouches for. */
  readonly seen: () => KeptState | null
  readonly after: (ms: number, run: () => void) => () => void
  readonly onHide: (run: () => void) => () => void
}

/** Keeps what is on screen now and then, not at each of a hundred bids, and when the page goes away. Returns how to stop. */
export function saveNowAndThen({ box, seen, after, onHide }: Saving): () => void {
  let saved: KeptState['state'] | null = null
  let cancel = () => {}

  function save(): void {
    const kept = seen()
    if (!kept || kept.state === saved) return
    saved = kept.state
    void box.save(kept)
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
