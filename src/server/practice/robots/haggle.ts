import { band } from '../../../domain/prices.ts'
import type { Offer, OfferId, SellerCode } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { minor, type Minor } from '../../../domain/units.ts'

/** The robot seller's answer to a buyer's offer. */
export type Reply =
  | { readonly reply: 'accept'; readonly offer: OfferId; readonly revision: number }
  | { readonly reply: 'decline'; readonly offer: OfferId; readonly revision: number }
  | { readonly reply: 'counter'; readonly to: Offer; readonly price: Minor }

/** Accepts an offer close to the price, counters a fair one half-way once, declines any other. */
export function replyTo(state: SessionState, seller: SellerCode): Reply | null {
  const offers = Object.values(state.offers)
  const asked = offers.find((offer) => offer.status === 'live' && offer.from === 'buyer' && offer.seller === seller)
  const lot = asked && state.lots.get(asked.lot)
  if (!asked || !lot || lot.status !== 'unsold') return null
  const { offer, revision, price } = asked
  if (price >= lot.startPrice * 0.98) return { reply: 'accept', offer, revision }
  const isCounter = (one: Offer): boolean => one.lot === lot.lot && one.number === asked.number && one.from === 'seller'
  // Already countered: the counter is live, or this offer answers it.
  if (asked.answers !== null || offers.some(isCounter))
    return price >= lot.startPrice * 0.95 ? { reply: 'accept', offer, revision } : { reply: 'decline', offer, revision }
  const { low, high } = band(lot, state.rule.adjustPercent)
  const middle = Math.round((price + lot.startPrice) / 2 / 100) * 100
  return price < lot.startPrice * 0.8
    ? { reply: 'decline', offer, revision }
    : { reply: 'counter', to: asked, price: minor(Math.min(high, Math.max(low, middle))) }
}
