import { systemTimers } from '../../../src/server/room/timers.ts'
import type { NodeTime } from '../../../src/server/main.ts'

/**
 * A clock that runs this many times faster from `epoch` on: for a node, and (`fastPage`) for the pages that watch it.
 */
export function fastTime(times: number, epoch: number): NodeTime {
  return {
    timers: {
      after: (ms, run) => systemTimers.after(ms / times, run),
      every: (ms, run) => systemTimers.every(ms / times, run),
    },
    monotonic: () => performance.now() * times,
    ofDatabase: (ms) => epoch + (ms - epoch) * times,
  }
}

/** Runs in a page before any of its scripts. */
export function fastPage({ times, epoch }: { readonly times: number; readonly epoch: number }): void {
  const { now } = Date
  const monotonic = performance.now.bind(performance)
  const [after, every] = [globalThis.setTimeout, globalThis.setInterval]
  const began = monotonic()
  Date.now = () => epoch + (now() - epoch) * times
  performance.now = () => began + (monotonic() - began) * times
  globalThis.setTimeout = Object.assign(
    (run: TimerHandler, ms = 0, ...more: unknown[]) => after(run, ms / times, ...more),
    after,
  )
  globalThis.setInterval = Object.assign(
    (run: TimerHandler, ms = 0, ...more: unknown[]) => every(run, ms / times, ...more),
    every,
  )
}
