import type { Lot, LotId, Offer, SessionState } from '../../../../domain/state.ts'
import type { Instant } from '../../../../domain/units.ts'
import type { Seat } from '../room/RoomContext.ts'

/** What this seat may do about an offer. */
export type OfferSide = 'maker' | 'other' | 'onlooker'

export function sideOf({ from, number, seller }: Offer, seat: Pick<Seat, 'number' | 'seller'>): OfferSide {
  if (seat.number === number) return from === 'buyer' ? 'maker' : 'other'
  if (seat.seller === seller) return from === 'seller' ? 'maker' : 'other'
  return 'onlooker'
}

/** Expired ones are over on screen before the room has written it down. */
export const isLive = (offer: Offer, now: Instant): boolean => offer.status === 'live' && now < offer.expiresAt

/** Live ones first, those that wait for me at the top; newest first among equals. */
export function offersOf(
  offers: SessionState['offers'],
  lot: LotId | null,
  seat: Pick<Seat, 'number' | 'seller'>,
): readonly Offer[] {
  const rank = (offer: Offer): number => (offer.status !== 'live' ? 2 : sideOf(offer, seat) === 'other' ? 0 : 1)
  return Object.values(offers)
    .filter((offer) => lot === null || offer.lot === lot)
    .sort((a, b) => rank(a) - rank(b) || b.expiresAt - a.expiresAt)
}

export const waitingForMe = (offers: SessionState['offers'], seat: Pick<Seat, 'number' | 'seller'>): number =>
  Object.values(offers).filter((offer) => offer.status === 'live' && sideOf(offer, seat) === 'other').length

export const isOnOffer = (lot: Lot, state: Pick<SessionState, 'stage'>): boolean =>
  state.stage === 'negotiation' && lot.status === 'unsold'
