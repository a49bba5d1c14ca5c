import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import type { AccountId, Lot, Offer, OfferId, SellerCode } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endOffers, offersOn } from './endings.ts'
import { overLimit } from './limits.ts'
import { lotOf } from './lot.ts'
import { isLive } from './offers.ts'
import { notShut, inProgress } from './phase.ts'
import { sell } from './sale.ts'
import { bidderOf, sellerOf, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

/** N8: the first acceptance in the log wins; all other offers for the lot lapse. */
export function acceptOffer(draft: Draft, command: Command<'acceptOffer'>, by: Who): Ruling {
  const offer = answerable(draft, command, by)
  if ('refused' in offer) return offer
  const lot = lotOf(draft.state, offer.lot)
  // A live offer's lot is unsold and has the offered quantity: every event that changes this lapses the lot's offers.
  if (lot === null) return refuse('offer.lot_not_on_offer')
  const account = offer.from === 'buyer' ? offer.account : draft.account
  const over = beyondLimit(draft, offer, lot, account)
  if (over !== null) return over
  endOffers(draft, 'accepted', [offer], draft.actor)
  const id = offer.quantity < lot.quantity ? splitOff(draft, lot, offer) : lot.lot
  const { number, price, quantity } = offer
  // Either side's offer or acceptance is the seller's own act.
  const refusal = sell(draft, { lot: id, number, price, quantity, account, offer: offer.offer, by: 'seller' })
  if (refusal !== null) return refusal
  endOffers(draft, 'lapsed', offersOn(draft.state, lotOf(draft.state, lot.lot) ?? lot))
  return null
}

/** X2: the refusal does not tell an accepting seller how much limit the buyer has left. */
function beyondLimit(draft: Draft, offer: Offer, lot: Lot, account: AccountId | null): Ruling {
  const buyer = own(draft.state.bidders, offer.number)
  const over = buyer === undefined ? null : overLimit(draft, buyer, lot, account, offer)
  return over !== null && offer.from === 'buyer' ? refuse('offer.over_limit') : over
}

/** N9: numbered `lot.1`, `lot.2`, … past any id that the catalogue happens to use. */
function splitOff(draft: Draft, lot: Lot, offer: Offer): string {
  let nth = lot.children + 1
  while (draft.state.lots.has(`${lot.lot}.${nth}`)) nth++
  const child = `${lot.lot}.${nth}`
  draft.emit({ type: 'lot.split', lot: lot.lot, child, quantity: offer.quantity })
  return child
}

export function declineOffer(draft: Draft, command: Command<'declineOffer'>, by: Who): Ruling {
  const offer = answerable(draft, command, by)
  if ('refused' in offer) return offer
  endOffers(draft, 'declined', [offer], draft.actor)
  return null
}

/** The maker may withdraw its offer in every state of the room. */
export function withdrawOffer(draft: Draft, command: Command<'withdrawOffer'>, by: Who): Ruling {
  const offer = between(draft, command.offer, by, 'maker')
  if ('refused' in offer) return offer
  if (!isLive(draft, offer)) return refuse('offer.not_live')
  endOffers(draft, 'withdrawn', [offer], draft.actor)
  return null
}

function answerable(
  draft: Draft,
  command: { readonly offer: OfferId; readonly revision: number },
  by: Who,
): Offer | NonNullable<Ruling> {
  const offer = between(draft, command.offer, by, 'other')
  if ('refused' in offer) return offer
  const closed = notShut(draft.state)
  if (closed !== null) return closed
  if (!isLive(draft, offer)) return refuse('offer.not_live')
  return offer.revision === command.revision ? offer : refuse('offer.revision_changed', { revision: offer.revision })
}

/** The offer, if the actor is its maker (`maker`) or the counterparty (`other`); otherwise the refusal. */
function between({ state }: Draft, id: OfferId, by: Who, side: 'maker' | 'other'): Offer | NonNullable<Ruling> {
  const party = by.is === 'seller' ? sellerOf(state, by) : bidderOf(state, by)
  if ('refused' in party) return party
  const early = inProgress(state)
  if (early !== null) return early
  const offer = own(state.offers, id)
  const asSeller = 'seller' in party
  const isParty = (o: Offer): boolean => (asSeller ? o.seller === party.seller : o.number === party.number)
  if (offer === undefined) {
    return refuse(asSeller && !hadOffers(state, party.seller) ? 'offer.none' : 'offer.not_live')
  }
  const made = offer.from === (asSeller ? 'seller' : 'buyer')
  return isParty(offer) && made === (side === 'maker') ? offer : refuse('offer.not_party')
}

/** N10: was any offer ever made on a lot of this seller? */
const hadOffers = ({ lots }: SessionState, seller: SellerCode): boolean =>
  [...lots].some((lot) => lot.seller === seller && Object.keys(lot.book?.offered ?? {}).length > 0)
