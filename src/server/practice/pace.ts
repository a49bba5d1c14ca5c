import type { Rule } from '../../domain/rule.ts'

/** The speed of the practice sale. */
export interface Pace {
  readonly rule: Rule
  /** Lots of a session. */
  readonly lots: number
  /** Rounds before unsold lots go to negotiation. */
  readonly rounds: number
  /** How often the keeper looks around. */
  readonly lookMs: number
  /** How long the sale waits for a lost link to come back before it rests. */
  readonly graceMs: number
  /** The next session is published when a last round has less than this left. */
  readonly aheadMs: number
  /** The host's pause between rounds. */
  readonly breathMs: number
  /** Factor on the robots' thinking time. */
  readonly patience: number
}

export const PRACTICE_PACE: Pace = {
  rule: {
    biddingSeconds: 150,
    extensionSeconds: 20,
    hardEndSeconds: 420,
    negotiationMinutes: 2,
    staggerSeconds: 12,
    admission: 'automatic',
    adjustPercent: 10,
    autoHold: false,
    autoFinishMinutes: 1,
    confirmMinutes: null,
  },
  lots: 8,
  rounds: 2,
  lookMs: 500,
  graceMs: 60_000,
  aheadMs: 45_000,
  breathMs: 4_000,
  patience: 1,
}
