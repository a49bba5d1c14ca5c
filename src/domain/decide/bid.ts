import type { PersonCommand } from '../commands.ts'
import { isOnGrid, neighbours, nextPrice } from '../prices.ts'
import { LAW } from '../rule.ts'
import type { BiddingNumber, Clerk, Lot, LotId } from '../lot.ts'
import type { Bidder } from '../state.ts'
import type { Instant } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { overLimit } from './limits.ts'
import { openIfDue } from './begin.ts'
import { isAdmittedOn, isPriceOf, lotOf, sellsIt, shutFor, takesBids, tooHigh } from './lot.ts'
import { inProgress } from './phase.ts'
import { place } from './place.ts'
import { activeCeiling, settle } from './settle.ts'
import { bidderOn, clerkOf, type Who } from './who.ts'

type Bid = Extract<PersonCommand, { type: 'bid' }>

export function bid(draft: Draft, command: Bid, by: Who): Ruling {
  const { state } = draft
  const bidder = bidderOn(draft, by, command.lot)
  if ('refused' in bidder) return bidder
  const lot = lotOf(state, command.lot)
  const refusal =
    inProgress(state) ?? (lot === null ? refuse('lot.not_found') : mayBid(draft, command, lot, bidder, clerkOf(by)))
  if (refusal !== null || lot === null) return refusal
  accepted(draft, command, lot, bidder, clerkOf(by))
  return null
}

/** The order of these checks is that of LAW.md, B2: the bidder sees the first that fails. */
function mayBid(draft: Draft, command: Bid, lot: Lot, bidder: Bidder, clerk: Clerk | null): Ruling {
  if (sellsIt(draft.state, lot, bidder)) return refuse('bid.own_lot')
  return (
    sentInTime(draft, command.notAfter) ??
    shutFor(draft.state, lot, draft.stamp) ??
    takesBids(lot, draft.stamp) ??
    priceStands(lot, command.price, bidder) ??
    withinLimit(draft, command, lot, bidder, clerk)
  )
}

/** X6: a host who bids for a bidder learns only that the limit does not suffice, not how much of it is left. */
function withinLimit(draft: Draft, { price }: Bid, lot: Lot, bidder: Bidder, clerk: Clerk | null): Ruling {
  const over = overLimit(draft, bidder, lot, draft.account, { price, quantity: lot.quantity })
  return over !== null && clerk === 'host' ? refuse('clerk.over_limit') : over
}

function sentInTime(draft: Draft, notAfter: Instant): Ruling {
  const latestAt = draft.now + LAW.notAfterMaxMs
  if (!Number.isSafeInteger(notAfter) || notAfter > latestAt) return refuse('bid.not_after_invalid', { latestAt })
  return draft.now <= notAfter ? null : refuse('bid.too_late', { notAfterAt: notAfter, nowAt: draft.now })
}

function priceStands(lot: Lot, price: Bid['price'], bidder: Bidder): Ruling {
  if (lot.leading?.number === bidder.number) return refuse('bid.you_lead', { price: lot.leading.price })
  if (!isPriceOf(lot, price)) return refuse('lot.price_invalid')
  const next = nextPrice(lot)
  if (price < next) return refuse(lot.leading === null ? 'bid.below_start' : 'bid.below_next', { nextPrice: next })
  return tooHigh(lot, price) ?? (isOnGrid(lot, price) ? null : refuse('bid.off_grid', neighbours(lot, price)))
}

function accepted(draft: Draft, { price }: Bid, lot: Lot, { number }: Bidder, clerk: Clerk | null): void {
  const { lot: id, leading } = lot
  openIfDue(draft, lot)
  const answer = leading === null ? null : activeCeiling(draft, lot, leading.number)
  const hand = { from: 'hand', who: { account: draft.account, clerk } } as const
  const cause = place(draft, { lot: id, number, price, ...hand, cause: null, extends: true })
  // C7: when a bid meets the leader's ceiling exactly, the leader keeps the lead: two standing bids at one price.
  if (leading !== null && answer?.amount === price && mayAnswer(draft, id, leading.number)) {
    place(draft, { lot: id, number: leading.number, price, from: 'ceiling', who: answer, cause, extends: true })
  }
  settle(draft, id, cause)
}

/** K5: the ceiling of a bidder who was excluded after the deadline does not answer a bid that gives the lot more time. */
function mayAnswer({ state }: Draft, id: LotId, number: BiddingNumber): boolean {
  const lot = lotOf(state, id)
  return lot !== null && isAdmittedOn(state, lot, number)
}
