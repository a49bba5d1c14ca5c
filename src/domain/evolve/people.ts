import type { SessionEvent } from '../events.ts'
import type { BiddingNumber, Lot, LotId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { editBidder, own } from './edit.ts'
import { editLot } from './exposure.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function admitted(state: SessionState, event: Event<'bidder.admitted'>): SessionState {
  const { number, company } = event
  const { limits = {}, people = {} } = own(state.bidders, number) ?? {}
  const bidder = { number, company, admitted: true, suspended: false, lost: [], limits, people }
  return { ...state, bidders: { ...state.bidders, [event.number]: bidder } }
}

/**
 * The bidder's ceilings lapse with the admission, but on lots that only wait to be closed, which remember it as late;
 * bids are struck by events of their own.
 */
export function excluded(
  state: SessionState,
  { type, number, over }: Event<'bidder.dismissed' | 'bidder.suspended'>,
): SessionState {
  const suspended = type === 'bidder.suspended'
  const without = editBidder(state, number, (bidder) => ({
    ...bidder,
    admitted: false,
    suspended,
    lost: bidder.lost.filter((lot) => over.includes(lot)),
  }))
  const lots = without.lots
    .withCeilings()
    .filter((lot) => own(lot.ceilings, number) !== undefined && !over.includes(lot.lot))
    .reduce((all, lot) => all.with(withoutCeiling(lot, number)), without.lots)
  return over.reduce((next, id) => editLot(next, id, (lot) => excludedLate(lot, number)), { ...without, lots })
}

const excludedLate = (lot: Lot, number: BiddingNumber): Lot =>
  lot.book === null || lot.clock === null
    ? lot
    : { ...lot, book: { ...lot.book, late: { ...lot.book.late, [number]: lot.clock.deadline } } }

export function sellerSuspended(state: SessionState, event: Event<'seller.suspended'>): SessionState {
  const seller = own(state.sellers, event.seller)
  if (seller === undefined) return state
  return { ...state, sellers: { ...state.sellers, [event.seller]: { ...seller, suspended: true } } }
}

/** Marks the loss on the lots it was judged for, where the company holds a mandate. */
export function linkLost(state: SessionState, event: Event<'link.lost'>): SessionState {
  const { number, at } = event
  const affected = (event.lots ?? state.lotOrder).filter(
    (id) => own(state.lots.get(id)?.ceilings ?? {}, number)?.mode === 'linkLoss',
  )
  const marked = (lot: Lot): Lot =>
    lot.book === null ? lot : { ...lot, book: { ...lot.book, lostAt: { ...lot.book.lostAt, [number]: at } } }
  const lost = affected.reduce((next, id) => editLot(next, id, marked), state)
  return editBidder(lost, number, (bidder) => ({
    ...bidder,
    lost: [...bidder.lost, ...affected.filter((id) => !bidder.lost.includes(id))],
  }))
}

export function withoutCeiling(lot: Lot, number: BiddingNumber): Lot {
  const { [number]: _, ...ceilings } = lot.ceilings
  return { ...lot, ceilings }
}

/** A company is lost on a lot only as long as it holds a mandate there. */
export function notLostOn(state: SessionState, lot: LotId, number: BiddingNumber): SessionState {
  if (own(state.bidders, number)?.lost.includes(lot) !== true) return state
  return editBidder(state, number, (bidder) => ({ ...bidder, lost: bidder.lost.filter((id) => id !== lot) }))
}
