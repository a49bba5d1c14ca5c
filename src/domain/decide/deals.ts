import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import type { Refusal } from '../reasons.ts'
import { LAW } from '../rule.ts'
import { type Award, below, type BiddingNumber, type Deal, type Lot, type LotId, type StandingBid } from '../lot.ts'
import { dealOf, outcomeOf } from '../outcome.ts'
import { later } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endOffers, offersOn, withdraw } from './endings.ts'
import { stands } from './limits.ts'
import { isPast, lotOf } from './lot.ts'
import { notClosed } from './phase.ts'
import { isAnswerMinutes } from './publish.ts'
import { sell } from './sale.ts'
import { bidderOf, sellerOf, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>
interface OfLot {
  readonly lot: LotId
}

/** D3: the seal ends the sale, but not the deals' confirmations. */
const dealable = ({ state }: Draft): Ruling => (state.phase === 5 ? null : notClosed(state))

/** The lot's deal, for a command of the operator with a reason; otherwise the refusal. */
function dealFor(draft: Draft, { lot: id, reason }: OfLot & { readonly reason: string }, by: Who): Deal | Ruling {
  if (by.is !== 'operator') return refuse('identity.not_allowed')
  const lot = lotOf(draft.state, id)
  const refusal = dealable(draft) ?? (lot === null ? refuse('lot.not_found') : null)
  if (refusal !== null || lot === null) return refusal
  const deal = dealOf(lot)
  if (deal === null) return refuse('deal.none')
  return reason.trim() === '' ? refuse('bid.reason_required') : deal
}

/** D8: after the seal deals are held, cancelled and offered on for a time only. */
export function dealsOver({ state, stamp }: Draft): Ruling {
  if (state.sealedAt === null) return null
  const endedAt = later(state.sealedAt, LAW.dealsOpenMs)
  return stamp < endedAt ? null : refuse('deal.time_over', { endedAt })
}

const isDeal = (found: Deal | Ruling): found is Deal => found !== null && !('refused' in found)

export function holdDeal(draft: Draft, command: Command<'holdDeal'>, by: Who): Ruling {
  const deal = dealFor(draft, command, by)
  if (!isDeal(deal)) return deal
  const over = dealsOver(draft)
  if (over !== null) return over
  if (!deal.onHold) draft.emit({ type: 'deal.held', ...named(command, deal) })
  return null
}

export function releaseDeal(draft: Draft, command: Command<'releaseDeal'>, by: Who): Ruling {
  const deal = dealFor(draft, command, by)
  if (!isDeal(deal)) return deal
  if (!deal.onHold) return refuse('deal.not_held')
  draft.emit({ type: 'deal.released', ...named(command, deal) })
  return null
}

export function cancelDeal(draft: Draft, command: Command<'cancelDeal'>, by: Who): Ruling {
  const deal = dealFor(draft, command, by)
  if (!isDeal(deal)) return deal
  const over = dealsOver(draft)
  if (over !== null) return over
  const told = named(command, deal)
  draft.emit({ type: 'deal.cancelled', ...told })
  // A9: the lot is the seller's again, and a suspended seller sells nothing.
  if (sellerSuspended(draft, lotOf(draft.state, command.lot))) withdraw(draft, command.lot, told.reason)
  return null
}

const sellerSuspended = ({ state }: Draft, lot: Lot | null): boolean =>
  lot !== null && own(state.sellers, lot.seller)?.suspended === true

const named = ({ lot, reason }: OfLot & { readonly reason: string }, { number }: Deal) => ({
  lot,
  number,
  reason: reason.trim(),
})

/** D4: after a cancellation, to the next bidder at its own last bid. */
export function offerDeal(draft: Draft, { lot: id, minutes }: Command<'offerDeal'>, by: Who): Ruling {
  if (by.is !== 'operator') return refuse('identity.not_allowed')
  const lot = lotOf(draft.state, id)
  const refusal = dealable(draft) ?? (lot === null ? refuse('lot.not_found') : dealsOver(draft))
  if (refusal !== null || lot === null) return refusal
  if (!isAnswerMinutes(minutes)) return refuse('stage.minutes_out_of_range', { least: 1, most: 1_440 })
  if (outcomeOf(lot).is !== 'cancelled') return refuse('deal.not_cancelled')
  if (sellerSuspended(draft, lot)) return refuse('bidder.suspended')
  const next = nextBidder(draft, lot)
  if (next === null) return refuse('deal.no_next_bidder')
  const { number, price } = next
  // A live offer accepted meanwhile would sell the lot twice.
  endOffers(draft, 'lapsed', offersOn(draft.state, lot))
  draft.emit({ type: 'deal.offered', lot: id, number, price, until: later(draft.at, minutes * 60_000) })
  return null
}

/** D4, D7: below the reserve a bid does not follow on the deal, since its seller has not agreed to it. */
function nextBidder(draft: Draft, lot: Lot): StandingBid | null {
  const passed = new Set<BiddingNumber>(lot.passed)
  for (let bid = lot.book?.standing ?? null; bid !== null; bid = below(bid)) {
    if (lot.reserve !== null && bid.price < lot.reserve) return null
    if (!passed.has(bid.number) && stands(draft, lot, bid)) return bid
  }
  return null
}

/** D2, D4: the party asked, seller or bidder, confirms in time by the stamp. */
export function confirmDeal(draft: Draft, { lot: id }: OfLot, by: Who): Ruling {
  const asked = askedOf(draft, id, by)
  if ('refused' in asked) return asked
  const { lot, award } = asked
  const account = award.asks === 'bidder' ? draft.account : (lot.leading?.account ?? null)
  const { asks, number, price } = award
  draft.emit({ type: 'deal.confirmed', lot: id, number })
  return sell(draft, { lot: id, number, price, quantity: lot.quantity, account, offer: null, by: asks })
}

export function declineDeal(draft: Draft, { lot: id }: OfLot, by: Who): Ruling {
  const asked = askedOf(draft, id, by)
  if ('refused' in asked) return asked
  draft.emit({ type: 'deal.lapsed', lot: id, number: asked.award.number })
  return null
}

interface Asked {
  readonly lot: Lot
  readonly award: Award
}

/** The lot whose deal waits for this party's confirmation; otherwise the refusal. */
function askedOf(draft: Draft, id: LotId, by: Who): Asked | Refusal {
  const { state, stamp } = draft
  const party = by.is === 'seller' ? sellerOf(state, by) : bidderOf(state, by)
  if ('refused' in party) return party
  const lot = lotOf(state, id)
  const refusal = dealable(draft)
  if (refusal !== null) return refusal
  if (lot === null) return refuse('lot.not_found')
  const { award } = lot
  const mine =
    'seller' in party
      ? award?.asks === 'seller' && lot.seller === party.seller
      : award?.asks === 'bidder' && award.number === party.number
  if (award === null || !mine || stamp >= award.until) return refuse('deal.not_offered')
  return { lot, award }
}

/** D5: the confirmation did not come in time. */
export function lapseDeals(draft: Draft): void {
  const late = draft.state.lots
    .due(draft.now)
    .flatMap(({ lot, award }) =>
      award === null || !isPast(draft.state, award.until, draft.now) ? [] : [{ lot, award }],
    )
  for (const { lot, award } of late.slice(0, LAW.closeAtOnce))
    draft.emit({ type: 'deal.lapsed', lot, number: award.number })
}

/** D6: deals do not wait for a bidder who is no longer admitted. */
export function lapseDealsWith(draft: Draft, number: BiddingNumber): void {
  for (const { lot, award } of draft.state.lots)
    if (award?.number === number) draft.emit({ type: 'deal.lapsed', lot, number }, 'room')
}
