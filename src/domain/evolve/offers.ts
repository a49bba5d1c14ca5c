import type { SessionEvent } from '../events.ts'
import type { Offer, SessionState } from '../state.ts'
import { own } from './edit.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function offerMade(state: SessionState, event: Event<'offer.made'>): SessionState {
  const offer: Offer = {
    offer: event.offer,
    lot: event.lot,
    revision: event.revision,
    from: event.from,
    number: event.number,
    seller: event.seller,
    price: event.price,
    quantity: event.quantity,
    deliveryDate: event.deliveryDate,
    note: event.note,
    expiresAt: event.expiresAt,
    status: 'live',
  }
  const answered = event.answers === null ? undefined : own(state.offers, event.answers)
  const countered: Record<string, Offer> =
    answered === undefined ? {} : { [answered.offer]: { ...answered, status: 'countered' } }
  return { ...state, offers: { ...state.offers, ...countered, [offer.offer]: offer } }
}

export function offerEnded(state: SessionState, event: Event<'offer.ended'>): SessionState {
  const offer = own(state.offers, event.offer)
  if (offer === undefined) return state
  return { ...state, offers: { ...state.offers, [offer.offer]: { ...offer, status: event.status } } }
}
