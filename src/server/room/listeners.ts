import type { Verdict } from '../../contract/verdict.ts'
import type { Placed, Position } from './position.ts'
import type { Asking } from './waiting.ts'

/** Whoever wants to hear of a room's events. It is told in the room's own turn, so it only takes note. */
export interface Listener {
  advanced(placed: readonly Placed[], before: Position, after: Position): void
  /** Read from the store: for the first time, or `anew` because the log is another one. */
  loaded(position: Position, anew: boolean): void
  decided(asking: Asking, verdict: Verdict): void
}

/**
 * A listener's fault is its own: the events are durable, and a batch must not be decided twice because somebody could
 * not hear it.
 */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #troubled: (error: unknown) => void

  constructor(troubled: (error: unknown) => void) {
    this.#troubled = troubled
  }

  add(listener: Listener): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(what: (listener: Listener) => void): void {
    for (const listener of this.#all) {
      try {
        what(listener)
      } catch (error) {
        this.#troubled(error)
      }
    }
  }
}
