import type { SessionState } from '../../domain/state.ts'
import type { Summary } from '../store/batch.ts'

/** A session's summary for lists, which do not read its log. */
export const summaryOf = ({ phase, stage, lots }: SessionState): Summary => ({
  phase,
  stage,
  sold: lots.count('sold'),
  // A lot that someone is asked about may still be sold.
  unsold: lots.count('unsold', 'failed') - lots.awards,
})

export const sameSummary = (a: Summary, b: Summary): boolean =>
  a.phase === b.phase && a.stage === b.stage && a.sold === b.sold && a.unsold === b.unsold
