/** Repeated work that never overlaps itself. */
export class SingleFlight {
  readonly #run: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #flight: Promise<void> | null = null

  constructor(run: () => Promise<void>, onError: (error: unknown) => void) {
    this.#run = run
    this.#onError = onError
  }

  start(): void {
    this.#flight ??= this.#run()
      .catch(this.#onError)
      .finally(() => {
        this.#flight = null
      })
  }

  async landed(): Promise<void> {
    await this.#flight
  }
}
