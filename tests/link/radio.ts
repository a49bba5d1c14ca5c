import { bytesPerMs } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import { Fades } from './fades.ts'

/** A sender waiting for the air: one direction of a connection. */
export interface Sender {
  /** The next bytes, at most `bytes`, or a mark, which is weightless; `null`: nothing for now. */
  take(bytes: number): Sendable | null
  /** Called when the load is off the air (ms of `performance.now`). */
  sent(load: Sendable, at: number): void
}
export type Sendable =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'end' }
  | { readonly kind: 'abort' }

/**
 * Time on the air of one piece, ms: small enough for connections to share the air, and for a change to be felt at once.
 */
const PIECE_MS = 10
const PIECE_MIN = 64
const PIECE_MAX = 16 * 1024
/** How much lateness of a busy event loop is made up for; idle time is not. */
const CATCH_UP_MS = 250

/** The air of one direction: one load at a time, at a rate, shared in turn. */
export class Radio {
  #rate: number | null
  readonly #fades: Fades
  /** In turn: a set keeps insertion order. */
  #waiting = new Set<Sender>()
  /** Time from which the air is free. In the past while catching up. */
  #freeAt = 0
  #timer: NodeJS.Timeout | undefined
  #pumping = false

  constructor(rate: number | null, random: () => number) {
    this.#rate = rate
    this.#fades = new Fades(random)
  }

  setRate(rate: number | null): void {
    this.#rate = rate
    // After the rate rises, a slow earlier chunk must not block the air.
    this.#freeAt = Math.min(this.#freeAt, performance.now())
    this.#pump()
  }

  /** Time at which a piece sent at `at` gets through the fades. */
  through(at: number, conditions: Conditions): number {
    return this.#fades.through(at, conditions)
  }

  /** Call when the sender has something to send. */
  wake(sender: Sender): void {
    if (this.#waiting.size === 0) this.#freeAt = Math.max(this.#freeAt, performance.now())
    this.#waiting.add(sender)
    this.#pump()
  }

  close(): void {
    this.#waiting.clear()
    clearTimeout(this.#timer)
  }

  #pump(): void {
    // Taking makes a sender read on, which calls this again.
    if (this.#pumping) return
    this.#pumping = true
    clearTimeout(this.#timer)
    const now = performance.now()
    for (const sender of this.#waiting) {
      if (this.#freeAt > now) break
      // Removed and added again, it is last in turn; the loop returns to it.
      this.#waiting.delete(sender)
      if (this.#send(sender, now)) this.#waiting.add(sender)
    }
    this.#pumping = false
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#pump(), Math.ceil(this.#freeAt - now))
  }

  /** False when the sender has nothing for now. */
  #send(sender: Sender, now: number): boolean {
    const load = sender.take(this.#pieceBytes())
    if (!load) return false
    this.#freeAt = Math.max(this.#freeAt, now - CATCH_UP_MS) + this.#airtime(load)
    sender.sent(load, this.#rate === null ? now : this.#freeAt)
    return true
  }

  #pieceBytes(): number {
    return this.#rate === null
      ? PIECE_MAX
      : Math.min(PIECE_MAX, Math.max(PIECE_MIN, Math.floor(bytesPerMs(this.#rate) * PIECE_MS)))
  }

  #airtime(load: Sendable): number {
    return this.#rate === null || load.kind !== 'bytes' ? 0 : load.bytes.length / bytesPerMs(this.#rate)
  }
}
