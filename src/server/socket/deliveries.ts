/**
 * Written to at once; then the event loop has its turn, so that a bid's answer does not wait for two thousand sockets.
 */
const AT_ONCE = 100

interface Delivery<Receiver> {
  readonly to: readonly Receiver[]
  readonly deliver: (subscriber: Receiver) => void
}

/** Delivers items to many receivers in slices. Every receiver gets them in posting order. */
export class Deliveries<Receiver> {
  readonly #waiting: Delivery<Receiver>[] = []
  #at = 0
  #busy = false

  post(to: readonly Receiver[], deliver: (subscriber: Receiver) => void): void {
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
      for (const subscriber of some) first.deliver(subscriber)
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
