const KB = 1024
const LEAST = 32 * KB
const MOST = 256 * KB
/** Long enough that the answer to a chunk costs little, short enough that a break loses little. */
const TARGET_MS = 8_000
const PATIENCE_MS = 30_000

/** How much of a file goes up in one request, and how long its answer may take. */
export interface Chunks {
  readonly size: number
  readonly patienceMs: number
}

export const firstChunks: Chunks = { size: 2 * LEAST, patienceMs: PATIENCE_MS }

/** A chunk of so many bytes took so long. */
export function chunksAfter({ bytes, ms }: { readonly bytes: number; readonly ms: number }): Chunks {
  const size = Math.round((bytes / Math.max(ms, 1)) * TARGET_MS)
  return { size: Math.min(MOST, Math.max(LEAST, size)), patienceMs: Math.max(PATIENCE_MS, 4 * TARGET_MS) }
}

export const chunksAfterBreak = ({ size, patienceMs }: Chunks): Chunks => ({
  size: Math.max(LEAST, Math.round(size / 2)),
  patienceMs,
})
