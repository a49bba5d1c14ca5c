import { LAW } from '../../domain/rule.ts'
import type { SessionState } from '../../domain/state.ts'
import { latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'

/** Whether an outage costs bidders time; after the seal, while a deal waits for a confirmation (D5). */
export const beats = ({ phase, lots }: SessionState): boolean =>
  phase === 3 || phase === 4 || (phase === 5 && lots.awards > 0)

/**
 * Whether a room has been alive without a break (O1). After a break it writes no marks and decides nothing until
 * it has woken: its first act is then `wake`, with the last stored mark.
 */
export class Uptime {
  #awake = false
  #markedAt: Instant | null = null
  #upSince: Instant
  /** An append failed, and none has succeeded since. */
  #shut = false

  constructor(now: Instant) {
    this.#upSince = now
  }

  get markedAt(): Instant | null {
    return this.#markedAt
  }

  /** Silence is counted from this time at the earliest. */
  get upSince(): Instant {
    return this.#upSince
  }

  needsWake(state: SessionState, now: Instant): boolean {
    if (!beats(state)) return false
    return this.#shut || !this.#awake || this.#markedAt === null || now - this.#markedAt > LAW.outageGapMs
  }

  /** Whether alive marks may be written for the room. */
  marks(state: SessionState, now: Instant): boolean {
    return beats(state) && !this.needsWake(state, now)
  }

  /** The store did not take an append: the room writes no marks and decides nothing until it has woken. */
  shut(): void {
    this.#shut = true
  }

  /** `markedAt`: the newest proof of life in the store. */
  woke(now: Instant, markedAt: Instant): void {
    this.#awake = true
    this.#shut = false
    this.#markedAt = markedAt
    this.#upSince = now
  }

  marked(at: Instant): void {
    if (this.#markedAt !== null) this.#markedAt = latest(this.#markedAt, at)
  }

  /** The room's copy of the log was dropped, so it must wake again. */
  stopped(): void {
    this.#awake = false
  }
}
