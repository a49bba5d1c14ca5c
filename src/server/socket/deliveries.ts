/**
 * Receivers written to before the event loop gets a turn, so that a bid's answer does not wait for two thousand
 * sockets.
 */
const AT_ONCE = 100
/** Maximum time before the event loop gets a turn: the first reader of each view costs encoding its frame. */
const AT_ONCE_MS = 8

interface Delivery<Receiver> {
  readonly to: readonly Receiver[]
  readonly deliver: (subscriber: Receiver) => void
  readonly done: (() => void) | undefined
}

/** Delivers items to many receivers in slices. Every receiver gets them in posting order. */
export class Deliveries<Receiver> {
  readonly #waiting: Delivery<Receiver>[] = []
  #at = 0
  #busy = false

  /** `done`: called after the last receiver, if there is one. */
  post(to: readonly Receiver[], deliver: (subscriber: Receiver) => void, done?: () => void): void {
    if (to.length === 0) return
    this.#waiting.push({ to, deliver, done })
    if (this.#busy) return
    this.#busy = true
    setImmediate(() => this.#some())
  }

  get waiting(): number {
    return this.#waiting.length
  }

  #some(): void {
    const began = performance.now()
    let left = AT_ONCE
    for (let first = this.#waiting[0]; first !== undefined && left > 0; first = this.#waiting[0]) {
      const subscriber = first.to[this.#at]
      if (subscriber !== undefined) first.deliver(subscriber)
      left -= 1
      this.#at += 1
      if (this.#at >= first.to.length) {
        this.#waiting.shift()
        this.#at = 0
        first.done?.()
      }
      if (performance.now() - began > AT_ONCE_MS) break
    }
    this.#busy = this.#waiting.length > 0
    if (this.#busy) setImmediate(() => this.#some())
  }
}
