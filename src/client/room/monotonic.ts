/** A monotonic clock that includes device sleep: some browsers stop `performance.now()` then. */
const SLEPT_MS = 1_500

export function awakeClock(steady: () => number, wall: () => number): () => number {
  let asleep = 0
  let gap = wall() - steady()
  return () => {
    const at = steady()
    const wider = wall() - at - gap
    // The wall clock may also have been set; then a link is asked whether it is alive for nothing, which costs little.
    if (wider > SLEPT_MS) asleep += wider
    if (Math.abs(wider) > SLEPT_MS) gap += wider
    return at + asleep
  }
}
