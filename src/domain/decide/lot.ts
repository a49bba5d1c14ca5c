import { isRunning, own } from '../evolve/edit.ts'
import { isOver } from '../evolve/waiting.ts'
import type { BiddingNumber, Lot, LotClock, LotId } from '../lot.ts'
import type { Bidder, SessionState } from '../state.ts'
import { earliest, type Instant, later, latest, type Minor } from '../units.ts'
import { isPriceFor } from '../prices.ts'
import { LAW } from '../rule.ts'
import { type Ruling, refuse } from './draft.ts'
import { notShut } from './phase.ts'

/** `null`: the session has no lot of that id. */
export const lotOf = (state: SessionState, id: LotId): Lot | null => state.lots.get(id) ?? null

export const runningCount = ({ lots }: SessionState): number => lots.count('open', 'held', 'scheduled')

export const extensionMs = (state: SessionState): number => state.rule.extensionSeconds * 1000

/** B8, B9: at least the extension left, never less than before, never beyond the hard end. */
export const extended = ({ deadline, hardEnd }: LotClock, at: Instant, extension: number): Instant =>
  upTo(hardEnd, latest(deadline, later(at, extension)))

export const upTo = (hardEnd: Instant | null, deadline: Instant): Instant =>
  hardEnd === null ? deadline : earliest(deadline, hardEnd)

/** The time on a lot's clock, which stops while the lot is held or the session closed. */
export const clockNow = (state: SessionState, lot: Lot, at: Instant): Instant =>
  lot.hold?.since ?? state.closure?.since ?? at

/** Whether a lot in its round may still be changed by what was received at `stamp`. */
export const runs = (state: SessionState, lot: Lot, stamp: Instant): boolean =>
  isRunning(lot) && !isOver(state, lot, stamp)

/** The refusal of what comes after an open lot's deadline. */
export const overRefused = (state: SessionState, lot: Lot, stamp: Instant): Ruling =>
  lot.clock !== null && isOver(state, lot, stamp) ? refuse('lot.closed', { closedAt: lot.clock.deadline }) : null

/**
 * Whether a bidder counts as admitted on this lot: also one who was excluded after the deadline at which the lot still
 * waits for its closing (K5).
 */
export const isAdmittedOn = ({ bidders }: SessionState, { status, clock, book }: Lot, number: BiddingNumber): boolean =>
  own(bidders, number)?.admitted === true ||
  (status === 'open' && clock !== null && own(book?.late ?? {}, number) === clock.deadline)

/** Whether a temporary closing has stopped the lot's clock (T2); one after its deadline does not (K5). */
export const isStopped = (state: SessionState, lot: Lot, now: Instant): boolean =>
  state.closure !== null && !isOver(state, lot, now)

/** Whether a moment has passed on a clock that a temporary closing stops, and its grace with it (K1, T2). */
export const isPast = ({ closure }: SessionState, at: Instant, now: Instant): boolean =>
  now >= later(at, LAW.closeGraceMs) && (closure === null || at <= closure.since)

/** T3: refuses while the session is closed; a lot whose time was over by then takes what was received in time. */
export const shutFor = (state: SessionState, lot: Lot, stamp: Instant): Ruling =>
  lot.clock !== null && stamp < lot.clock.deadline && isOver(state, lot, state.at) ? null : notShut(state)

/** Whether an open lot takes commands received at `stamp`, or the reason why not. */
export function takesBids(lot: Lot, stamp: Instant): Ruling {
  switch (lot.status) {
    case 'waiting':
      return refuse('lot.not_open')
    case 'scheduled':
      return inTime(lot, stamp)
    case 'held':
      return lot.hold === null ? refuse('lot.held') : refuse('lot.held', { untilAt: lot.hold.until })
    case 'unsold':
    case 'sold':
    case 'failed':
      return refuse('lot.closed')
    case 'withdrawn':
      return refuse('lot.has_ended')
    case 'open':
      return inTime(lot, stamp)
  }
}

function inTime(lot: Lot, stamp: Instant): Ruling {
  if (lot.clock === null) return refuse('lot.not_open')
  if (stamp < lot.clock.opensAt) return refuse('lot.not_open', { opensAt: lot.clock.opensAt })
  return stamp < lot.clock.deadline ? null : refuse('lot.closed', { closedAt: lot.clock.deadline })
}

/** A company that sells a lot does not buy it. */
export function sellsIt(state: SessionState, lot: Lot, bidder: Bidder): boolean {
  const company = own(state.sellers, lot.seller)?.company ?? null
  return company !== null && company === bidder.company
}

/** B10: a price of another order of magnitude is a slip of the hand, or worse. */
export function tooHigh(lot: Lot, price: Minor): Ruling {
  const most = lot.startPrice * LAW.priceTimesMost
  return price > most ? refuse('bid.too_high', { highestPrice: most }) : null
}

/** A positive whole price whose amount for this lot is a safe integer, and not nothing once it is rounded. */
export const isPriceOf = (lot: Lot, price: Minor): boolean => isPriceFor(price, lot.quantity)
