import type * as z from 'zod'
import type { Verdict } from '../../contract/verdict.ts'
import type { Entry, Openings } from '../../domain/log.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'

export interface Key {
  readonly accountId: AccountId
  readonly bidKey: string
}
type WireVerdict = z.input<typeof Verdict>

export interface KeptVerdict extends Key {
  readonly timelineId: string
  readonly fingerprint: string
  readonly body: WireVerdict
  readonly at: Instant
}

/** A session's summary for lists, which do not read its log. */
export interface Summary {
  readonly phase: SessionPhase
  readonly stage: Stage
  readonly sold: number
  readonly unsold: number
}

export interface Batch {
  readonly timelineId: string
  /** The position that the batch was decided against. */
  readonly expectedSeq: number
  readonly newSeq: number
  readonly newHash: string
  /** Empty for a batch with verdicts only. */
  readonly entries: readonly Entry[]
  /** One per entry. */
  readonly openings: readonly (Openings | null)[]
  readonly verdicts: readonly Omit<KeptVerdict, 'timelineId'>[]
  /**
   * The earliest `notAfter` among the bids accepted in it; by the database's clock, it does not become durable later.
   */
  readonly notAfter: Instant | null
  /** The entries as a notice carries them; `null` or omitted: other nodes read them. */
  readonly carried?: string | null
  /** Present when the batch changed it. */
  readonly summary?: Summary
  /**
   * The time of the decision. The room is marked alive as of then, not of the commit: a statement that hung for ten
   * seconds must not hide that bidding was impossible meanwhile (O1). Omitted: the database's clock.
   */
  readonly at?: Instant
}

/**
 * - `lost`: another append was first; nothing is written: read the tail, decide again.
 * - `late`: `notAfter` has passed; nothing is written.
 * - `duplicate`: these keys have verdicts already (given through another session or node); nothing is written.
 */
export type AppendResult = 'appended' | 'lost' | 'late' | { readonly duplicate: readonly Key[] }
