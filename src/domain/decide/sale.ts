import { own } from '../evolve/edit.ts'
import type { AccountId, BiddingNumber, Lot, LotId, OfferId } from '../lot.ts'
import { dealOf } from '../outcome.ts'
import { amountOf, type Milli, type Minor } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { overLimit } from './limits.ts'
import { lotOf, sellsIt } from './lot.ts'

/** A deal about to be made. */
export interface Sale {
  readonly lot: LotId
  readonly number: BiddingNumber
  readonly price: Minor
  readonly quantity: Milli
  /** The buyer's person. */
  readonly account: AccountId | null
  /** The offer that was accepted; `null`: a bid. */
  readonly offer: OfferId | null
  /**
   * `hammer`: the lot's closing; `seller`: the seller's own yes, counter or acceptance; `bidder`: the yes of a bidder who
   * was free again.
   */
  readonly by: 'hammer' | 'seller' | 'bidder'
}

/** Reason of what follows from a suspension or dismissal that has its own entry. */
export const NO_STANDING = ''

/**
 * D7: the one way to a deal. Refuses a lot that has one, a price below the reserve without the seller's own act, an
 * amount beyond a limit, and parties without standing; at the hammer these have lost it after the deadline (K5), so the
 * deal is made and held.
 */
export function sell(draft: Draft, { by, ...sale }: Sale): Ruling {
  const { state } = draft
  const lot = lotOf(state, sale.lot)
  const bidder = own(state.bidders, sale.number)
  if (lot === null || bidder === undefined) return refuse('lot.not_found')
  if (dealOf(lot) !== null || lot.status === 'withdrawn') return refuse('lot.has_ended')
  if (by !== 'seller' && lot.reserve !== null && sale.price < lot.reserve) return refuse('deal.below_reserve')
  const refusal = overLimit(draft, bidder, lot, sale.account, sale)
  if (refusal !== null) return refusal
  const unfit = standingRefused(draft, lot, sale.number)
  if (unfit !== null && by !== 'hammer') return unfit
  draft.emit({
    type: 'lot.sold',
    ...sale,
    amount: amountOf(sale.price, sale.quantity),
    company: bidder.company,
  })
  if (unfit !== null) draft.emit({ type: 'deal.held', lot: lot.lot, number: sale.number, reason: NO_STANDING }, 'room')
  return null
}

function standingRefused({ state }: Draft, lot: Lot, number: BiddingNumber): Ruling {
  const bidder = own(state.bidders, number)
  if (bidder?.admitted !== true) return refuse('bidder.not_admitted')
  if (own(state.sellers, lot.seller)?.suspended === true) return refuse('bidder.suspended')
  return sellsIt(state, lot, bidder) ? refuse('bid.own_lot') : null
}
