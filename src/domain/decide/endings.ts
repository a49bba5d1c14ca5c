import type { Lot, LotId, Offer, OfferStatus } from '../lot.ts'
import type { Draft } from './draft.ts'
import { lotOf } from './lot.ts'

export const liveOffers = ({ offers }: Draft['state']): readonly Offer[] => Object.values(offers)

/** The live offers on one lot, by the room's index. */
export const offersOn = ({ offers }: Draft['state'], { book }: Pick<Lot, 'book'>): readonly Offer[] =>
  (book?.offers ?? []).flatMap((id) => offers[id] ?? [])

type Ending = Exclude<OfferStatus, 'live' | 'countered'>

export function endOffers(draft: Draft, status: Ending, offers: readonly Offer[], actor = 'room'): void {
  for (const { offer, number, seller } of offers)
    draft.emit({ type: 'offer.ended', offer, number, seller, status }, actor)
}

/** Withdraws an undecided lot with its bids and offers; `false`: the lot was decided already. */
export function withdraw(draft: Draft, id: LotId, reason: string): boolean {
  const lot = lotOf(draft.state, id)
  if (lot === null || lot.status === 'sold' || lot.status === 'withdrawn' || lot.status === 'failed') return false
  endOffers(draft, 'lapsed', offersOn(draft.state, lot))
  draft.emit({ type: 'lot.withdrawn', lot: id, reason })
  return true
}

/** The stage is over: its offers lapse. */
export function endNegotiation(draft: Draft): void {
  endOffers(draft, 'lapsed', liveOffers(draft.state))
  draft.emit({ type: 'stage.changed', stage: 'finish', endsAt: null })
}

/** Seals the session; unsold lots fail to sell. */
export function finish(draft: Draft): void {
  if (draft.state.stage !== 'finish') endNegotiation(draft)
  const failed = [...draft.state.lots]
    .filter((lot) => lot.status === 'waiting' || lot.status === 'unsold')
    .map((lot) => lot.lot)
  draft.emit({ type: 'session.finished', failed })
}
