import type { Bidder, BiddingNumber, Lot, LotClock, LotId, SessionState } from '../state.ts'
import type { Instant } from '../units.ts'

/** The value under an own key: ids come from outside, and `constructor` is nobody's lot. */
export function own<K extends string | number, V>(record: Readonly<Record<K, V>>, key: K): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** The state with one lot changed; unchanged where the lot is unknown. */
export function editLot(state: SessionState, id: LotId, change: (lot: Lot) => Lot): SessionState {
  const lot = own(state.lots, id)
  return lot === undefined ? state : { ...state, lots: { ...state.lots, [id]: change(lot) } }
}

export function editBidder(
  state: SessionState,
  number: BiddingNumber,
  change: (bidder: Bidder) => Bidder,
): SessionState {
  const bidder = own(state.bidders, number)
  return bidder === undefined ? state : { ...state, bidders: { ...state.bidders, [number]: change(bidder) } }
}

/** In the running round, with a clock. */
export const isRunning = (lot: Lot): boolean =>
  lot.status === 'open' || lot.status === 'held' || lot.status === 'scheduled'

/** A promised floor wins over the hard end: that moves along, so that no deadline ever lies beyond it. */
export function withDeadline(clock: LotClock, deadline: Instant): LotClock {
  const hardEnd = clock.hardEnd === null || clock.hardEnd >= deadline ? clock.hardEnd : deadline
  return { ...clock, deadline, hardEnd }
}
