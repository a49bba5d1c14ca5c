import type { SessionEvent } from '../../domain/events.ts'
import type { BiddingNumber, Lot, LotId } from '../../domain/state.ts'

/**
 * Our own bids that stand, by lot. The state knows only who leads; whether we were outbid or never bid makes the difference to the
 * person. Fed by the events, and for the time before this page by receipts and the room's own list of bids.
 */
export type Standing = Readonly<Record<LotId, readonly OwnBid[]>>

export interface OwnBid {
  readonly seq: number
  readonly at: number
}

/** In the running round: bids lapse with theirs. */
export function hasBid(standing: Standing, { lot, clock }: Pick<Lot, 'lot' | 'clock'>): boolean {
  return clock !== null && (standing[lot] ?? []).some(({ at }) => at >= clock.opensAt)
}

export function standingAfter(standing: Standing, events: readonly SessionEvent[], me: BiddingNumber): Standing {
  return events.reduce((before, event) => afterEvent(before, event, me), standing)
}

function afterEvent(standing: Standing, event: SessionEvent, me: BiddingNumber): Standing {
  switch (event.type) {
    case 'bid':
      return event.number === me ? withBid(standing, event.lot, event) : standing
    case 'bid.voided':
      return withoutBids(standing, event.lot, event.struck)
    default:
      return standing
  }
}

export function withBid(standing: Standing, lot: LotId, { seq, at }: OwnBid): Standing {
  const own = standing[lot] ?? []
  return own.some((bid) => bid.seq === seq) ? standing : { ...standing, [lot]: [...own, { seq, at }] }
}

export function withoutBids(standing: Standing, lot: LotId, struck: readonly number[]): Standing {
  const own = standing[lot] ?? []
  return own.some(({ seq }) => struck.includes(seq))
    ? { ...standing, [lot]: own.filter(({ seq }) => !struck.includes(seq)) }
    : standing
}
