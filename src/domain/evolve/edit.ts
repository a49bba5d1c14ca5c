import type { BiddingNumber, Lot, LotClock } from '../lot.ts'
import type { Bidder, SessionState } from '../state.ts'
import type { Instant } from '../units.ts'

/** The value under an own key: ids come from outside, and `constructor` must not find a lot. */
export function own<K extends string | number, V>(record: Readonly<Record<K, V>>, key: K): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

export function editBidder(
  state: SessionState,
  number: BiddingNumber,
  change: (bidder: Bidder) => Bidder,
): SessionState {
  const bidder = own(state.bidders, number)
  return bidder === undefined ? state : { ...state, bidders: { ...state.bidders, [number]: change(bidder) } }
}

/** Whether the lot is in the running round, with a clock. */
export const isRunning = (lot: Lot): boolean =>
  lot.status === 'open' || lot.status === 'held' || lot.status === 'scheduled'

/** After an outage of ours (and in older logs) a floor wins over the hard end, which then moves along. */
export function withDeadline(clock: LotClock, deadline: Instant): LotClock {
  const hardEnd = clock.hardEnd === null || clock.hardEnd >= deadline ? clock.hardEnd : deadline
  return { ...clock, deadline, hardEnd }
}
