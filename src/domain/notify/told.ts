import type { AccountId, BiddingNumber, CompanyId, Lot, SellerCode, StandingBid } from '../lot.ts'
import type { SessionState } from '../state.ts'
import type { ContractEvent } from '../trade/contract.ts'
import type { Claim, Day } from '../trade/money.ts'
import type { Currency, Instant, Minor } from '../units.ts'
import { instant, later } from '../units.ts'
import { toBeDated } from '../decide/publish.ts'
import type { Notice, Told } from './notice.ts'

// The recipients of each kind of notice, one function per kind. A notice holds nothing that its readers could not see
// in the room: no rival's number, company, ceiling or reserve.

/** A watched or bid-on lot closes within this time: its watchers and bidders are notified. */
export const CLOSES_WITHIN_MS = 5 * 60_000
/** Watched lots open within this time. */
export const OPENS_WITHIN_MS = 60 * 60_000

export const toldBidder = ({ bidders }: SessionState, number: BiddingNumber): Told[] =>
  companyOf(bidders[number]?.company)
export const toldSeller = ({ sellers }: SessionState, code: SellerCode): Told[] => companyOf(sellers[code]?.company)
/** The person of a bid, as a part of the bidder's company. */
export const toldPerson = ({ bidders }: SessionState, number: BiddingNumber, account: AccountId | null): Told[] => {
  const of = bidders[number]?.company ?? null
  return of === null ? (account === null ? [] : [{ account }]) : [{ account, of }]
}
const companyOf = (company: CompanyId | null | undefined): Told[] => (company ? [{ company }] : [])

/** The notices of a state of the room, compared to the one before. `before: null`: the one before is unknown. */
export function noticesOf(before: SessionState | null, after: SessionState): readonly Notice[] {
  if (after.practice) return []
  const lots = before === null ? [...after.lots] : after.lots.changedSince(before.lots)
  return [
    ...(before === null ? [] : lots.flatMap((lot) => outbid(after, before.lots.get(lot.lot), lot))),
    ...lots.flatMap((lot) => dealToConfirm(after, lot)),
    ...(before !== null && before.offers === after.offers ? [] : offersWaiting(before, after)),
    ...(before !== null && before.closure === after.closure ? [] : [...saleHeld(after), ...saleResumed(before, after)]),
    ...(before !== null && before.postponed === after.postponed ? [] : salePostponed(after)),
    ...(before !== null && before.cancelled === after.cancelled ? [] : saleCancelled(after)),
  ]
}

/** Bidders who led and were outbid: each bid's person alone, with the leading price. */
export function outbid(state: SessionState, before: Lot | undefined, after: Lot): readonly Notice[] {
  const { leading } = after
  if (leading === null || before === undefined || leading === before.leading) return []
  const since = before.leading?.seq ?? 0
  // A void gives the lead back to an older bid: no bidder is outbid.
  if (leading.seq < since) return []
  // Newest first: of each bidder only the newest bid counts.
  const lost = new Map<
    BiddingNumber,
    { readonly account: AccountId | null; readonly seq: number; readonly above: number }
  >()
  /** seq of the bid next above, which is the same on every node however many bids the node reads at once. */
  let above = leading.seq
  const note = ({ number, account, seq }: Pick<StandingBid, 'number' | 'account' | 'seq'>): void => {
    if (number !== leading.number && !lost.has(number)) lost.set(number, { account, seq, above })
    above = seq
  }
  let bid: StandingBid | 'left_out' | null = after.book?.standing ?? null
  for (; bid !== null && bid !== 'left_out' && bid.seq > since; bid = bid.prev) note(bid)
  // A bid that a void struck before the newer bids was not outbid by them.
  const stillStands = after.book === null || bid === 'left_out' || bid?.seq === since
  if (before.leading !== null && before.round === after.round && stillStands) note(before.leading)
  return [...lost].map(([number, { account, seq, above: by }]) => ({
    facts: {
      kind: 'outbid',
      sale: state.scheduleTimelineId,
      lot: after.lot,
      price: leading.price,
      currency: after.currency,
      unit: after.unit,
    },
    cause: `${after.lot}:${seq}:${by}`,
    to: toldPerson(state, number, account),
    awayOnly: true,
    ...(after.clock && { until: after.clock.deadline }),
  }))
}

/** The party whose confirmation a deal waits for. */
export function dealToConfirm(state: SessionState, lot: Lot): readonly Notice[] {
  const { award } = lot
  if (award === null) return []
  return [
    {
      facts: {
        kind: 'dealToConfirm',
        sale: state.scheduleTimelineId,
        lot: lot.lot,
        price: award.price,
        currency: lot.currency,
        unit: lot.unit,
        at: award.until,
      },
      cause: `${lot.lot}:${award.asks}:${award.until}`,
      to: award.asks === 'seller' ? toldSeller(state, lot.seller) : toldBidder(state, award.number),
      until: award.until,
    },
  ]
}

/** The side that is to answer a live offer. */
export function offersWaiting(before: SessionState | null, after: SessionState): readonly Notice[] {
  return Object.values(after.offers).flatMap((offer): Notice[] => {
    const lot = after.lots.get(offer.lot)
    if (offer.status !== 'live' || before?.offers[offer.offer] === offer || lot === undefined) return []
    return [
      {
        facts: {
          kind: 'offerWaiting',
          sale: after.scheduleTimelineId,
          lot: offer.lot,
          price: offer.price,
          currency: lot.currency,
          unit: lot.unit,
          at: offer.expiresAt,
        },
        cause: `${offer.offer}:${offer.revision}`,
        to: offer.from === 'buyer' ? toldSeller(after, offer.seller) : toldBidder(after, offer.number),
        awayOnly: true,
        foundAgain: true,
        until: offer.expiresAt,
      },
    ]
  })
}

/** All companies that bid or sell in the sale. */
const participants = ({ bidders, sellers }: SessionState): readonly Told[] => [
  ...Object.values(bidders).flatMap(({ admitted, company }) => (admitted ? companyOf(company) : [])),
  ...Object.values(sellers).flatMap(({ company }) => companyOf(company)),
]

/** The bidders and sellers of a sale that is closed temporarily. */
export function saleHeld(state: SessionState): readonly Notice[] {
  const { closure, scheduleTimelineId: sale } = state
  if (closure === null || state.phase === 5) return []
  return [
    {
      facts: { kind: 'saleHeld', sale, message: closure.message },
      cause: `${sale}:${closure.since}`,
      to: participants(state),
      awayOnly: true,
      foundAgain: true,
    },
  ]
}

/** The bidders and sellers of a sale that goes on after a temporary closing. */
export function saleResumed(before: SessionState | null, after: SessionState): readonly Notice[] {
  const { scheduleTimelineId: sale } = after
  if (!before?.closure || after.closure !== null || after.phase === 5) return []
  return [
    {
      facts: { kind: 'saleResumed', sale },
      cause: `${sale}:${before.closure.since}`,
      to: participants(after),
      awayOnly: true,
    },
  ]
}

const sellersOf = ({ sellers }: SessionState): readonly Told[] =>
  Object.values(sellers).flatMap(({ company }) => companyOf(company))

/**
 * People of a postponed sale, in the room or not: those signed up, its sellers and its host. A seller whose lots would
 * be delivered before the new start is asked for other dates (S8).
 */
export function salePostponed(state: SessionState): readonly Notice[] {
  const { postponed, startTime, scheduleTimelineId: sale } = state
  if (postponed === null || state.phase > 3) return []
  const facts = { kind: 'salePostponed', sale, at: startTime, reason: postponed.reason } as const
  const about = { cause: `${sale}:${startTime}`, until: startTime }
  const undated = Map.groupBy(toBeDated(state), ({ seller }) => seller)
  const others = Object.values(state.sellers).filter(({ seller }) => !undated.has(seller))
  return [
    {
      facts,
      ...about,
      to: [{ signedUpFor: sale, by: postponed.at }, ...others.flatMap(({ company }) => companyOf(company))],
    },
    ...[...undated].map(([seller, lots]) => ({
      facts: { ...facts, lots: lots.length },
      ...about,
      to: toldSeller(state, seller),
    })),
  ]
}

/** A cancellation is news for this long: a room that is read again later notifies no account anew. */
const CANCELLED_NEWS_MS = 30 * 24 * 60 * 60_000

/** The people of a cancelled sale, whether it had begun or not. */
export function saleCancelled(state: SessionState): readonly Notice[] {
  const { cancelled, scheduleTimelineId: sale } = state
  if (cancelled === null) return []
  return [
    {
      facts: { kind: 'saleCancelled', sale, reason: cancelled.reason },
      cause: sale,
      to: [{ signedUpFor: sale, by: cancelled.at }, ...sellersOf(state)],
      until: later(cancelled.at, CANCELLED_NEWS_MS),
    },
  ]
}

/** Watchers of open lots near their end. Once a round, though bids move the end. */
export function lotsClosing(state: SessionState, now: Instant): readonly Notice[] {
  if (state.practice || state.closure !== null || state.phase !== 4) return []
  return [...state.lots].flatMap((lot): Notice[] => {
    const { status, clock } = lot
    if (status !== 'open' || clock === null || clock.deadline <= now || clock.deadline > later(now, CLOSES_WITHIN_MS))
      return []
    return [
      {
        facts: { kind: 'lotCloses', sale: state.scheduleTimelineId, lot: lot.lot, at: clock.deadline },
        cause: `${lot.lot}:${lot.round}`,
        to: [{ watchers: lot.lot }],
        awayOnly: true,
        until: clock.deadline,
      },
    ]
  })
}

/** A watcher of lots of a sale that begins soon, told once for all its lots. */
export const lotsOpening = (
  sale: string,
  startTime: Instant,
  watcher: { readonly account: AccountId; readonly lots: number },
): Notice => ({
  facts: { kind: 'lotOpens', sale, lots: watcher.lots, at: startTime },
  cause: `${sale}:${startTime}`,
  to: [{ account: watcher.account }],
  until: startTime,
})

/** The applicant, when a certification is decided. */
export const certified = (
  certificationId: string,
  applicant: AccountId,
  decision: { readonly approved: boolean; readonly company: string; readonly reason: string },
): Notice => ({
  facts: { kind: 'certification', ...decision },
  cause: certificationId,
  to: [{ account: applicant }],
})

interface ContractTold {
  readonly id: string
  readonly contractNo: string
  readonly buyer: CompanyId
  readonly seller: CompanyId
}

/**
 * The party whose turn it is after an act on a contract, or the parties who learn that it ended. The person who acted
 * is not told. `seq` numbers the act.
 */
export function contractTold(
  { id, contractNo, buyer, seller: sellerCompany }: ContractTold,
  event: ContractEvent,
  seq: number,
  actor: AccountId | null,
): readonly Notice[] {
  const about = { contract: id, contractNo }
  const common = { cause: `${id}:${seq}`, except: actor }
  const [toBuyer, toSeller] = [{ company: buyer }, { company: sellerCompany }]
  switch (event.type) {
    case 'signed':
      return event.by === 'buyer'
        ? [{ ...common, facts: { kind: 'contractWaiting', ...about, step: 'sign' }, to: [toSeller] }]
        : [{ ...common, facts: { kind: 'contractWaiting', ...about, step: 'verify' }, to: [{ platform: 'contracts' }] }]
    case 'revised':
      // A buyer's change leaves the contract waiting for the buyer: its colleagues see that in the list.
      return event.by === 'buyer'
        ? []
        : [{ ...common, facts: { kind: 'contractWaiting', ...about, step: 'sign' }, to: [toBuyer] }]
    case 'returned':
      return [{ ...common, facts: { kind: 'contractReturned', ...about, reason: event.reason }, to: [toBuyer] }]
    case 'terminated':
      return [
        { ...common, facts: { kind: 'contractTerminated', ...about, reason: event.reason }, to: [toBuyer, toSeller] },
      ]
    case 'verified':
      return [{ ...common, facts: { kind: 'contractComplete', ...about }, to: [toBuyer, toSeller] }]
  }
}

interface OpenClaim extends Pick<Claim, 'claim' | 'by'> {
  readonly open: Minor
  readonly due: Day
  readonly agreed?: Day
  readonly currency: Currency
  readonly overdue: boolean
}

/**
 * A claim that became overdue is news for this long, which is less than notices are kept: a later look at the
 * contract, for another claim's reminder or after a change of the working days, notifies no payer anew.
 */
const OVERDUE_NEWS_MS = 150 * 24 * 60 * 60_000

/** The payer of an open claim: once before its due day, and once when it is overdue. */
export const paymentTold = (
  { id, contractNo, buyer, seller: sellerCompany }: ContractTold,
  { by, ...claim }: OpenClaim,
): Notice => ({
  facts: { kind: 'paymentDue', contract: id, contractNo, ...claim },
  cause: `${id}:${claim.claim}:${claim.due}:${claim.overdue ? 'overdue' : 'soon'}`,
  to: [{ company: by === 'buyer' ? buyer : sellerCompany }],
  ...(claim.overdue && { until: instant(Date.parse(`${claim.due}T00:00:00+08:00`) + OVERDUE_NEWS_MS) }),
})

interface InvoiceTold {
  readonly invoice: string
  readonly step: 'asked' | 'issued' | 'declined'
  /** `null`: the platform. */
  readonly to: CompanyId | null
  readonly actor: AccountId
  readonly amount: Minor
  readonly currency: Currency
  readonly number: string
  readonly reason: string
}

/** The issuer of a requested invoice; once decided, the company that requested it. */
export const invoiceTold = (
  { id, contractNo }: Pick<ContractTold, 'id' | 'contractNo'>,
  { invoice, step, to, actor, amount, currency, number, reason }: InvoiceTold,
): Notice => ({
  facts: { kind: 'invoice', contract: id, contractNo, step, price: amount, currency, number, reason },
  cause: `${invoice}:${step}`,
  to: [to === null ? { platform: 'contracts' } : { company: to }],
  except: actor,
})
