import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { isOnGrid, neighbours, nextPrice } from '../prices.ts'
import type { Lot } from '../lot.ts'
import type { Bidder } from '../state.ts'
import { bidderOf, clerkOf, type Who } from './who.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { isPriceOf, lotOf, sellsIt, takesBids } from './lot.ts'
import { notShut, inProgress } from './phase.ts'
import { settle } from './settle.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function setCeiling(draft: Draft, command: Command<'setCeiling'>, by: Who): Ruling {
  const bidder = bidderOf(draft.state, by)
  if ('refused' in bidder) return bidder
  const lot = lotOf(draft.state, command.lot)
  const refusal =
    inProgress(draft.state) ?? (lot === null ? refuse('lot.not_found') : maySet(draft, command, lot, bidder))
  if (refusal !== null) return refusal
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
  const refusal = notShut(draft.state) ?? takesBids(lot, draft.stamp)
  if (refusal !== null) return refusal
  if (!isPriceOf(lot, amount)) return refuse('lot.price_invalid')
  return (
    highEnough(lot, amount, bidder) ??
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

/** Taking a ceiling back is allowed in any state of the room: it can only hurt its owner. */
export function dropCeiling(draft: Draft, command: Command<'dropCeiling'>, by: Who): Ruling {
  const bidder = bidderOf(draft.state, by)
  if ('refused' in bidder) return bidder
  const lot = lotOf(draft.state, command.lot)
  const refusal = inProgress(draft.state)
  if (refusal !== null) return refusal
  if (lot === null) return refuse('lot.not_found')
  if (own(lot.ceilings, bidder.number) === undefined) return refuse('ceiling.none')
  draft.emit({ type: 'ceiling.dropped', lot: command.lot, number: bidder.number, clerk: clerkOf(by) })
  return null
}
