import type { SessionEvent } from '../events.ts'
import type { AccountId, BiddingNumber, Lot, LotId } from '../lot.ts'
import type { Bidder, Limit, Limits, SessionState } from '../state.ts'
import { amountOf, type Currency, type Milli, minor, type Minor } from '../units.ts'
import { editBidder, own } from './edit.ts'

/** A company's deal or lead on a lot, counted against its limit. */
export interface Bound {
  readonly number: BiddingNumber
  readonly account: AccountId | null
  readonly price: Minor
  readonly quantity: Milli
}

/** X1: a standing deal, the lead of a lot whose clock runs, or a lead that waits for the seller's confirmation. */
export function boundOf({ status, deal, leading, award, quantity }: Lot): Bound | null {
  if (deal !== null && deal.cancelled === null) return deal
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
  if (bound === null || bidder === undefined || !isLimited(bidder, currency, bound.account)) return state
  const by = sign * amountOf(bound.price, bound.quantity)
  const { account } = bound
  return editBidder(state, bound.number, (one) => ({
    ...one,
    limits: counted(one.limits, currency, by),
    people:
      account === null || own(one.people, account) === undefined
        ? one.people
        : { ...one.people, [account]: counted(own(one.people, account) ?? {}, currency, by) },
  }))
}

const isLimited = ({ limits, people }: Bidder, currency: Currency, account: AccountId | null): boolean =>
  limits[currency] !== undefined || (account !== null && own(people, account)?.[currency] !== undefined)

function counted(limits: Limits, currency: Currency, by: number): Limits {
  const limit = limits[currency]
  return limit === undefined ? limits : { ...limits, [currency]: { ...limit, exposed: minor(limit.exposed + by) } }
}

type LimitSet = Extract<SessionEvent, { type: 'limit.set' }>

/** Exposure is summed up once, when a limit is set, and counted on from there. */
export function limitSet(state: SessionState, event: LimitSet): SessionState {
  const { number, account, currency, most } = event
  const limit: Limit | null = most === null ? null : { most, exposed: exposureOf(state, event) }
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

/** The total that a company, or one person of it, has won and leads in a currency. */
export function exposureOf(
  { lots }: SessionState,
  { number, account, currency }: Pick<LimitSet, 'number' | 'account' | 'currency'>,
): Minor {
  let sum = 0
  for (const lot of lots) {
    const bound = lot.currency === currency ? boundOf(lot) : null
    if (bound?.number === number && (account === null || bound.account === account))
      sum += amountOf(bound.price, bound.quantity)
  }
  return minor(sum)
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
