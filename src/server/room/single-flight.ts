/** Runs beside each other at most, of work that is overdue again and again. */
const AT_ONCE = 3

/**
 * Repeated work that does not overlap itself. With `overdue`, one start of so many that found it running begins it
 * again beside: what hangs on one dead connection does not hold up the rest.
 */
export class SingleFlight {
  readonly #run: () => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #overdue: number
  readonly #flights = new Set<Promise<void>>()
  #inVain = 0

  constructor(run: () => Promise<void>, onError: (error: unknown) => void, overdue = Number.POSITIVE_INFINITY) {
    this.#run = run
    this.#onError = onError
    this.#overdue = overdue
  }

  start(): void {
    if (this.#flights.size > 0) {
      this.#inVain += 1
      if (this.#inVain < this.#overdue || this.#flights.size >= AT_ONCE) return
    }
    this.#inVain = 0
    const flight: Promise<void> = this.#run()
      .catch(this.#onError)
      .finally(() => this.#flights.delete(flight))
    this.#flights.add(flight)
  }

  async landed(): Promise<void> {
    await Promise.all(this.#flights)
  }
}
