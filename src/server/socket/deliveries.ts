/**
 * Written to at once; then the event loop has its turn, so that a bid's answer does not wait for two thousand sockets.
 */
const AT_ONCE = 100

interface Delivery<Guest> {
  readonly to: readonly Guest[]
  readonly deliver: (guest: Guest) => void
}

/** Hands out one thing after another to many, some at a time. Everyone gets everything in the order it was posted. */
export class Deliveries<Guest> {
  readonly #waiting: Delivery<Guest>[] = []
  #at = 0
  #busy = false

  post(to: readonly Guest[], deliver: (guest: Guest) => void): void {
    if (to.length === 0) return
    this.#waiting.push({ to, deliver })
    if (this.#busy) return
    this.#busy = true
    setImmediate(() => this.#some())
  }

  get waiting(): number {
    return this.#waiting.length
  }

  #some(): void {
    let left = AT_ONCE
    for (let first = this.#waiting[0]; first !== undefined && left > 0; first = this.#waiting[0]) {
      const some = first.to.slice(this.#at, this.#at + left)
      for (const guest of some) first.deliver(guest)
      left -= some.length
      this.#at += some.length
      if (this.#at >= first.to.length) {
        this.#waiting.shift()
        this.#at = 0
      }
    }
    this.#busy = this.#waiting.length > 0
    if (this.#busy) setImmediate(() => this.#some())
  }
}
