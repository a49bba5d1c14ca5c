export type Cancel = () => void

/** Delayed calls. Passed in, so that a test controls time. */
export interface Timers {
  after(ms: number, run: () => void): Cancel
  every(ms: number, run: () => void): Cancel
}

/** `setTimeout` takes a 32-bit number of ms; a longer wait would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Timers do not keep the process alive: the listening socket does. */
export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST_MS)).unref()
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
}
