import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { boundOf, counts, exposureOf, weighed } from '../evolve/exposure.ts'
import type { AccountId, BiddingNumber, Ceiling, Lot, Moved } from '../lot.ts'
import type { Bidder, Limits, Worth } from '../state.ts'
import { LAW } from '../rule.ts'
import { amountOf, CURRENCIES, type Currency, later, type Milli, type Minor, minor } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { isOver } from '../evolve/waiting.ts'
import { isAdmittedOn } from './lot.ts'
import { alive } from './phase.ts'
import type { Who } from './who.ts'

type SetLimit = Extract<PersonCommand, { type: 'setLimit' }>

/**
 * X5: raised at any time, lowered to the exposed amount, by the operator's correction also below it. A person's limit is
 * set by the operator or a colleague.
 */
export function setLimit(draft: Draft, command: SetLimit, by: Who): Ruling {
  const { number, account, currency, most, worth = null, correction = false } = command
  const colleague =
    by.is === 'bidder' && by.number === number && by.clerk === null && account !== null && account !== draft.account
  if (by.is !== 'operator' && (!colleague || correction)) return refuse('identity.not_allowed')
  const refusal = alive(draft.state)
  if (refusal !== null) return refusal
  const bidder = own(draft.state.bidders, number)
  if (bidder === undefined) return refuse('bidder.not_admitted')
  if ((most !== null && !isLimit(most)) || (worth !== null && !isWorth(worth, currency))) return refuse('limit.invalid')
  const before = (account === null ? bidder.limits : own(bidder.people, account))?.[currency]
  // A limit counts other currencies by its worth, the new one as well as the one that it replaces.
  const closing = closingFor(draft, number, worth === null && (before?.worth ?? null) === null ? currency : null)
  if (closing !== null) return closing
  const exposed = exposureOf(draft.state, command)
  if (most !== null && most < exposed && !correction) return refuse('limit.below_exposed', { exposed })
  draft.emit({ type: 'limit.set', number, account, currency, most, worth })
  return null
}

/**
 * K5: a bidder's lead and ceiling on a lot that only waits for its closing are worth what they were at the deadline. What
 * would change that is refused for that moment. `currency`: of a limit that is to be set; `null`: of any.
 */
export const closingFor = (draft: Draft, number: BiddingNumber, currency: Currency | null): Ruling =>
  refusedWhileClosing(
    draft,
    (lot) =>
      (lot.leading?.number === number || own(lot.ceilings, number) !== undefined) &&
      (currency === null || currency === lot.currency),
  )

/** K5, H1: as `closingFor`, for an admission: a recent bidder's presence may also have the lot held. */
export const closingForBidder = (draft: Draft, number: BiddingNumber): Ruling =>
  closingFor(draft, number, null) ??
  refusedWhileClosing(draft, ({ book }) => book?.standing?.recent.includes(number) === true)

function refusedWhileClosing({ state, stamp }: Draft, concerns: (lot: Lot) => boolean): Ruling {
  for (const lot of state.lots)
    if (concerns(lot) && isOver(state, lot, stamp)) return refuse('lot.closing', { position: lot.position })
  return null
}

export const isLimit = (most: number): boolean => Number.isSafeInteger(most) && most > 0

/** Rates that weigh a limit's currency, and perhaps others. */
export const isWorth = (worth: Worth, currency: Currency): boolean =>
  worth[currency] !== undefined && CURRENCIES.every((one) => worth[one] === undefined || isLimit(worth[one]))

/** The amount that a bid on a lot may cost at most. */
interface Room {
  readonly left: number
  /** The person's own limit is the nearer one. */
  readonly own: boolean
}

type Judged = Pick<Draft, 'state' | 'stamp'>

/** What a ceiling may still bind. */
interface Reserve {
  readonly position: number
  readonly account: AccountId | null
  readonly currency: Currency
  readonly amount: number
}

/**
 * K5: what the ceilings of a company on lots that only wait for their closing could bind there, beyond what they have
 * bound. It is not to be had for an act received after those lots' deadlines: they close as the limits were then.
 */
export function reservedFor({ state, stamp }: Judged, number: BiddingNumber, lot: Lot): readonly Reserve[] {
  if (isOver(state, lot, stamp)) return []
  return state.lots.due(later(stamp, LAW.closeGraceMs)).flatMap((waiting) => {
    const { position, currency, quantity, leading } = waiting
    const ceiling = own(waiting.ceilings, number)
    if (ceiling === undefined || ceiling.suspended || !isOver(state, waiting, stamp)) return []
    const bound = leading?.number === number ? amountOf(leading.price, quantity) : 0
    const amount = Math.max(0, amountOf(ceiling.amount, quantity) - bound)
    return [{ position, account: ceiling.account, currency, amount }]
  })
}

/** X2: `null`: no limit. The company's exposure on this very lot is released for the new amount. */
function roomOn(bidder: Bidder, lot: Lot, account: AccountId | null, reserved: readonly Reserve[] = []): Room | null {
  const bound = boundOf(lot)
  const freed = bound?.number === bidder.number ? amountOf(bound.price, bound.quantity) : 0
  const whole = leftOf(bidder.limits, lot.currency, freed, { reserved, moved: movedBy(lot, bidder, null) })
  const person = account === null ? undefined : own(bidder.people, account)
  const theirs = { reserved: reserved.filter((one) => one.account === account), moved: movedBy(lot, bidder, account) }
  const single =
    person === undefined ? Infinity : leftOf(person, lot.currency, bound?.account === account ? freed : 0, theirs)
  if (whole === Infinity && single === Infinity) return null
  return single < whole ? { left: single, own: true } : { left: whole, own: false }
}

/** K5: how limits were used elsewhere while the lot waits for its closing. */
const movedBy = ({ status, clock, book }: Lot, { number }: Bidder, account: AccountId | null): readonly Moved[] =>
  status !== 'open' || clock === null || book === null
    ? []
    : book.moved.filter((one) => one.deadline === clock.deadline && one.number === number && one.account === account)

/** The amount in a currency that the nearest of these limits leaves, once `freed` of that currency is released. */
function leftOf(
  limits: Limits,
  currency: Currency,
  freed: number,
  { reserved, moved }: { readonly reserved: readonly Reserve[]; readonly moved: readonly Moved[] },
): number {
  let left = Infinity
  for (const of of CURRENCIES) {
    const limit = limits[of]
    if (limit === undefined || !counts(limit.worth, currency, of)) continue
    const kept = reserved.reduce((sum, one) => sum + weighed(one.amount, one.currency, of, limit.worth), 0)
    // What was used in addition had to leave the lot what its ceilings may bind (`reservedFor`).
    const freedElsewhere = Math.max(0, ...moved.filter((one) => one.of === of).map(({ by }) => -by))
    const rest = limit.most - limit.exposed - freedElsewhere - kept + weighed(freed, currency, of, limit.worth)
    left = Math.min(left, inCurrency(rest, of, currency, limit.worth))
  }
  return left
}

/** The most in `currency` that weighs no more than `left` against a limit in `of`. */
function inCurrency(left: number, of: Currency, currency: Currency, worth: Worth | null): number {
  const [from, to] = [worth?.[of], worth?.[currency]]
  if (currency === of || left <= 0 || from === undefined || to === undefined) return left
  return Number((BigInt(left) * BigInt(to)) / BigInt(from))
}

/** The refusal when this company, or this person of it, may not take on that amount; `null`: it may. */
export function overLimit(
  judged: Judged,
  bidder: Bidder,
  lot: Lot,
  account: AccountId | null,
  { price, quantity }: { readonly price: Minor; readonly quantity: Milli },
): Ruling {
  const amount = amountOf(price, quantity)
  // X5: what is bound stays so, also above a limit that was corrected since.
  const bound = boundOf(lot)
  if (bound?.number === bidder.number && bound.account === account && amount <= amountOf(bound.price, bound.quantity))
    return null
  const room = roomOn(bidder, lot, account)
  if (room === null) return null
  if (amount > room.left)
    return refuse(room.own ? 'bid.over_own_limit' : 'bid.over_limit', { left: Math.max(0, room.left) })
  const reserved = reservedFor(judged, bidder.number, lot)
  const [first] = reserved
  if (first === undefined || amount <= (roomOn(bidder, lot, account, reserved)?.left ?? Infinity)) return null
  return refuse('lot.closing', { position: first.position })
}

/** X3: the ceiling as far as the limits carry it, on the grid; `null`: they do not even carry the start price. */
export function carried(judged: Judged, bidder: Bidder, lot: Lot, ceiling: Ceiling): Ceiling | null {
  const needed = amountOf(ceiling.amount, lot.quantity)
  if (roomOn(bidder, lot, ceiling.account) === null) return ceiling
  const left = roomOn(bidder, lot, ceiling.account, reservedFor(judged, bidder.number, lot))?.left ?? Infinity
  if (needed <= left) return ceiling
  // Amounts are rounded half up, so the highest price is the one whose exact amount is below the next half.
  const highest = Number((BigInt(left) * 1_000n + 499n) / BigInt(lot.quantity))
  if (highest < lot.startPrice) return null
  return { ...ceiling, amount: minor(highest - ((highest - lot.startPrice) % lot.addRange)) }
}

/** X4: whether this bid may stand again after a void. */
export function stands(
  judged: Judged,
  lot: Lot,
  bid: { number: number; account: AccountId | null; price: Minor },
): boolean {
  const bidder = own(judged.state.bidders, bid.number)
  if (bidder === undefined || !isAdmittedOn(judged.state, lot, bid.number)) return false
  return overLimit(judged, bidder, lot, bid.account, { price: bid.price, quantity: lot.quantity }) === null
}
