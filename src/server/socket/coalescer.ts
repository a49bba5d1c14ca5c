import { COALESCE_MS } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import { isSecret } from '../../domain/secrets.ts'
import type { Clock } from '../ports.ts'
import type { Placed, Position } from '../room/position.ts'
import type { Cancel, Timers } from '../room/timers.ts'

/**
 * After 50 ms of quiet the first event is sent at once; later ones are batched for 50 ms, or two thousand sockets would
 * delay the bids.
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
    // A secret leaves at once for its few owners and moves no timer: the times of public frames must not betray it.
    if (placed.every(({ event }) => isSecret(event))) return this.#leaveNow()
    const { clock, timers } = this.#deps
    const quiet = this.#leftAt === null ? COALESCE_MS : clock.now() - this.#leftAt
    if (quiet >= COALESCE_MS) this.#flush()
    else this.#waiting = timers.after(COALESCE_MS - quiet, () => this.#flush())
  }

  forget(): void {
    this.#waiting?.()
    this.#waiting = null
    this.#gathered = []
  }

  #flush(): void {
    this.#leftAt = this.#deps.clock.now()
    this.#leaveNow()
  }

  #leaveNow(): void {
    const gathered = this.#gathered
    this.forget()
    if (this.#after !== null && gathered.length > 0) this.#leave(gathered, this.#after)
  }
}
