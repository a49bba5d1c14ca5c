/**
 * A gap between wall clock and steady clock above this counts as sleep: some browsers stop `performance.now()` then.
 */
const SLEPT_MS = 1_500

export function awakeClock(steady: () => number, wall: () => number): () => number {
  let asleep = 0
  let gap = wall() - steady()
  return () => {
    const at = steady()
    const wider = wall() - at - gap
    // The gap may also mean that the wall clock was set. Then the link is checked needlessly, which costs little.
    if (wider > SLEPT_MS) asleep += wider
    if (Math.abs(wider) > SLEPT_MS) gap += wider
    return at + asleep
  }
}
