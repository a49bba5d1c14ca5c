import type { SessionEvent } from '../events.ts'
import type { BiddingNumber, Ceiling, Lot, SessionState } from '../state.ts'
import { editBidder, own } from './edit.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function admitted(state: SessionState, event: Event<'bidder.admitted'>): SessionState {
  const bidder = { number: event.number, company: event.company, admitted: true, lost: false }
  return { ...state, bidders: { ...state.bidders, [event.number]: bidder } }
}

/** Dismissed or suspended: his ceilings lapse with his admission; his bids are struck by events of their own. */
export function excluded(state: SessionState, number: BiddingNumber): SessionState {
  const without = editBidder(state, number, (bidder) => ({ ...bidder, admitted: false, lost: false }))
  const lots = { ...without.lots }
  for (const id of without.lotOrder) {
    const lot = lots[id]
    if (lot !== undefined && own(lot.ceilings, number) !== undefined) lots[id] = withoutCeiling(lot, number)
  }
  return { ...without, lots }
}

export function sellerSuspended(state: SessionState, event: Event<'seller.suspended'>): SessionState {
  const seller = own(state.sellers, event.seller)
  if (seller === undefined) return state
  return { ...state, sellers: { ...state.sellers, [event.seller]: { ...seller, suspended: true } } }
}

/** Marks the loss on every lot where he holds a mandate: that is where it is judged. */
export function linkLost(state: SessionState, event: Event<'link.lost'>): SessionState {
  const { number, at } = event
  const lots = { ...state.lots }
  for (const id of state.lotOrder) {
    const lot = lots[id]
    if (lot === undefined || lot.book === null || own(lot.ceilings, number)?.mode !== 'linkLoss') continue
    lots[id] = { ...lot, book: { ...lot.book, lostAt: { ...lot.book.lostAt, [number]: at } } }
  }
  return editBidder({ ...state, lots }, number, (bidder) => ({ ...bidder, lost: true }))
}

export function withoutCeiling(lot: Lot, number: BiddingNumber): Lot {
  const { [number]: _, ...ceilings } = lot.ceilings
  return { ...lot, ceilings }
}

/** `lost` is kept only while a company holds a mandate: called for those of whom one has just lapsed. */
export function withoutIdleLosses(state: SessionState, lapsed: Readonly<Record<BiddingNumber, Ceiling>>): SessionState {
  let next = state
  for (const [key, ceiling] of Object.entries(lapsed)) {
    const number = Number(key)
    if (ceiling.mode === 'linkLoss' && own(next.bidders, number)?.lost === true && !holdsMandate(next, number)) {
      next = editBidder(next, number, (bidder) => ({ ...bidder, lost: false }))
    }
  }
  return next
}

function holdsMandate(state: SessionState, number: BiddingNumber): boolean {
  return state.lotOrder.some((id) => {
    const lot = state.lots[id]
    return lot !== undefined && own(lot.ceilings, number)?.mode === 'linkLoss'
  })
}
