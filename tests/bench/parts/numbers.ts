/** The quantile of an unsorted list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Nanoseconds on a clock that all processes of this machine share, as milliseconds. */
export const sharedMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Memory after a full collection. Needs --expose-gc. */
export async function memory(): Promise<{ readonly rss: number; readonly heap: number }> {
  if (!globalThis.gc) throw new Error('start with --expose-gc')
  for (let i = 0; i < 4; i++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
