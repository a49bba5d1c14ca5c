import type * as z from 'zod'
import type { BiddingInfo, OfferRow } from '../../../contract/calls/bidding.ts'
import { nextPrice } from '../../../domain/prices.ts'
import type { Lot, Offer } from '../../../domain/lot.ts'
import { liveBid, reserveMark } from '../../../domain/outcome.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Numbers } from '../../room/numbers.ts'

/** A lot's current state, all of which is public to everyone in the session. */
export function biddingInfo(
  state: SessionState,
  numbers: Numbers,
  lot: Lot,
  now: Instant,
): z.output<typeof BiddingInfo> {
  const bid = liveBid(lot)
  return {
    scheduleTimelineId: state.scheduleTimelineId,
    contractObjectId: lot.lot,
    status: lot.status,
    startPrice: lot.startPrice,
    addRange: lot.addRange,
    currency: lot.currency,
    price: bid?.price ?? null,
    leader: bid?.number ?? null,
    nextPrice: nextPrice(lot),
    bidCount: lot.bidCount,
    deadline: lot.clock?.deadline ?? null,
    hardEnd: lot.clock?.hardEnd ?? null,
    seq: numbers.of(state.seq),
    now,
    round: lot.round,
    reserveMark: reserveMark(lot),
  }
}

export const offerRow = (offer: Offer): z.output<typeof OfferRow> => ({
  offerId: offer.offer,
  contractObjectId: offer.lot,
  revision: offer.revision,
  from: offer.from,
  biddingNumber: offer.number,
  price: offer.price,
  quantity: offer.quantity,
  deliveryDate: offer.deliveryDate,
  note: offer.note,
  expiresAt: offer.expiresAt,
  status: offer.status,
})
