import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { boundOf, exposureOf } from '../evolve/exposure.ts'
import type { AccountId, Ceiling, Lot } from '../lot.ts'
import type { Bidder, Limits, SessionState } from '../state.ts'
import { amountOf, type Currency, type Milli, type Minor, minor } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { alive } from './phase.ts'
import type { Who } from './who.ts'

type SetLimit = Extract<PersonCommand, { type: 'setLimit' }>

/** X5: raised at any time, lowered to the exposed amount. A person's limit is set by the operator or a colleague. */
export function setLimit(draft: Draft, command: SetLimit, by: Who): Ruling {
  const { number, account, currency, most } = command
  const colleague =
    by.is === 'bidder' && by.number === number && by.clerk === null && account !== null && account !== draft.account
  if (by.is !== 'operator' && !colleague) return refuse('identity.not_allowed')
  const refusal = alive(draft.state)
  if (refusal !== null) return refusal
  if (own(draft.state.bidders, number) === undefined) return refuse('bidder.not_admitted')
  if (most !== null && !isLimit(most)) return refuse('limit.invalid')
  const exposed = exposureOf(draft.state, command)
  if (most !== null && most < exposed) return refuse('limit.below_exposed', { exposed })
  draft.emit({ type: 'limit.set', number, account, currency, most })
  return null
}

export const isLimit = (most: number): boolean => Number.isSafeInteger(most) && most > 0

/** The amount that a bid on a lot may cost at most. */
interface Room {
  readonly left: number
  /** The person's own limit is the nearer one. */
  readonly own: boolean
}

/** X2: `null`: no limit. The company's exposure on this very lot is released for the new amount. */
function roomOn(bidder: Bidder, lot: Lot, account: AccountId | null): Room | null {
  const company = leftOf(bidder.limits, lot.currency)
  const person = account === null ? null : leftOf(own(bidder.people, account) ?? {}, lot.currency)
  if (company === null && person === null) return null
  const bound = boundOf(lot)
  const freed = bound?.number === bidder.number ? amountOf(bound.price, bound.quantity) : 0
  const whole = company === null ? Infinity : company + freed
  const single = person === null ? Infinity : person + (bound?.account === account ? freed : 0)
  return single < whole ? { left: single, own: true } : { left: whole, own: false }
}

function leftOf(limits: Limits, currency: Currency): number | null {
  const limit = limits[currency]
  return limit === undefined ? null : limit.most - limit.exposed
}

/** The refusal when this company, or this person of it, may not take on that amount; `null`: it may. */
export function overLimit(
  bidder: Bidder,
  lot: Lot,
  account: AccountId | null,
  { price, quantity }: { readonly price: Minor; readonly quantity: Milli },
): Ruling {
  const room = roomOn(bidder, lot, account)
  if (room === null || amountOf(price, quantity) <= room.left) return null
  return refuse(room.own ? 'bid.over_own_limit' : 'bid.over_limit', { left: Math.max(0, room.left) })
}

/** X3: the ceiling as far as the limits carry it, on the grid; `null`: they do not even carry the start price. */
export function carried(bidder: Bidder, lot: Lot, ceiling: Ceiling): Ceiling | null {
  const room = roomOn(bidder, lot, ceiling.account)
  if (room === null || amountOf(ceiling.amount, lot.quantity) <= room.left) return ceiling
  // Amounts are rounded half up, so the highest price is the one whose exact amount is below the next half.
  const highest = Number((BigInt(room.left) * 1_000n + 499n) / BigInt(lot.quantity))
  if (highest < lot.startPrice) return null
  return { ...ceiling, amount: minor(highest - ((highest - lot.startPrice) % lot.addRange)) }
}

/** X4: whether this bid may stand again after a void. */
export function stands(
  state: SessionState,
  lot: Lot,
  bid: { number: number; account: AccountId | null; price: Minor },
) {
  const bidder = own(state.bidders, bid.number)
  if (bidder?.admitted !== true) return false
  return overLimit(bidder, lot, bid.account, { price: bid.price, quantity: lot.quantity }) === null
}
