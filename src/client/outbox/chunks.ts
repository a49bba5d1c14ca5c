const KB = 1024
const LEAST = 32 * KB
const MOST = 256 * KB
/** Target duration of a chunk: long enough that its answer costs little, short enough that a break loses little. */
const TARGET_MS = 8_000
const PATIENCE_MS = 30_000

/** Size of a file's next request, and the time limit for its answer. */
export interface Chunks {
  readonly size: number
  readonly patienceMs: number
}

export const firstChunks: Chunks = { size: 2 * LEAST, patienceMs: PATIENCE_MS }

/** The next chunk's size, from the duration of the last one. */
export function chunksAfter({ bytes, ms }: { readonly bytes: number; readonly ms: number }): Chunks {
  const size = Math.round((bytes / Math.max(ms, 1)) * TARGET_MS)
  return { size: Math.min(MOST, Math.max(LEAST, size)), patienceMs: Math.max(PATIENCE_MS, 4 * TARGET_MS) }
}

export const chunksAfterBreak = ({ size, patienceMs }: Chunks): Chunks => ({
  size: Math.max(LEAST, Math.round(size / 2)),
  patienceMs,
})
