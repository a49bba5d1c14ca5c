import type { Verdict } from '../../contract/verdict.ts'
import type { Placed, Position } from './position.ts'
import type { Asking } from './waiting.ts'

/** A consumer of a room's events. Called within the room's own turn, so it must return quickly. */
export interface Listener {
  /** `own`: this node appended them; otherwise it read them from the log. */
  advanced(placed: readonly Placed[], before: Position, after: Position, own: boolean): void
  /** The log was read from the store: for the first time, or `anew` because another log took its place. */
  loaded(position: Position, anew: boolean): void
  decided(asking: Asking, verdict: Verdict): void
}

/**
 * A listener's error stays with the listener: the events are durable, and a batch must not be decided twice because of
 * it.
 */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
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
        this.#onError(error)
      }
    }
  }
}
