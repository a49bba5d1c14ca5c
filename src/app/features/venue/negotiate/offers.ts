import type { Activity } from '../../../../client/room/activity.ts'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { Lot, LotId, Offer, OfferId, OfferStatus } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import type { Instant } from '../../../../domain/units.ts'
import type { Seat } from '../room/RoomContext.ts'

/** The viewer's relation to an offer, which decides the possible acts. */
type OfferSide = 'maker' | 'other' | 'onlooker'

export function sideOf({ from, number, seller }: Offer, seat: Pick<Seat, 'number' | 'seller'>): OfferSide {
  if (seat.number === number) return from === 'buyer' ? 'maker' : 'other'
  if (seat.seller === seller) return from === 'seller' ? 'maker' : 'other'
  return 'onlooker'
}

/** An expired offer ends on screen before the room's event says so. */
export const isLive = (offer: Offer, now: Instant): boolean => offer.status === 'live' && now < offer.expiresAt

/** Ended offers, read from the log: they leave the state (law N13), and only the log has their endings. */
export function endedOffers(activity: readonly Activity[], live: SessionState['offers']): readonly Offer[] {
  const all = new Map<OfferId, Offer>()
  const end = (id: OfferId, status: OfferStatus): void => {
    const offer = all.get(id)
    if (offer) all.set(id, { ...offer, status })
  }
  for (const entry of activity) {
    if (entry.kind === 'hole') continue
    const { event } = entry
    if (event.type === 'offer.made') {
      if (event.answers !== null) end(event.answers, 'countered')
      all.set(event.offer, { ...termsOf(event), status: 'live' })
    } else if (event.type === 'offer.ended') end(event.offer, event.status)
  }
  return [...all.values()].filter(({ offer, status }) => status !== 'live' && !Object.hasOwn(live, offer))
}

function termsOf(made: Extract<SessionEvent, { type: 'offer.made' }>): Omit<Offer, 'status'> {
  const { offer, lot, revision, from, number, seller, price, quantity, deliveryDate, note } = made
  const { expiresAt, answers, account } = made
  return {
    offer,
    lot,
    revision,
    from,
    number,
    seller,
    price,
    quantity,
    deliveryDate,
    note,
    expiresAt,
    answers,
    account,
  }
}

/** Sorts live offers first, those waiting for the viewer on top; newest first among equals. */
export function offersOf(
  offers: readonly Offer[],
  lot: LotId | null,
  seat: Pick<Seat, 'number' | 'seller'>,
): readonly Offer[] {
  const rank = (offer: Offer): number => (offer.status !== 'live' ? 2 : sideOf(offer, seat) === 'other' ? 0 : 1)
  return offers
    .filter((offer) => lot === null || offer.lot === lot)
    .sort((a, b) => rank(a) - rank(b) || b.expiresAt - a.expiresAt)
}

export const waitingForMe = (offers: SessionState['offers'], seat: Pick<Seat, 'number' | 'seller'>): number =>
  Object.values(offers).filter((offer) => offer.status === 'live' && sideOf(offer, seat) === 'other').length

export const isOnOffer = (lot: Lot, state: Pick<SessionState, 'stage'>): boolean =>
  state.stage === 'negotiation' && lot.status === 'unsold'
