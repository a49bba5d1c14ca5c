import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import type { BiddingNumber, Lot, LotId, SellerCode } from '../lot.ts'
import { dealOf } from '../outcome.ts'
import type { Bidder, SessionState } from '../state.ts'
import { CURRENCIES } from '../units.ts'
import { dealsOver, lapseDealsWith } from './deals.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { isOver } from '../evolve/waiting.ts'
import { lotOf, overRefused, runs } from './lot.ts'
import { endOffers, liveOffers, withdraw } from './endings.ts'
import { closingForBidder, isLimit, isWorth } from './limits.ts'
import { alive } from './phase.ts'
import { strikeOrphans } from './strike.ts'
import { mayAdmit, mayExclude, mayRun, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function admit(draft: Draft, { standing }: Command<'admit'>, by: Who): Ruling {
  if (!mayAdmit(by)) return refuse('identity.not_allowed')
  const { state } = draft
  const known = biddersOf(state).find((bidder) => bidder.company === standing.company)
  const refusal = alive(state) ?? mayEnter(draft, standing, known)
  if (refusal !== null) return refusal
  const closing = known === undefined ? null : closingForBidder(draft, known.number)
  if (closing !== null) return closing
  const number = known?.number ?? Math.max(0, ...biddersOf(state).map((bidder) => bidder.number)) + 1
  draft.emit({ type: 'bidder.admitted', number, company: standing.company, flags: standing.flags })
  // A8, K5: what was left for a lot's closing does not come back to life where a bid made the lot go on.
  for (const lot of draft.state.lots.withCeilings()) {
    if (own(lot.ceilings, number) !== undefined)
      draft.emit({ type: 'ceiling.dropped', lot: lot.lot, number, clerk: null }, 'room')
  }
  for (const currency of CURRENCIES) {
    const most = standing.limits?.[currency]
    const known = own(draft.state.bidders, number)?.limits[currency]
    // A readmitted company keeps the limit that the operator has set since.
    const worth = standing.worth ?? null
    if (most !== undefined && known === undefined && isLimit(most) && (worth === null || isWorth(worth, currency)))
      draft.emit({ type: 'limit.set', number, account: null, currency, most, worth })
  }
  return null
}

function mayEnter({ state, stamp }: Draft, standing: Command<'admit'>['standing'], known: Bidder | undefined): Ruling {
  const { company, status } = standing
  if (known?.admitted === true) return refuse('bidder.already_admitted', { number: known.number })
  if (Object.values(state.sellers).some((seller) => seller.company === company)) return refuse('bidder.sells_here')
  if (state.hostCompany === company) return refuse('bidder.hosts_here')
  if (status === 0) return refuse('bidder.suspended')
  if (state.practice) return null
  if (standing.operates) return refuse('bidder.operates_here')
  if (status !== 4) return refuse('bidder.not_certified')
  if (!standing.agreementInEffect) return refuse('bidder.no_agreement')
  // A bidder with a number signed up in time before, so the deadline does not apply to its readmission (A5).
  if (known !== undefined || (standing.appliedAt ?? stamp) < state.signUpDeadline) return null
  return refuse('session.sign_up_closed', { closedAt: state.signUpDeadline })
}

const biddersOf = (state: SessionState): readonly Bidder[] => Object.values(state.bidders)

/** C13: ceilings of a person who is no longer of the company lapse, but on lots that only wait to be closed (K5). */
export function departed(draft: Draft, { account }: Command<'departed'>, by: Who): Ruling {
  if (!mayAdmit(by)) return refuse('identity.not_allowed')
  const refusal = alive(draft.state)
  if (refusal !== null) return refusal
  for (const lot of draft.state.lots.withCeilings()) {
    if (isOver(draft.state, lot, draft.stamp)) continue
    for (const [key, ceiling] of Object.entries(lot.ceilings))
      if (ceiling.account === account)
        draft.emit({ type: 'ceiling.dropped', lot: lot.lot, number: Number(key), clerk: null }, 'room')
  }
  return null
}

export function dismiss(draft: Draft, command: Command<'dismiss'>, by: Who): Ruling {
  if (!mayExclude(by)) return refuse('identity.not_allowed')
  const refusal = alive(draft.state)
  if (refusal !== null) return refusal
  if (own(draft.state.bidders, command.number)?.admitted !== true) return refuse('bidder.not_admitted')
  const reason = command.reason.trim()
  if (reason === '') return refuse('bid.reason_required')
  draft.emit({ type: 'bidder.dismissed', number: command.number, reason, over: lotsOver(draft) })
  loseStanding(draft, command.number, reason)
  return null
}

/** Suspension comes from outside the room: it applies to the company in any role, and repeating it changes nothing. */
export function suspend(draft: Draft, { company, reason }: Command<'suspend'>, by: Who): Ruling {
  if (!mayExclude(by)) return refuse('identity.not_allowed')
  // D8: after the seal its deals are held as long as deals can be.
  const refusal = draft.state.phase === 5 && dealsOver(draft) === null ? null : alive(draft.state)
  if (refusal !== null) return refusal
  const bidder = biddersOf(draft.state).find((b) => b.company === company && !b.suspended)
  const sellers = Object.values(draft.state.sellers).filter((s) => s.company === company && !s.suspended)
  // L7: a suspension by the host is no way around the operator.
  const codes = new Set(sellers.map(({ seller }) => seller))
  if (by.is === 'host' && [...draft.state.lots].some((lot) => codes.has(lot.seller) && isBidOn(lot)))
    return refuse('lot.already_bid')
  if (bidder !== undefined) suspendBidder(draft, bidder, reason)
  for (const { seller } of sellers) suspendSeller(draft, seller, reason)
  return null
}

function suspendBidder(draft: Draft, { number, admitted }: Bidder, reason: string): void {
  if (admitted) {
    draft.emit({ type: 'bidder.suspended', number, reason, over: lotsOver(draft) })
    loseStanding(draft, number, reason)
  }
  holdDeals(draft, reason, (lot) => lot.deal?.number === number)
}

/** K5: the lots whose time was over: an exclusion received since changes no bid and no ceiling on them. */
const lotsOver = ({ state, stamp }: Draft): readonly LotId[] =>
  [...state.lots].flatMap((lot) => (isOver(state, lot, stamp) ? [lot.lot] : []))

function loseStanding(draft: Draft, number: BiddingNumber, reason: string): void {
  for (const lot of draft.state.lots) {
    if (lot.leading?.number === number && runs(draft.state, lot, draft.stamp)) strikeOrphans(draft, lot, reason)
  }
  lapseDealsWith(draft, number)
  endOffers(
    draft,
    'lapsed',
    liveOffers(draft.state).filter((offer) => offer.number === number),
  )
}

function suspendSeller(draft: Draft, seller: SellerCode, reason: string): void {
  draft.emit({ type: 'seller.suspended', seller, reason })
  for (const lot of draft.state.lots) {
    if (lot.seller === seller && !isOver(draft.state, lot, draft.stamp)) withdraw(draft, lot.lot, reason)
  }
  holdDeals(draft, reason, (lot) => lot.seller === seller)
}

function holdDeals(draft: Draft, reason: string, ofThem: (lot: Lot) => boolean): void {
  for (const lot of draft.state.lots) {
    const deal = dealOf(lot)
    if (deal !== null && !deal.onHold && ofThem(lot)) {
      draft.emit({ type: 'deal.held', lot: lot.lot, number: deal.number, reason })
    }
  }
}

/** Whether a bid stands on a lot that has not ended: the operator alone takes it off then (L7). */
const isBidOn = ({ status, leading }: Lot): boolean =>
  leading !== null && status !== 'sold' && status !== 'withdrawn' && status !== 'failed'

export function withdrawLot(draft: Draft, command: Command<'withdrawLot'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const refusal = alive(draft.state)
  if (refusal !== null) return refusal
  const lot = lotOf(draft.state, command.lot)
  if (lot === null) return refuse('lot.not_found')
  const reason = command.reason.trim()
  if (reason === '') return refuse('bid.reason_required')
  const over = overRefused(draft.state, lot, draft.stamp)
  if (over !== null) return over
  if (by.is !== 'operator' && isBidOn(lot)) return refuse('lot.already_bid')
  return withdraw(draft, command.lot, reason) ? null : refuse('lot.has_ended')
}
