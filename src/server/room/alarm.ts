import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { Cancel, Timers } from './timers.ts'

/**
 * Delay of the next check when a due event did not happen (it waits for a sign of life, for example), to avoid a busy
 * loop.
 */
const OVERDUE_MS = 250

/** Fires when a room's next deadline is due. One timer is set at a time. */
export class Alarm {
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #ring: () => void
  #cancel: Cancel | null = null
  #rangFor: Instant | null = null

  constructor(clock: Clock, timers: Timers, ring: () => void) {
    this.#clock = clock
    this.#timers = timers
    this.#ring = ring
  }

  set(due: Instant | null): void {
    this.clear()
    if (due === null) return
    const left = due - this.#clock.now()
    const wait = left > 0 ? left : this.#rangFor === due ? OVERDUE_MS : 1
    this.#cancel = this.#timers.after(wait, () => {
      this.#cancel = null
      this.#rangFor = due
      this.#ring()
    })
  }

  /**
   * Call when part of the due work is done, such as the first hundred of ten thousand closings: the rest is due at
   * once.
   */
  wentOn(): void {
    this.#rangFor = null
  }

  clear(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
