import type { Worker } from 'node:worker_threads'
import { processorMs } from '../work/thread.ts'

export interface ReadingBounds {
  /** Processor time for a sheet, and between two batches of its rows, ms. */
  readonly readingMs: number
  readonly rowsMs: number
}

interface ReadingTime {
  /** Rows have come: the time for the next ones begins. */
  refresh(): void
  stop(): void
}

const CHECK_MS = 1_000
/** Clock time that a bound of processor time may take: a busy machine leaves a thread of low priority a small part. */
const CLOCK_PER_PROCESSOR = 10

interface Moment {
  readonly clock: number
  readonly processor: number
}

/** Whether `ms` of processor time, or ten times as much by the clock, lie between two moments. */
export const isOver = (from: Moment, to: Moment, ms: number): boolean =>
  to.processor - from.processor >= ms || to.clock - from.clock >= ms * CLOCK_PER_PROCESSOR

/**
 * Calls `tooLong` once when the thread has used up the time of a sheet. It is the thread's processor time, so that a
 * busy machine does not make an honest sheet a slow one.
 */
export function timeReading(worker: Worker, { readingMs, rowsMs }: ReadingBounds, tooLong: () => void): ReadingTime {
  let begun: Moment | null = null
  let rows: Moment | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const check = async (): Promise<void> => {
    const now = { clock: performance.now(), processor: await processorMs(worker) }
    if (stopped) return
    begun ??= now
    rows ??= now
    if (isOver(begun, now, readingMs) || isOver(rows, now, rowsMs)) return tooLong()
    timer = setTimeout(() => void check(), Math.min(CHECK_MS, readingMs, rowsMs))
  }
  void check()
  return {
    refresh() {
      rows = null
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
