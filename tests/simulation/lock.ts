/** A lock that is passed on in the order of asking, as PostgreSQL's on a row. */
export class Lock {
  #held = false
  readonly #waiting: (() => void)[] = []

  get held(): boolean {
    return this.#held
  }

  /** Returns whether it was taken; `within` calls back when the statement's time is over. */
  async take(within: (over: () => void) => void): Promise<boolean> {
    if (!this.#held) {
      this.#held = true
      return true
    }
    return new Promise((resolve) => {
      const mine = (): void => resolve(true)
      this.#waiting.push(mine)
      within(() => {
        const at = this.#waiting.indexOf(mine)
        if (at >= 0) this.#waiting.splice(at, 1)
        resolve(false)
      })
    })
  }

  free(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
  }
}
