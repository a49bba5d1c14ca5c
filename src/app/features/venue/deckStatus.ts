import type { BiddingNumber, Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant, Minor } from '../../../domain/units.ts'
import type { Pending, Unsure } from '../../../client/room/pending.ts'
import type { BidButton } from './bidButton.ts'

/**
 * The sentence above the button: the first kind that applies, so that there is only one. In particular `beaten`
 * replaces `accepted`, and `won` comes before the state of the room.
 */
export type DeckStatus =
  /** The link is lost, and a bid has no answer. */
  | { readonly kind: 'unanswered'; readonly price: Minor | null }
  /** The link is lost; `stood` is the buyer's standing at that moment. */
  | { readonly kind: 'lost'; readonly stood: 'leading' | 'beaten' | null; readonly price: Minor | null }
  | { readonly kind: 'won'; readonly price: Minor; readonly amount: Minor }
  | { readonly kind: 'sending'; readonly price: Minor | null }
  /**
   * The client asks the room for the verdict. `failed`: the server answered that the system failed; else no answer
   * came.
   */
  | { readonly kind: 'checking'; readonly price: Minor | null; readonly failed: boolean }
  | { readonly kind: 'refused' | 'notCounted' | 'accepted'; readonly pending: Pending }
  | { readonly kind: 'paused'; readonly message: string; readonly reopensAt: Instant | null }
  | { readonly kind: 'soldTo'; readonly number: BiddingNumber; readonly price: Minor }
  | { readonly kind: 'over' }
  | { readonly kind: 'beaten'; readonly own: Minor; readonly number: BiddingNumber; readonly price: Minor }
  | { readonly kind: 'leading'; readonly price: Minor; readonly ceiling: Minor | null }
  /** The buyer has no bid: the sentence gives the lot's start price and step. */
  | { readonly kind: 'terms' }

export interface StatusInput {
  readonly button: BidButton
  readonly lot: Lot
  readonly me: BiddingNumber
  readonly closure: SessionState['closure']
  /** The newest bid of this lot that this device sent. */
  readonly pending: Pending | null
  /** The buyer's highest bid of this round. */
  readonly own: Minor | null
}

export function deckStatus(input: StatusInput): DeckStatus {
  return lost(input) ?? won(input) ?? asked(input) ?? paused(input) ?? ended(input) ?? stands(input)
}

function lost({ button, pending, lot, me, own }: StatusInput): DeckStatus | null {
  if (button.kind !== 'linkLost') return null
  if (pending?.state === 'sending' || pending?.state === 'checking') return { kind: 'unanswered', price: pending.price }
  if (lot.leading?.number === me) return { kind: 'lost', stood: 'leading', price: lot.leading.price }
  return { kind: 'lost', stood: own === null ? null : 'beaten', price: own }
}

function won({ lot, me }: StatusInput): DeckStatus | null {
  const { deal } = lot
  return lot.status === 'sold' && deal?.number === me ? { kind: 'won', price: deal.price, amount: deal.amount } : null
}

const FAILURES: ReadonlySet<Unsure> = new Set(['system', 'http'])

/** Status of a bid in progress, or of one that did not count. */
function asked({ pending }: StatusInput): DeckStatus | null {
  switch (pending?.state) {
    case 'sending':
      return { kind: 'sending', price: pending.price }
    case 'checking':
      return { kind: 'checking', price: pending.price, failed: FAILURES.has(pending.because) }
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

function ended({ lot }: StatusInput): DeckStatus | null {
  switch (lot.status) {
    case 'sold':
      return lot.deal && { kind: 'soldTo', number: lot.deal.number, price: lot.deal.price }
    case 'unsold':
    case 'failed':
    case 'withdrawn':
      return { kind: 'over' }
    case 'waiting':
    case 'scheduled':
    case 'open':
    case 'held':
      return null
  }
}

function stands({ button, lot, me, pending, own }: StatusInput): DeckStatus {
  const { leading } = lot
  const accepted = pending?.state === 'accepted' ? pending : null
  const leads = leading?.number === me && leading.price === accepted?.price
  if (accepted && (button.kind === 'settling' || leads)) return { kind: 'accepted', pending: accepted }
  if (leading?.number === me)
    return { kind: 'leading', price: leading.price, ceiling: lot.ceilings[me]?.amount ?? null }
  if (leading && own !== null) return { kind: 'beaten', own, number: leading.number, price: leading.price }
  return { kind: 'terms' }
}
