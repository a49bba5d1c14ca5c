import type { BiddingNumber, Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant, Minor } from '../../../domain/units.ts'
import type { Pending, Unsure } from '../../../client/room/pending.ts'
import { belowReserve, dealOf } from '../../../domain/outcome.ts'
import type { BidButton } from './bidButton.ts'
import type { LotStanding } from './marks.ts'
import type { Why } from './takenIn.ts'

/**
 * The sentence above the button: the first kind that applies, so that there is only one. In particular `beaten`
 * replaces `accepted`, and `won` comes before the state of link and room.
 */
export type DeckStatus =
  | { readonly kind: 'won'; readonly price: Minor; readonly amount: Minor }
  /** The link is lost, and a bid has no answer. */
  | { readonly kind: 'unanswered'; readonly price: Minor | null }
  /** The link is lost; `stood` is the buyer's standing at that moment. */
  | { readonly kind: 'lost'; readonly stood: 'leading' | 'beaten' | null; readonly price: Minor | null }
  | { readonly kind: 'sending'; readonly price: Minor | null }
  /**
   * The client asks the room for the verdict. `failed`: the server answered that the system failed; `between`: something else answered; else no answer
   * came.
   */
  | { readonly kind: 'checking'; readonly price: Minor | null; readonly answer: 'none' | 'failed' | 'between' }
  | { readonly kind: 'refused' | 'notCounted' | 'accepted'; readonly pending: Pending }
  /** A press sent nothing, since this price was not taken in; the next one sends exactly it (LAW.md, B11). */
  | { readonly kind: 'told'; readonly why: Why; readonly price: Minor; readonly before: Minor | null }
  | { readonly kind: 'paused'; readonly message: string; readonly reopensAt: Instant | null }
  | { readonly kind: 'soldTo'; readonly number: BiddingNumber; readonly price: Minor }
  /** The buyer's bid led at the end. `until`: the seller may still accept it. */
  | { readonly kind: 'belowReserve'; readonly price: Minor; readonly until: Instant | null }
  /** After a cancelled deal the lot is offered to the next bidder, at that bidder's price: `mine`, the reader's company. */
  | { readonly kind: 'offeredOn'; readonly mine: boolean; readonly number: BiddingNumber; readonly price: Minor }
  /** It closed below the reserve at another bidder's price, and its seller may accept that. */
  | { readonly kind: 'sellerAsked'; readonly number: BiddingNumber; readonly price: Minor }
  | { readonly kind: 'over' }
  | { readonly kind: 'beaten'; readonly own: Minor; readonly number: BiddingNumber; readonly price: Minor }
  | { readonly kind: 'leading'; readonly price: Minor; readonly ceiling: Minor | null }
  /** The buyer has no bid: the sentence gives the lot's start price and step. */
  | { readonly kind: 'terms' }

export interface StatusInput {
  readonly button: BidButton
  readonly lot: Lot
  readonly me: BiddingNumber
  /** The buyer's standing on the lot (`standingOf`). */
  readonly standing: LotStanding
  readonly closure: SessionState['closure']
  /** The newest bid of this lot that this device sent. */
  readonly pending: Pending | null
  /** The buyer's highest bid of this round. */
  readonly own: Minor | null
  /** The newest answer to a press that sent nothing. */
  readonly told: Pick<Extract<DeckStatus, { kind: 'told' }>, 'why' | 'price' | 'before'> | null
}

export function deckStatus(input: StatusInput): DeckStatus {
  return won(input) ?? lost(input) ?? told(input) ?? asked(input) ?? paused(input) ?? ended(input) ?? stands(input)
}

function won({ lot, standing }: StatusInput): DeckStatus | null {
  const deal = standing === 'won' ? dealOf(lot) : null
  return deal && { kind: 'won', price: deal.price, amount: deal.amount }
}

/** A lost link changes nothing about a lot that had ended before. */
function lost(input: StatusInput): DeckStatus | null {
  const { button, pending, lot, standing, own } = input
  if (button.kind !== 'linkLost') return null
  if (pending?.state === 'sending' || pending?.state === 'checking') return { kind: 'unanswered', price: pending.price }
  const end = ended(input)
  if (end !== null) return end
  if (standing === 'leading' && lot.leading) return { kind: 'lost', stood: 'leading', price: lot.leading.price }
  return standing === 'outbid'
    ? { kind: 'lost', stood: 'beaten', price: own }
    : { kind: 'lost', stood: null, price: null }
}

const told = ({ button, told: said }: StatusInput): DeckStatus | null =>
  said !== null && button.action?.type === 'bid' ? { kind: 'told', ...said } : null

function answerTo(because: Unsure): 'none' | 'failed' | 'between' {
  if (because === 'between') return 'between'
  return because === 'system' || because === 'http' ? 'failed' : 'none'
}

/** Status of a bid in progress, or of one that did not count. */
function asked({ pending }: StatusInput): DeckStatus | null {
  switch (pending?.state) {
    case 'sending':
      return { kind: 'sending', price: pending.price }
    case 'checking':
      return { kind: 'checking', price: pending.price, answer: answerTo(pending.because) }
    case 'refused':
    case 'notCounted':
      return { kind: pending.state, pending }
    case 'accepted':
    case undefined:
      return null
  }
}

function paused({ closure }: StatusInput): DeckStatus | null {
  return closure && { kind: 'paused', message: closure.message, reopensAt: closure.reopensAt }
}

function ended({ lot, me, standing }: StatusInput): DeckStatus | null {
  const deal = dealOf(lot)
  switch (standing) {
    case 'won':
    case 'sold':
      return deal && { kind: 'soldTo', number: deal.number, price: deal.price }
    case 'belowReserve': {
      const leading = belowReserve(lot)
      return leading && { kind: 'belowReserve', price: leading.price, until: lot.award?.until ?? null }
    }
    case 'sellerAsked':
      return lot.award && { kind: 'sellerAsked', number: lot.award.number, price: lot.award.price }
    case 'bidderAsked': {
      const { award } = lot
      return award && { kind: 'offeredOn', mine: award.number === me, number: award.number, price: award.price }
    }
    case 'unsold':
    case 'failed':
    case 'withdrawn':
      return { kind: 'over' }
    case 'waiting':
    case 'scheduled':
    case 'open':
    case 'held':
    case 'leading':
    case 'outbid':
      return null
  }
}

function stands({ button, lot, me, standing, pending, own }: StatusInput): DeckStatus {
  const { leading } = lot
  const accepted = pending?.state === 'accepted' ? pending : null
  const leads = standing === 'leading' && leading?.price === accepted?.price
  if (accepted && (button.kind === 'settling' || leads)) return { kind: 'accepted', pending: accepted }
  if (standing === 'leading' && leading)
    return { kind: 'leading', price: leading.price, ceiling: lot.ceilings[me]?.amount ?? null }
  if (standing === 'outbid' && leading && own !== null)
    return { kind: 'beaten', own, number: leading.number, price: leading.price }
  return { kind: 'terms' }
}
