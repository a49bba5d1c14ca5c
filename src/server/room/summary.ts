import type { SessionState } from '../../domain/state.ts'
import type { Summary } from '../store/log.ts'

/** What lists show of a session without reading its log. */
export function summaryOf({ phase, stage, lots }: SessionState): Summary {
  let sold = 0
  let unsold = 0
  for (const { status } of Object.values(lots)) {
    if (status === 'sold') sold += 1
    if (status === 'unsold' || status === 'failed') unsold += 1
  }
  return { phase, stage, sold, unsold }
}

export const sameSummary = (a: Summary, b: Summary): boolean =>
  a.phase === b.phase && a.stage === b.stage && a.sold === b.sold && a.unsold === b.unsold
