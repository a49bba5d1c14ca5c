import type { SessionEvent } from '../events.ts'
import type { Book, Offer, OfferId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { own } from './edit.ts'
import { editLot } from './exposure.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function offerMade(state: SessionState, event: Event<'offer.made'>): SessionState {
  const before = own(state.offers, event.offer)
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
    account: event.account,
    answers: event.answers ?? before?.answers ?? null,
    status: 'live',
  }
  const rest = event.answers === null ? state : without(state, event.answers)
  const noted = { ...rest, offers: { ...rest.offers, [offer.offer]: offer } }
  return editBook(noted, event.lot, (book) => {
    const party = partyKey(offer)
    const live = before === undefined ? [...book.offers, offer.offer] : book.offers
    return { ...book, offers: live, offered: { ...book.offered, [party]: (own(book.offered, party) ?? 0) + 1 } }
  })
}

export const offerEnded = (state: SessionState, event: Event<'offer.ended'>): SessionState =>
  without(state, event.offer)

/** The maker and counterparty of offers, whose number on a lot is limited. */
export const partyKey = ({ from, number }: Pick<Offer, 'from' | 'number'>): string => `${from}:${number}`

/** N13: ended offers leave the state, which would otherwise grow with every offer ever made. */
function without(state: SessionState, id: OfferId): SessionState {
  const offer = own(state.offers, id)
  if (offer === undefined) return state
  const { [id]: _, ...offers } = state.offers
  return editBook({ ...state, offers }, offer.lot, (book) => ({
    ...book,
    offers: book.offers.filter((other) => other !== id),
  }))
}

const editBook = (state: SessionState, lot: string, change: (book: Book) => Book): SessionState =>
  editLot(state, lot, (one) => (one.book === null ? one : { ...one, book: change(one.book) }))
