/** Runs a few calls per key (address) at a time; the others of the key wait in order of arrival. */
export class Turns {
  readonly #atOnce: number
  /** By key: the number of running calls, and the waiting ones. */
  readonly #lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#atOnce) line.running += 1
    // A finished call passes its slot to the next in line.
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (line.running > 1) line.running -= 1
      else this.#lines.delete(key)
    }
  }
}
