import type { SessionEvent } from '../events.ts'
import type { AccountId, BiddingNumber, Lot, LotId } from '../lot.ts'
import { dealOf } from '../outcome.ts'
import type { Limit, Limits, SessionState, Worth } from '../state.ts'
import { amountOf, CURRENCIES, type Currency, type Milli, minor, type Minor } from '../units.ts'
import { editBidder, own } from './edit.ts'

/** A company's deal or lead on a lot, counted against its limit. */
export interface Bound {
  readonly number: BiddingNumber
  readonly account: AccountId | null
  readonly price: Minor
  readonly quantity: Milli
}

/** X1: a standing deal, the lead of a lot whose clock runs, or a lead that waits for the seller's confirmation. */
export function boundOf(lot: Lot): Bound | null {
  const { status, leading, award, quantity } = lot
  if (status === 'sold') return dealOf(lot)
  const leads = status === 'open' || status === 'held' || award?.asks === 'seller'
  return leads && leading !== null ? { ...leading, quantity } : null
}

/** Replaces a lot and updates the exposures that it changes. */
function withLot(state: SessionState, before: Lot, after: Lot): SessionState {
  const next = after === before ? state : { ...state, lots: state.lots.with(after) }
  const [was, is] = [boundOf(before), boundOf(after)]
  if (same(was, is)) return next
  return charged(charged(next, before.currency, was, -1), after.currency, is, 1)
}

/** The state with one lot changed; unchanged where the lot is unknown. */
export function editLot(state: SessionState, id: LotId, change: (lot: Lot) => Lot): SessionState {
  const lot = state.lots.get(id)
  return lot === undefined ? state : withLot(state, lot, change(lot))
}

const same = (a: Bound | null, b: Bound | null): boolean =>
  a === b ||
  (a?.number === b?.number && a?.account === b?.account && a?.price === b?.price && a?.quantity === b?.quantity)

function charged(state: SessionState, currency: Currency, bound: Bound | null, sign: 1 | -1): SessionState {
  const bidder = bound === null ? undefined : own(state.bidders, bound.number)
  if (bound === null || bidder === undefined) return state
  const amount = amountOf(bound.price, bound.quantity)
  const { account } = bound
  const limits = counted(bidder.limits, currency, amount, sign)
  const person = account === null ? undefined : own(bidder.people, account)
  const theirs = person === undefined ? undefined : counted(person, currency, amount, sign)
  if (limits === bidder.limits && theirs === person) return state
  return editBidder(state, bound.number, (one) => ({
    ...one,
    limits,
    people: account === null || theirs === undefined ? one.people : { ...one.people, [account]: theirs },
  }))
}

/** The same object where no limit counts the currency. */
function counted(limits: Limits, currency: Currency, amount: Minor, sign: 1 | -1): Limits {
  let next = limits
  for (const of of CURRENCIES) {
    const limit = limits[of]
    if (limit === undefined) continue
    const by = weighed(amount, currency, of, limit.worth)
    if (by > 0) next = { ...next, [of]: { ...limit, exposed: minor(limit.exposed + sign * by) } }
  }
  return next
}

/** Whether a limit in `of` counts this currency. */
export const counts = (worth: Worth | null, currency: Currency, of: Currency): boolean =>
  currency === of || (worth?.[currency] !== undefined && worth[of] !== undefined)

/** X9: the amount as it counts against a limit in `of`, rounded up; 0 where the limit does not count its currency. */
export function weighed(amount: number, currency: Currency, of: Currency, worth: Worth | null): number {
  if (currency === of) return amount
  const [from, to] = [worth?.[currency], worth?.[of]]
  if (from === undefined || to === undefined) return 0
  const exact = (BigInt(amount) * BigInt(to) + BigInt(from) - 1n) / BigInt(from)
  return exact > MOST ? Number.MAX_SAFE_INTEGER : Number(exact)
}
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

type LimitSet = Extract<SessionEvent, { type: 'limit.set' }>

/** Exposure is summed up once, when a limit is set, and counted on from there. */
export function limitSet(state: SessionState, event: LimitSet): SessionState {
  const { number, account, currency, most, worth } = event
  const limit: Limit | null = most === null ? null : { most, exposed: exposureOf(state, event), worth }
  const lifted = uncapped(state, number)
  return editBidder(lifted, number, (bidder) =>
    account === null
      ? { ...bidder, limits: withLimit(bidder.limits, currency, limit) }
      : {
          ...bidder,
          people: { ...bidder.people, [account]: withLimit(own(bidder.people, account) ?? {}, currency, limit) },
        },
  )
}

function withLimit(limits: Limits, currency: Currency, limit: Limit | null): Limits {
  const { [currency]: _, ...others } = limits
  return limit === null ? others : { ...others, [currency]: limit }
}

/** The total that a company, or one person of it, has won and leads: in one currency, or in all that `worth` weighs. */
export function exposureOf(
  { lots }: SessionState,
  {
    number,
    account,
    currency,
    worth = null,
  }: Pick<LimitSet, 'number' | 'account' | 'currency'> & { readonly worth?: Worth | null },
): Minor {
  let sum = 0
  for (const lot of lots) {
    const bound = boundOf(lot)
    if (bound?.number === number && (account === null || bound.account === account))
      sum += weighed(amountOf(bound.price, bound.quantity), lot.currency, currency, worth)
  }
  // Without a limit a company may bind more than can be told exactly; that is above every limit.
  return minor(Math.min(sum, Number.MAX_SAFE_INTEGER))
}

/** A changed limit may notify a ceiling's owner again. */
function uncapped(state: SessionState, number: BiddingNumber): SessionState {
  const capped = state.lots.withCeilings().filter((lot) => own(lot.ceilings, number)?.capped === true)
  return capped.reduce((next, lot) => withLot(next, lot, withCapped(lot, number, false)), state)
}

export function withCapped(lot: Lot, number: BiddingNumber, capped: boolean): Lot {
  const ceiling = own(lot.ceilings, number)
  if (ceiling === undefined || ceiling.capped === capped) return lot
  return { ...lot, ceilings: { ...lot.ceilings, [number]: { ...ceiling, capped } } }
}
