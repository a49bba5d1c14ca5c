/** Burst and rate of frames. A client that follows the protocol sends one every four seconds. */
const AT_ONCE = 30
const A_SECOND = 5

export class Allowance {
  #left = AT_ONCE
  #at: number

  constructor(now: number) {
    this.#at = now
  }

  take(now: number): boolean {
    this.#left = Math.min(AT_ONCE, this.#left + ((now - this.#at) / 1_000) * A_SECOND)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
