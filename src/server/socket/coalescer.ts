import { COALESCE_MS } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { Placed, Position } from '../room/position.ts'
import type { Cancel, Timers } from '../room/timers.ts'

/**
 * After 50 ms of quiet the first event leaves at once; those behind it are gathered for 50 ms, or two thousand sockets
 * hold up the bids.
 */
export class Coalescer {
  readonly #deps: { readonly clock: Clock; readonly timers: Timers }
  readonly #leave: (placed: readonly Placed[], after: Position) => void
  #gathered: Placed[] = []
  #waiting: Cancel | null = null
  #leftAt: Instant | null = null
  #after: Position | null = null

  constructor(
    deps: { readonly clock: Clock; readonly timers: Timers },
    leave: (placed: readonly Placed[], after: Position) => void,
  ) {
    this.#deps = deps
    this.#leave = leave
  }

  add(placed: readonly Placed[], after: Position): void {
    this.#gathered.push(...placed)
    this.#after = after
    if (this.#waiting !== null) return
    const { clock, timers } = this.#deps
    const quiet = this.#leftAt === null ? COALESCE_MS : clock.now() - this.#leftAt
    if (quiet >= COALESCE_MS) this.#go()
    else this.#waiting = timers.after(COALESCE_MS - quiet, () => this.#go())
  }

  forget(): void {
    this.#waiting?.()
    this.#waiting = null
    this.#gathered = []
  }

  #go(): void {
    const gathered = this.#gathered
    this.forget()
    this.#leftAt = this.#deps.clock.now()
    if (this.#after !== null && gathered.length > 0) this.#leave(gathered, this.#after)
  }
}
