import type { LotId, Offer, OfferStatus } from '../state.ts'
import type { Draft } from './draft.ts'
import { lotOf, lotsOf } from './lot.ts'

export const liveOffers = (state: Draft['state']): readonly Offer[] =>
  Object.values(state.offers).filter((offer) => offer.status === 'live')

type Ending = Exclude<OfferStatus, 'live' | 'countered'>

/** Ends the live offers that are meant. */
export function endOffers(draft: Draft, status: Ending, meant: (offer: Offer) => boolean, actor = 'room'): void {
  for (const live of liveOffers(draft.state)) {
    const { offer, number, seller } = live
    if (meant(live)) draft.emit({ type: 'offer.ended', offer, number, seller, status }, actor)
  }
}

/** Takes a lot off that is not decided yet, with its bids and offers; says whether it could. */
export function withdraw(draft: Draft, id: LotId, reason: string): boolean {
  const status = lotOf(draft.state, id)?.status
  if (status === undefined || status === 'sold' || status === 'withdrawn' || status === 'failed') return false
  endOffers(draft, 'lapsed', (offer) => offer.lot === id)
  draft.emit({ type: 'lot.withdrawn', lot: id, reason })
  return true
}

/** The stage is over: what was offered in it lapses. */
export function endNegotiation(draft: Draft): void {
  endOffers(draft, 'lapsed', () => true)
  draft.emit({ type: 'stage.changed', stage: 'finish', endsAt: null })
}

/** Seals the session; what did not sell has failed to sell. */
export function finish(draft: Draft): void {
  if (draft.state.stage !== 'finish') endNegotiation(draft)
  const failed = lotsOf(draft.state)
    .filter((lot) => lot.status === 'waiting' || lot.status === 'unsold')
    .map((lot) => lot.lot)
  draft.emit({ type: 'session.finished', failed })
}
