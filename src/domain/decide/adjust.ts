import type { PersonCommand } from '../commands.ts'
import { band } from '../prices.ts'
import type { Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { outcomeOf } from '../outcome.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { isPriceOf, lotOf, runningCount } from './lot.ts'
import { alive, notShut } from './phase.ts'
import { dayRefused } from './publish.ts'
import { sellerOf, type Who } from './who.ts'

type AdjustLot = Extract<PersonCommand, { type: 'adjustLot' }>

export function adjustLot(draft: Draft, command: AdjustLot, by: Who): Ruling {
  const { state } = draft
  const seller = sellerOf(state, by)
  if ('refused' in seller) return seller
  const lot = lotOf(state, command.lot)
  const early = alive(state) ?? (lot === null ? refuse('lot.not_found') : null)
  if (early !== null || lot === null) return early
  if (lot.seller !== seller.seller) return refuse('lot.not_yours')
  const refusal = notAtRest(state, lot) ?? terms(draft, command, lot)
  if (refusal !== null) return refusal
  draft.emit({ type: 'lot.adjusted', lot: lot.lot, startPrice: command.startPrice, deliveryDate: command.deliveryDate })
  return null
}

/** L3: refuses an adjustment, or an addition to a lot's files, outside preparation and the time between rounds. */
export function notAtRest(state: SessionState, lot: Lot): Ruling {
  if (lot.status === 'sold' || lot.status === 'withdrawn' || lot.status === 'failed') return refuse('lot.has_ended')
  const closed = notShut(state)
  if (closed !== null) return closed
  if (outcomeOf(lot).is === 'asked') return refuse('lot.already_bid')
  if (runningCount(state) > 0) {
    const bidOn = lot.round === state.round && lot.leading !== null
    return refuse(bidOn ? 'lot.already_bid' : 'round.running')
  }
  return state.stage === 'preparation' || state.stage === 'bidding' ? null : refuse('stage.not_preparation')
}

function terms({ state, now }: Draft, { startPrice, deliveryDate }: AdjustLot, lot: Lot): Ruling {
  const wrongDay = dayRefused(deliveryDate, now)
  if (wrongDay !== null) return wrongDay
  if (!isPriceOf(lot, startPrice)) return refuse('lot.price_invalid')
  const { low, high } = band(lot, state.rule.adjustPercent)
  return startPrice >= low && startPrice <= high ? null : refuse('lot.price_out_of_band', { low, high })
}
