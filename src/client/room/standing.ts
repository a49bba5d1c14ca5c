import type { SessionEvent } from '../../domain/events.ts'
import type { Activity } from './activity.ts'
import type { BiddingNumber, Lot, LotId } from '../../domain/lot.ts'

/**
 * The buyer's own standing bids, by lot. The state holds only the leader, but being outbid differs from never having
 * bid. Fed by events, and for the time before this page by receipts and the room's own list of bids.
 */
export type StandingBids = Readonly<Record<LotId, readonly OwnBid[]>>

interface OwnBid {
  /** As the room's events number it; `null`: known by its receipt only. */
  readonly seq: number | null
  readonly at: number
}

/** Adds activity before this page: struck bids are marked there, whenever they were struck. */
export function hasBid(standing: StandingBids, { lot, clock }: Pick<Lot, 'lot' | 'clock'>): boolean {
  return clock !== null && (standing[lot] ?? []).some(({ at }) => at >= clock.opensAt)
}

export function standingAfter(
  standing: StandingBids,
  events: readonly SessionEvent[],
  me: BiddingNumber,
): StandingBids {
  return events.reduce((before, event) => afterEvent(before, event, me), standing)
}

/** With what happened before this page: struck bids are marked there, whenever they were struck. */
export function standingBefore(standing: StandingBids, past: readonly Activity[], me: BiddingNumber): StandingBids {
  return past.reduce((before, entry) => {
    if (entry.kind !== 'event') return before
    const { event, struck } = entry
    if (!struck || event.type !== 'bid') return afterEvent(before, event, me)
    return event.number === me ? withoutBids(before, event.lot, isBid(event)) : before
  }, standing)
}

function afterEvent(standing: StandingBids, event: SessionEvent, me: BiddingNumber): StandingBids {
  switch (event.type) {
    case 'bid':
      return event.number === me ? withBid(standing, event.lot, event) : standing
    case 'bid.voided':
      return withoutBids(standing, event.lot, isStruckBy(event))
    default:
      return standing
  }
}

/** A bid that is known by its receipt only is told by its time. */
const isBid =
  ({ seq, at }: SessionEvent) =>
  (bid: OwnBid): boolean =>
    bid.seq === null ? bid.at === at : bid.seq === seq

/** Nothing stands above the bid that leads again. */
const isStruckBy =
  ({ struck, restored, at }: Extract<SessionEvent, { type: 'bid.voided' }>) =>
  (bid: OwnBid): boolean =>
    bid.seq === null ? bid.at < at && bid.at > (restored?.at ?? 0) : struck.includes(bid.seq)

export function withBid(standing: StandingBids, lot: LotId, { seq, at }: OwnBid): StandingBids {
  const own = standing[lot] ?? []
  if (own.some((bid) => (seq === null ? bid.at === at : bid.seq === seq))) return standing
  const others = own.filter((bid) => bid.seq !== null || bid.at !== at)
  return { ...standing, [lot]: [...others, { seq, at }] }
}

function withoutBids(standing: StandingBids, lot: LotId, isStruck: (bid: OwnBid) => boolean): StandingBids {
  const own = standing[lot] ?? []
  const left = own.filter((bid) => !isStruck(bid))
  return left.length < own.length ? { ...standing, [lot]: left } : standing
}
