import { LAW } from '../../domain/rule.ts'
import type { SessionState } from '../../domain/state.ts'
import { latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'

/** Does an own outage cost bidders time? After the seal, one to whom a deal is offered (D5). */
export const beats = ({ phase, lots }: SessionState): boolean =>
  phase === 3 || phase === 4 || (phase === 5 && lots.awards > 0)

/**
 * Whether a room has been alive without a break (rule 12). Once it has not, it marks nothing and decides nothing until
 * it has woken: its first act is then `wake`, with the last mark that is stored.
 */
export class Uptime {
  #awake = false
  #markedAt: Instant | null = null
  #upSince: Instant

  constructor(now: Instant) {
    this.#upSince = now
  }

  /** Silence is counted from then at the earliest. */
  get upSince(): Instant {
    return this.#upSince
  }

  needsWake(state: SessionState, now: Instant): boolean {
    if (!beats(state)) return false
    return !this.#awake || this.#markedAt === null || now - this.#markedAt > LAW.outageGapMs
  }

  /** May marks be written for it? */
  marks(state: SessionState, now: Instant): boolean {
    return beats(state) && !this.needsWake(state, now)
  }

  woke(now: Instant): void {
    this.#awake = true
    this.#markedAt = now
    this.#upSince = now
  }

  marked(at: Instant): void {
    if (this.#markedAt !== null) this.#markedAt = latest(this.#markedAt, at)
  }

  /** Its copy of the log was thrown away: it begins anew. */
  stopped(): void {
    this.#awake = false
  }
}
