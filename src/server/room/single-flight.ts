/** Something done again and again, but not again while it is still under way. */
export class SingleFlight {
  readonly #run: () => Promise<void>
  readonly #troubled: (error: unknown) => void
  #flight: Promise<void> | null = null

  constructor(run: () => Promise<void>, troubled: (error: unknown) => void) {
    this.#run = run
    this.#troubled = troubled
  }

  go(): void {
    this.#flight ??= this.#run()
      .catch(this.#troubled)
      .finally(() => {
        this.#flight = null
      })
  }

  async landed(): Promise<void> {
    await this.#flight
  }
}
