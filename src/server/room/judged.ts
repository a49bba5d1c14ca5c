import type { BiddingNumber, Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'

/** The companies whose silence the law may judge: holders of link-loss mandates, and recent bidders of running lots. */
export interface Judged {
  readonly holders: ReadonlySet<BiddingNumber>
  readonly recent: ReadonlySet<BiddingNumber>
}

export function judgedIn(state: SessionState): Judged {
  const holders = new Set<BiddingNumber>()
  const recent = new Set<BiddingNumber>()
  if (state.phase !== 4) return { holders, recent }
  for (const lot of state.lots.withCeilings()) for (const number of mandatesOn(lot)) holders.add(number)
  if (state.lots.count('open', 'held') === 0) return { holders, recent }
  for (const lot of state.lots)
    if (lot.status === 'open' || lot.status === 'held')
      for (const number of lot.book?.standing?.recent ?? []) recent.add(number)
  return { holders, recent }
}

export const mandatesOn = (lot: Lot): readonly BiddingNumber[] =>
  Object.entries(lot.ceilings).flatMap(([number, { mode }]) => (mode === 'linkLoss' ? [Number(number)] : []))
