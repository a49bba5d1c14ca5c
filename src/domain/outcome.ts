import type { Award, BiddingNumber, Deal, Leading, Lot } from './lot.ts'
import type { Minor } from './units.ts'

/** What became of a lot's bidding: exactly one of these. It is derived from the lot's fields here alone. */
export type Outcome =
  /** Its bidding is not over, or has not begun. */
  | { readonly is: 'undecided' }
  /** No party is bound: it may enter a round, go on offer or, with a cancelled deal, be offered on. */
  | { readonly is: 'free' | 'cancelled'; readonly deal: Deal | null }
  /** A seller or a bidder is asked for a yes (D1, D4). */
  | { readonly is: 'asked'; readonly award: Award }
  | { readonly is: 'sold'; readonly deal: Deal }
  | { readonly is: 'withdrawn' }

export function outcomeOf({ status, deal, award, passed }: Lot): Outcome {
  switch (status) {
    case 'waiting':
    case 'scheduled':
    case 'open':
    case 'held':
      return { is: 'undecided' }
    case 'withdrawn':
      return { is: 'withdrawn' }
    case 'sold':
    case 'unsold':
    case 'failed':
      if (award !== null) return { is: 'asked', award }
      if (deal === null) return { is: 'free', deal }
      if (deal.cancelled === null) return { is: 'sold', deal }
      // A later round clears `passed`: its bids do not follow on the cancelled deal (D4).
      return { is: passed.includes(deal.number) ? 'cancelled' : 'free', deal }
  }
}

/** The lot's deal in force; a lot has one at most. */
export function dealOf(lot: Lot): Deal | null {
  const outcome = outcomeOf(lot)
  return outcome.is === 'sold' ? outcome.deal : null
}

/** Whether no party is bound on the lot or asked about it. */
export function isFree(lot: Lot): boolean {
  const { is } = outcomeOf(lot)
  return is === 'free' || is === 'cancelled'
}

/**
 * The bid that counts on a lot now: that of its deal, of the deal that is asked for, or the leading one; `null`: none.
 * The price of a cancelled deal is dead, and so is the bid that it came from.
 */
export function liveBid(lot: Lot): { readonly number: BiddingNumber; readonly price: Minor } | null {
  const outcome = outcomeOf(lot)
  switch (outcome.is) {
    case 'sold':
      return outcome.deal
    case 'asked':
      return outcome.award
    case 'cancelled':
      return lot.leading === null || lot.passed.includes(lot.leading.number) ? null : lot.leading
    case 'undecided':
    case 'free':
    case 'withdrawn':
      return lot.leading
  }
}

/** The price that lists show for a lot: of the bid that counts, or else the start price in force. */
export const priceNow = (lot: Lot): Minor => liveBid(lot)?.price ?? lot.startPrice

/** What all may know of a lot's reserve, never its amount: whether there is one, and whether the bid that counts meets it. */
export type ReserveMark = 'none' | 'exists' | 'met' | 'notMet'

export function reserveMark(lot: Lot): ReserveMark {
  if (lot.reserve === null) return 'none'
  const bid = liveBid(lot)
  return bid === null ? 'exists' : bid.price >= lot.reserve ? 'met' : 'notMet'
}

/**
 * The bid that led when the lot closed without a deal; `null` where there is none or a deal was made of it. It was below
 * the reserve: K2 and X7 leave no other reason, so that a redacted lot tells it without the amount.
 */
export function belowReserve(lot: Lot): Leading | null {
  const outcome = outcomeOf(lot)
  const asked = outcome.is === 'asked' && outcome.award.asks === 'seller'
  return outcome.is === 'free' || asked ? lot.leading : null
}
