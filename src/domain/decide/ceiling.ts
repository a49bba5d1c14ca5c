import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { isOnGrid, neighbours, nextPrice } from '../prices.ts'
import type { Lot } from '../lot.ts'
import type { Bidder } from '../state.ts'
import { bidderOn, clerkOf, type Who } from './who.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { openIfDue } from './begin.ts'
import { isPriceOf, lotOf, overRefused, sellsIt, shutFor, takesBids, tooHigh } from './lot.ts'
import { inProgress } from './phase.ts'
import { settle } from './settle.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function setCeiling(draft: Draft, command: Command<'setCeiling'>, by: Who): Ruling {
  const bidder = bidderOn(draft, by, command.lot)
  if ('refused' in bidder) return bidder
  const lot = lotOf(draft.state, command.lot)
  const refusal =
    inProgress(draft.state) ?? (lot === null ? refuse('lot.not_found') : maySet(draft, command, lot, bidder))
  if (refusal !== null || lot === null) return refusal
  openIfDue(draft, lot)
  draft.emit({
    type: 'ceiling.set',
    lot: command.lot,
    number: bidder.number,
    amount: command.amount,
    mode: command.mode,
    account: draft.account,
    clerk: clerkOf(by),
  })
  settle(draft, command.lot)
  return null
}

function maySet(draft: Draft, { amount }: Command<'setCeiling'>, lot: Lot, bidder: Bidder): Ruling {
  if (sellsIt(draft.state, lot, bidder)) return refuse('bid.own_lot')
  const refusal = shutFor(draft.state, lot, draft.stamp) ?? takesBids(lot, draft.stamp)
  if (refusal !== null) return refusal
  if (!isPriceOf(lot, amount)) return refuse('lot.price_invalid')
  return (
    highEnough(lot, amount, bidder) ??
    tooHigh(lot, amount) ??
    (isOnGrid(lot, amount) ? null : refuse('ceiling.off_grid', neighbours(lot, amount)))
  )
}

/**
 * C3: the leader's ceiling never falls below the leading bid; any other has to reach the next price, or it could never
 * bid.
 */
function highEnough(lot: Lot, amount: number, bidder: Bidder): Ruling {
  if (lot.leading?.number === bidder.number) {
    return amount < lot.leading.price ? refuse('ceiling.below_own_bid', { price: lot.leading.price }) : null
  }
  const next = nextPrice(lot)
  return amount < next ? refuse('ceiling.too_low', { nextPrice: next }) : null
}

/** Taking a ceiling back is allowed until the lot's deadline in any state of the room: it can only hurt its owner. */
export function dropCeiling(draft: Draft, command: Command<'dropCeiling'>, by: Who): Ruling {
  const bidder = bidderOn(draft, by, command.lot)
  if ('refused' in bidder) return bidder
  const lot = lotOf(draft.state, command.lot)
  const refusal = inProgress(draft.state)
  if (refusal !== null) return refusal
  if (lot === null) return refuse('lot.not_found')
  if (own(lot.ceilings, bidder.number) === undefined) return refuse('ceiling.none')
  const over = overRefused(draft.state, lot, draft.stamp)
  if (over !== null) return over
  draft.emit({ type: 'ceiling.dropped', lot: command.lot, number: bidder.number, clerk: clerkOf(by) })
  return null
}
