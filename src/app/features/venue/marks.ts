import { lotNumber, publishedLot } from '../../../domain/lot-number.ts'
import type { BiddingNumber, Lot, LotStatus } from '../../../domain/lot.ts'
import { belowReserve, dealOf, outcomeOf } from '../../../domain/outcome.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import { hasBid, type StandingBids } from '../../../client/room/standing.ts'

/**
 * A lot's standing for this buyer, or its status where it does not concern the buyer. `belowReserve`: the buyer's bid led
 * when the lot closed below its reserve. `sellerAsked`, `bidderAsked`: the closed lot waits for the yes of its seller, or after
 * a cancelled deal of the next bidder.
 */
export type LotStanding = 'leading' | 'outbid' | 'won' | 'belowReserve' | 'sellerAsked' | 'bidderAsked' | LotStatus

/** The one source of a buyer's standing: button, deck, marks, lists and announcements all ask it. */
export function standingOf(lot: Lot, me: BiddingNumber | null, standing: StandingBids): LotStanding {
  if (me === null) return askedOf(lot) ?? lot.status
  switch (lot.status) {
    case 'open':
    case 'held':
      if (lot.leading?.number === me) return 'leading'
      return hasBid(standing, lot) ? 'outbid' : lot.status
    case 'sold':
      return dealOf(lot)?.number === me ? 'won' : 'sold'
    case 'unsold':
    case 'failed':
      return belowReserve(lot)?.number === me ? 'belowReserve' : (askedOf(lot) ?? lot.status)
    case 'waiting':
    case 'scheduled':
    case 'withdrawn':
      return lot.status
  }
}

function askedOf(lot: Lot): 'sellerAsked' | 'bidderAsked' | null {
  const outcome = outcomeOf(lot)
  if (outcome.is !== 'asked') return null
  return outcome.award.asks === 'seller' ? 'sellerAsked' : 'bidderAsked'
}

/** A lot's number as people say it: a lot that a partial deal split off is `3-1`. */
export const lotNo = ({ lot, parent, position }: Pick<Lot, 'lot' | 'parent' | 'position'>): string =>
  lotNumber(position, lot, parent === null ? lot : publishedLot(lot))

/** A clock on screen: its end, and the moment at which it stopped, if it is stopped. */
interface ShownClock {
  readonly what: 'opens' | 'closes' | 'resumes'
  readonly until: Instant
  readonly stoppedAt: Instant | null
}

export function lotClock(lot: Lot, closure: SessionState['closure']): ShownClock | null {
  const stoppedAt = closure?.since ?? null
  switch (lot.status) {
    case 'scheduled':
      return lot.clock && { what: 'opens', until: lot.clock.opensAt, stoppedAt }
    case 'open':
      return lot.clock && { what: 'closes', until: lot.clock.deadline, stoppedAt }
    case 'held':
      return lot.hold && { what: 'resumes', until: lot.hold.until, stoppedAt: null }
    default:
      return null
  }
}

/** The share of a lot's time that is left, 0 to 1; its time is from opening to deadline, extensions included. */
export function timeShare({ clock }: Pick<Lot, 'clock'>, secondsLeft: number): number {
  const whole = clock ? (clock.deadline - clock.opensAt) / 1000 : 0
  return whole > 0 ? Math.min(1, Math.max(0, secondsLeft / whole)) : 0
}

/** The clock at the top of the room: the next moment that concerns everyone. A lot in hand has a clock of its own. */
export type HeadClock =
  | { readonly what: 'none' | 'closed' }
  | {
      readonly what: 'starts' | 'reopens' | 'nextLotCloses' | 'stageEnds'
      readonly until: Instant
      readonly stoppedAt: Instant | null
    }

export function headClock(state: SessionState): HeadClock {
  const { closure, stage } = state
  if (closure)
    return closure.reopensAt === null
      ? { what: 'closed' }
      : { what: 'reopens', until: closure.reopensAt, stoppedAt: null }
  if (stage === 'preparation') return { what: 'starts', until: state.stageEndsAt ?? state.startTime, stoppedAt: null }
  if (stage === 'negotiation' && state.stageEndsAt !== null)
    return { what: 'stageEnds', until: state.stageEndsAt, stoppedAt: null }
  const next = stage === 'bidding' ? nextDeadline(state) : null
  return next === null ? { what: 'none' } : { what: 'nextLotCloses', until: next, stoppedAt: null }
}

function nextDeadline({ lots }: SessionState): Instant | null {
  const deadlines = [...lots].flatMap((lot) => (lot.status === 'open' && lot.clock ? [lot.clock.deadline] : []))
  return deadlines.length === 0 ? null : deadlines.reduce((a, b) => (a < b ? a : b))
}

export const isRunning = ({ status }: Pick<Lot, 'status'>): boolean => status === 'open' || status === 'held'

/** Number of lots in the running round that have not ended. */
export const runningCount = ({ lots }: Pick<SessionState, 'lots'>): number =>
  [...lots].filter(({ status }) => status === 'open' || status === 'held' || status === 'scheduled').length

/** Order of urgency: outbid, leading, open; ended lots come last. */
const URGENCY: Record<LotStanding, number> = {
  outbid: 0,
  leading: 1,
  open: 2,
  held: 2,
  scheduled: 3,
  waiting: 4,
  belowReserve: 5,
  sellerAsked: 5,
  bidderAsked: 5,
  unsold: 5,
  won: 6,
  sold: 7,
  failed: 7,
  withdrawn: 8,
}

/** The lot to show by default. */
export function firstLot(state: SessionState, me: BiddingNumber | null, standing: StandingBids): Lot | null {
  const lots = state.lotOrder.flatMap((id) => state.lots.get(id) ?? [])
  return lots.reduce<Lot | null>((best, lot) => {
    const better = best === null || URGENCY[standingOf(lot, me, standing)] < URGENCY[standingOf(best, me, standing)]
    return better ? lot : best
  }, null)
}
