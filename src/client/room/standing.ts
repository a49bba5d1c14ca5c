import type { SessionEvent } from '../../domain/events.ts'
import type { Activity } from './activity.ts'
import type { BiddingNumber, Lot, LotId } from '../../domain/lot.ts'
import type { Minor } from '../../domain/units.ts'

/**
 * The buyer's own standing bids, by lot. The state has only the leader, but being outbid differs from never having bid.
 * Built from events; for the time before this page from receipts and the room's own list of bids.
 */
export type StandingBids = Readonly<Record<LotId, readonly OwnBid[]>>

interface OwnBid {
  /** Number of the bid's event; `null` if only its receipt is known. */
  readonly seq: number | null
  readonly at: number
  readonly price: Minor
}

export const hasBid = (standing: StandingBids, lot: Pick<Lot, 'lot' | 'clock'>): boolean =>
  ownPrice(standing, lot) !== null

/** The buyer's highest standing bid in the running round; `null`: none. */
export function ownPrice(standing: StandingBids, { lot, clock }: Pick<Lot, 'lot' | 'clock'>): Minor | null {
  if (clock === null) return null
  const prices = (standing[lot] ?? []).flatMap(({ at, price }) => (at >= clock.opensAt ? [price] : []))
  return prices.reduce<Minor | null>((most, price) => (most === null || price > most ? price : most), null)
}

export function standingAfter(
  standing: StandingBids,
  events: readonly SessionEvent[],
  me: BiddingNumber,
): StandingBids {
  return events.reduce((before, event) => afterEvent(before, event, me), standing)
}

/** Adds the history from before this page, in which struck bids are marked, whenever they were struck. */
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

/** A bid known only by its receipt is identified by its time. */
const isBid =
  ({ seq, at }: SessionEvent) =>
  (bid: OwnBid): boolean =>
    bid.seq === null ? bid.at === at : bid.seq === seq

/** True for bids that were struck: nothing stands above the bid that leads again. */
const isStruckBy =
  ({ struck, restored, at }: Extract<SessionEvent, { type: 'bid.voided' }>) =>
  (bid: OwnBid): boolean =>
    bid.seq === null ? bid.at < at && bid.at > (restored?.at ?? 0) : struck.includes(bid.seq)

export function withBid(standing: StandingBids, lot: LotId, { seq, at, price }: OwnBid): StandingBids {
  const own = standing[lot] ?? []
  if (own.some((bid) => (seq === null ? bid.at === at : bid.seq === seq))) return standing
  const others = own.filter((bid) => bid.seq !== null || bid.at !== at)
  return { ...standing, [lot]: [...others, { seq, at, price }] }
}

function withoutBids(standing: StandingBids, lot: LotId, isStruck: (bid: OwnBid) => boolean): StandingBids {
  const own = standing[lot] ?? []
  const left = own.filter((bid) => !isStruck(bid))
  return left.length < own.length ? { ...standing, [lot]: left } : standing
}
