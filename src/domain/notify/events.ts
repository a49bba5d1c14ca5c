import type { EventType, SessionEvent } from '../events.ts'
import { isRunning } from '../evolve/edit.ts'
import type { BiddingNumber, Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { later } from '../units.ts'
import type { LogEntry, Notice, NoticeFacts, Told } from './notice.ts'
import { toldBidder, toldPerson, toldSeller } from './told.ts'

// What one entry of the log tells, and to whom. Every type of event has its case, which the compiler checks. What many
// entries tell together (outbid, a deal or an offer that waits, the sale's own times) is in `told.ts`.

/** An event is news for this long: a room that is read again later tells of no older one. */
export const NEWS_MS = 7 * 24 * 60 * 60_000

/** Types of events that are told each by itself. */
export const TELLING: readonly EventType[] = [
  'bid.voided',
  'bidder.dismissed',
  'bidder.suspended',
  'seller.suspended',
  'lot.sold',
  'lot.unsold',
  'lot.withdrawn',
  'deal.held',
  'deal.released',
  'deal.cancelled',
  'deal.offered',
  'deal.lapsed',
  'offer.ended',
  'ceiling.dropped',
  'session.finished',
]
interface Around {
  /** The state before the event; `null`: it is not known. */
  readonly before: SessionState | null
  /** The state after it, or a later one. */
  readonly after: SessionState
}

/**
 * The notices of one event. Their cause is its place in the log, the same on every node. `hash`: of its entry. What
 * happens after the seal names its entry, so that both parties of a deal can hold the log to it.
 */
export function noticesOfEvent(event: SessionEvent, hash: string, around: Around): readonly Notice[] {
  const { after } = around
  if (after.practice) return []
  const sale = after.scheduleTimelineId
  const entry: LogEntry = { seq: event.seq, hash }
  const isAfterSeal = (around.before ?? after).phase === 5
  const one = (facts: NoticeFacts, to: readonly Told[]): Notice[] =>
    to.length === 0
      ? []
      : [
          {
            facts: isAfterSeal ? { ...facts, entry } : facts,
            cause: `${sale}:${event.seq}`,
            to,
            until: later(event.at, NEWS_MS),
          },
        ]
  switch (event.type) {
    case 'bid.voided':
      return voided(event, around, one)
    case 'bidder.dismissed':
      return one({ kind: 'standingLost', sale, reason: event.reason, dismissed: true }, toldBidder(after, event.number))
    case 'bidder.suspended':
      return one({ kind: 'standingLost', sale, reason: event.reason }, toldBidder(after, event.number))
    case 'seller.suspended':
      return one({ kind: 'standingLost', sale, reason: event.reason }, toldSeller(after, event.seller))
    case 'lot.sold': {
      const lot = after.lots.get(event.lot)
      if (lot === undefined) return []
      const facts = { sale, lot: event.lot, price: event.price, currency: lot.currency, unit: lot.unit }
      return [
        ...one({ kind: 'lotWon', ...facts }, toldBidder(after, event.number)),
        ...one({ kind: 'lotSold', ...facts }, toldSeller(after, lot.seller)),
      ]
    }
    case 'lot.unsold':
      return unsold(event, around, one)
    case 'lot.withdrawn': {
      const lot = lotIn(around, event.lot)
      if (lot === undefined) return []
      const facts = { kind: 'lotWithdrawn', sale, lot: event.lot, reason: event.reason } as const
      // Where the lot was unsold its leader was free already, and told so.
      const bound = lot.award !== null || isRunning(lot) ? boundOn(lot, after) : []
      return one(facts, [...toldSeller(after, lot.seller), ...bound])
    }
    case 'deal.held':
      return ofDeal('dealHeld', event)
    case 'deal.released':
      return ofDeal('dealReleased', event)
    case 'deal.cancelled':
      return ofDeal('dealCancelled', event)
    case 'deal.offered': {
      // The bidder is asked for its yes (`dealToConfirm`).
      const lot = after.lots.get(event.lot)
      if (lot === undefined) return []
      const { price, until: at } = event
      const facts = { sale, lot: event.lot, asks: 'bidder', price, currency: lot.currency, unit: lot.unit, at } as const
      return one({ kind: 'dealAsked', ...facts }, toldSeller(after, lot.seller))
    }
    case 'deal.lapsed': {
      const lot = after.lots.get(event.lot)
      const parties = [...admitted(after, event.number), ...(lot === undefined ? [] : toldSeller(after, lot.seller))]
      return one({ kind: 'dealLapsed', sale, lot: event.lot }, parties)
    }
    case 'ceiling.dropped':
      // One that its owner drops is no news to it.
      return event.actor === 'room'
        ? one({ kind: 'ceilingLapsed', sale, lot: event.lot }, toldBidder(after, event.number))
        : []
    case 'offer.ended':
      return offerEnded(event, around, one)
    case 'session.finished':
      return [
        ...one({ kind: 'saleSealed', sale, entry }, [
          { signedUpFor: sale, by: event.at },
          ...Object.keys(after.sellers).flatMap((code) => toldSeller(after, code)),
        ]),
        // A lot that was tried is known to be unsold since its round.
        ...event.failed.flatMap((id) => {
          const lot = after.lots.get(id)
          if (lot === undefined || lot.round > 0) return []
          const [notice] = one({ kind: 'lotUnsold', sale, lot: id }, toldSeller(after, lot.seller))
          return notice === undefined ? [] : [{ ...notice, cause: `${notice.cause}:${id}` }]
        }),
      ]
    // Told of by comparing states.
    case 'bid':
    case 'offer.made':
    case 'session.closed':
    case 'session.reopened':
    case 'session.postponed':
    case 'session.cancelled':
    // `lot.sold` follows.
    case 'deal.confirmed':
    // The server's own mail says that a company is admitted.
    case 'bidder.admitted':
    // They bind and free no party, and decide nothing.
    case 'session.published':
    case 'session.preopened':
    case 'session.reopening':
    case 'stage.changed':
    case 'stage.adjusted':
    case 'round.opened':
    case 'lot.added':
    case 'lot.opened':
    case 'lot.adjusted':
    case 'lot.split':
    case 'lot.held':
    case 'lot.resumed':
    case 'hold.offered':
    case 'ceiling.set':
    case 'ceiling.capped':
    case 'limit.set':
    case 'link.lost':
    case 'link.returned':
    case 'clock.set_back':
    // Each device asks for its own receipts after it (`client/room/witness.ts`).
    case 'session.restored':
    // `session.closed` follows.
    case 'log.denied':
    case 'outage':
    case 'speech.set':
    case 'message':
    case 'sealed':
    case 'unknown':
      return []
  }

  function ofDeal(
    kind: 'dealHeld' | 'dealReleased' | 'dealCancelled',
    { lot: id, number, reason }: Of<'deal.held' | 'deal.released' | 'deal.cancelled'>,
  ): readonly Notice[] {
    const lot = after.lots.get(id)
    if (lot === undefined) return []
    const facts = { kind, sale, lot: id, reason }
    return [...one(facts, toldBidder(after, number)), ...one({ ...facts, sells: true }, toldSeller(after, lot.seller))]
  }
}

type One = (facts: NoticeFacts, to: readonly Told[]) => Notice[]
type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

const lotIn = ({ before, after }: Around, id: string): Lot | undefined => before?.lots.get(id) ?? after.lots.get(id)

/** A bidder that still takes part: one that does not has been told why. */
const admitted = (state: SessionState, number: BiddingNumber): Told[] =>
  state.bidders[number]?.admitted === true ? toldBidder(state, number) : []

/** Who is bound on a lot: its leader. */
const boundOn = ({ leading, award }: Lot, state: SessionState): Told[] => {
  if (award !== null) return admitted(state, award.number)
  if (leading === null || state.bidders[leading.number]?.admitted !== true) return []
  return toldPerson(state, leading.number, leading.account)
}

/** Who led is free, unless an older bid of its own stands again; who led before is bound again. */
function voided(event: Of<'bid.voided'>, { before, after }: Around, one: One): readonly Notice[] {
  const { lot: id, restored, reason, account } = event
  const sale = after.scheduleTimelineId
  const lot = lotIn({ before, after }, id)
  if (lot === undefined) return []
  const led = before?.lots.get(id)?.leading ?? null
  const isFree = led !== null && led.number !== restored?.number && after.bidders[led.number]?.admitted === true
  return [
    ...(isFree ? one({ kind: 'bidStruck', sale, lot: id, reason }, toldPerson(after, led.number, led.account)) : []),
    ...(restored === null
      ? []
      : one(
          { kind: 'bidRestored', sale, lot: id, price: restored.price, currency: lot.currency, unit: lot.unit },
          toldPerson(after, restored.number, account),
        )),
  ]
}

/** The bidder below the reserve is free, or stays bound while the seller is asked (`dealToConfirm`). */
function unsold(event: Of<'lot.unsold'>, { before, after }: Around, one: One): readonly Notice[] {
  const sale = after.scheduleTimelineId
  const lot = lotIn({ before, after }, event.lot)
  if (lot === undefined) return []
  const { leading, currency, unit } = lot
  const bidder = boundOn({ ...lot, award: null }, after)
  const at = event.confirmUntil
  if (leading === null || at === null)
    return [
      ...one({ kind: 'lotUnsold', sale, lot: event.lot }, toldSeller(after, lot.seller)),
      ...one({ kind: 'lotUnsold', sale, lot: event.lot, belowReserve: true }, bidder),
    ]
  const facts = { sale, lot: event.lot, asks: 'seller', price: leading.price, currency, unit, at } as const
  return one({ kind: 'dealAsked', ...facts }, bidder)
}

/** A lapsed offer ends for both; of a declined or withdrawn one the other party is told. */
function offerEnded(event: Of<'offer.ended'>, { before, after }: Around, one: One): readonly Notice[] {
  const { offer: id, number, seller, status } = event
  const offer = before?.offers[id]
  // `lot.sold` tells of an accepted offer.
  if (status === 'accepted' || offer === undefined) return []
  const facts = { kind: 'offerEnded', sale: after.scheduleTimelineId, lot: offer.lot, offer: id, status } as const
  const [buyer, other] = [admitted(after, number), toldSeller(after, seller)]
  if (status === 'lapsed') return one(facts, [...buyer, ...other])
  const byBuyer = (status === 'withdrawn') === (offer.from === 'buyer')
  return one(facts, byBuyer ? other : buyer)
}
