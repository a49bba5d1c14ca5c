/**
 * Batches single look-ups: keys requested during one query go into the next. Under load a thousand tokens cost a
 * handful of queries; a single look-up does not wait.
 */
export function batchLoad<V>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  atOnce: number,
): (key: string) => Promise<V | null> {
  interface Waiting {
    readonly key: string
    readonly resolve: (value: V | null) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let asking = 0

  async function next(): Promise<void> {
    const batch = waiting
    waiting = []
    asking += 1
    try {
      const found = await ask([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      asking -= 1
      if (waiting.length > 0) void next()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (asking < atOnce) void next()
    })
}
