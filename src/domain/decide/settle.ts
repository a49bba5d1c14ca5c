import { nextPrice } from '../prices.ts'
import type { BiddingNumber, Ceiling, Lot, LotId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Minor, minor } from '../units.ts'
import type { Draft } from './draft.ts'
import { carried, reservedFor } from './limits.ts'
import { isAdmittedOn, lotOf } from './lot.ts'
import { type Cause, place } from './place.ts'

/** A ceiling that may bid now. */
interface Proxy {
  readonly number: BiddingNumber
  readonly amount: Minor
  readonly since: number
  readonly who: Pick<Ceiling, 'account' | 'clerk'>
}

/**
 * C2, M1: a standing ceiling is always armed, a mandate only while its owner is lost; neither is after a void, until
 * its owner sets it again.
 */
function isArmed(state: SessionState, lot: Lot, number: BiddingNumber): boolean {
  const ceiling = lot.ceilings[number]
  const bidder = state.bidders[number]
  if (ceiling === undefined || ceiling.suspended || bidder === undefined) return false
  if (!isAdmittedOn(state, lot, number)) return false
  return ceiling.mode === 'standing' || bidder.lost.includes(lot.lot)
}

/** The armed ceiling as far as its owner's limits carry it (X3); `null`: it may not bid now. */
export function activeCeiling(draft: Draft, lot: Lot, number: BiddingNumber): Ceiling | null {
  const ceiling = lot.ceilings[number]
  const bidder = draft.state.bidders[number]
  if (ceiling === undefined || bidder === undefined || !isArmed(draft.state, lot, number)) return null
  return carried(draft, bidder, lot, ceiling)
}

/**
 * C5: lets the ceilings on an open lot bid against one another until only the leader's could go on. One pass suffices:
 * the winner stops at the second's amount plus a step, or at its own amount, so no third ceiling reaches the next
 * price.
 */
export function settle(draft: Draft, id: LotId, begun: Cause | null = null): void {
  compete(draft, id, begun)
  tellCapped(draft, id)
}

/** X3: notifies a bidder whose ceiling could go on but for a limit. */
function tellCapped(draft: Draft, id: LotId): void {
  const lot = lotOf(draft.state, id)
  if (lot === null || lot.status !== 'open') return
  for (const key in lot.ceilings)
    if (Number(key) !== lot.leading?.number) tellIfCapped(draft, lot, Number(key), nextPrice(lot))
}

/** For a ceiling that a limit keeps from `wanted`; once, until it bids again, or it or the limit is set anew. */
export function tellIfCapped(draft: Draft, lot: Lot, number: BiddingNumber, wanted: Minor): void {
  const ceiling = lot.ceilings[number]
  if (ceiling === undefined || ceiling.capped || ceiling.amount < wanted || !isArmed(draft.state, lot, number)) return
  // K5: what keeps it may be over when the lot that waits is closed; then the next tick looks again.
  if (reservedFor(draft, number, lot).length > 0) return
  draft.emit({ type: 'ceiling.capped', lot: lot.lot, number }, 'room')
}

function compete(draft: Draft, id: LotId, begun: Cause | null): void {
  const lot = lotOf(draft.state, id)
  if (lot === null || lot.status !== 'open') return
  const { holder, first, second } = rank(draft, lot)
  if (first === null) return
  const bid = (proxy: Proxy, price: Minor, cause: Cause | null): Cause =>
    place(draft, { lot: id, number: proxy.number, price, from: 'ceiling', who: proxy.who, cause, extends: true })

  if (holder !== null && beats(holder, first)) {
    bid(holder, stepAbove(lot, first.amount, holder.amount), bid(first, first.amount, begun))
  } else if (holder !== null && (second === null || beats(holder, second))) {
    bid(first, stepAbove(lot, holder.amount, first.amount), begun)
  } else if (second !== null) {
    bid(first, stepAbove(lot, second.amount, first.amount), bid(second, second.amount, begun))
  } else {
    bid(first, nextPrice(lot), begun)
  }
}

/** The leader's ceiling where it can still rise, and the two best of the others' that reach the next price. */
function rank(draft: Draft, lot: Lot): { holder: Proxy | null; first: Proxy | null; second: Proxy | null } {
  const next = nextPrice(lot)
  let holder: Proxy | null = null
  let first: Proxy | null = null
  let second: Proxy | null = null
  for (const key in lot.ceilings) {
    const number = Number(key)
    const ceiling = activeCeiling(draft, lot, number)
    if (ceiling === null || ceiling.amount < next) continue
    const proxy: Proxy = { number, amount: ceiling.amount, since: ceiling.since, who: ceiling }
    if (number === lot.leading?.number) holder = proxy
    else if (first === null || beats(proxy, first)) [first, second] = [proxy, first]
    else if (second === null || beats(proxy, second)) second = proxy
  }
  return { holder, first, second }
}

/** C6: of equal ceilings the earlier leads. */
const beats = (a: Proxy, b: Proxy): boolean => (a.amount === b.amount ? a.since < b.since : a.amount > b.amount)

const stepAbove = (lot: Lot, amount: Minor, cap: Minor): Minor => minor(Math.min(amount + lot.addRange, cap))
