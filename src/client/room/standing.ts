import type { SessionEvent } from '../../domain/events.ts'
import type { Activity } from './activity.ts'
import type { BiddingNumber, Lot, LotId } from '../../domain/lot.ts'

/**
 * The buyer's own standing bids, by lot. The state holds only the leader, but being outbid differs from never having
 * bid. Fed by events, and for the time before this page by receipts and the room's own list of bids.
 */
export type Standing = Readonly<Record<LotId, readonly OwnBid[]>>

interface OwnBid {
  readonly seq: number
  readonly at: number
}

/** Adds activity before this page: struck bids are marked there, whenever they were struck. */
export function hasBid(standing: Standing, { lot, clock }: Pick<Lot, 'lot' | 'clock'>): boolean {
  return clock !== null && (standing[lot] ?? []).some(({ at }) => at >= clock.opensAt)
}

export function standingAfter(standing: Standing, events: readonly SessionEvent[], me: BiddingNumber): Standing {
  return events.reduce((before, event) => afterEvent(before, event, me), standing)
}

/** With what happened before this page: struck bids are marked there, whenever they were struck. */
export function standingBefore(standing: Standing, past: readonly Activity[], me: BiddingNumber): Standing {
  return past.reduce((before, entry) => {
    if (entry.kind !== 'event' || entry.event.type !== 'bid' || entry.event.number !== me) return before
    const { lot, seq } = entry.event
    return entry.struck ? withoutBids(before, lot, [seq]) : withBid(before, lot, entry.event)
  }, standing)
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
