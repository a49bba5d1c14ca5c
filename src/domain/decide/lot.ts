import { own } from '../evolve/edit.ts'
import type { Lot, LotClock, LotId } from '../lot.ts'
import type { Bidder, SessionState } from '../state.ts'
import { earliest, type Instant, later, latest, type Minor } from '../units.ts'
import { isPrice, isSum } from '../prices.ts'
import { type Ruling, refuse } from './draft.ts'

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

/** Whether an open lot takes commands received at `stamp`, or the reason why not. */
export function takesBids(lot: Lot, stamp: Instant): Ruling {
  switch (lot.status) {
    case 'waiting':
      return refuse('lot.not_open')
    case 'scheduled':
      return lot.clock === null ? refuse('lot.not_open') : refuse('lot.not_open', { opensAt: lot.clock.opensAt })
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

/** A positive whole price whose amount for this lot is a safe integer. */
export const isPriceOf = (lot: Lot, price: Minor): boolean => isPrice(price) && isSum(price, lot.quantity)
