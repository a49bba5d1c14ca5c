import type { Currency, Instant, Milli, Minor, Unit } from './units.ts'

export type LotId = string
export type OfferId = string
/** A bidder's number, unique in the session. It belongs to a company, whichever of its people clicks. */
export type BiddingNumber = number
/** A seller's code in the session, e.g. `S1`. It belongs to a company. */
export type SellerCode = string
export type CompanyId = string
export type AccountId = string
/** The kind of staff member who acts for a company, by the PIN of its admission. */
export type Clerk = 'host' | 'operator'

/**
 * - `waiting`: not in a running round (before the first, or between rounds while unsold)
 * - `scheduled`: in the running round, opens at `clock.opensAt`
 * - `open`: bids are accepted
 * - `held`: open, but its clock is stopped (LAW.md, H4)
 * - `unsold`: its round ended without a deal; may enter another round or negotiation
 * - `sold`: a deal
 * - `withdrawn`: withdrawn from the sale
 * - `failed`: unsold when the session was sealed ("failed to sell")
 */
export type LotStatus = 'waiting' | 'scheduled' | 'open' | 'held' | 'unsold' | 'sold' | 'withdrawn' | 'failed'

export interface Lot {
  readonly lot: LotId
  /** Running number in the catalogue. */
  readonly position: number
  readonly seller: SellerCode
  readonly currency: Currency
  readonly unit: Unit
  readonly quantity: Milli
  /** Start price as published. */
  readonly publishedPrice: Minor
  /** Start price in force (published or adjusted): the grid is startPrice + k × addRange. */
  readonly startPrice: Minor
  readonly addRange: Minor
  /** ISO date (YYYY-MM-DD). */
  readonly deliveryDate: string
  /** Visible to the lot's seller and the operator; `null` for other viewers and where there is none. */
  readonly reserve: Minor | null
  readonly status: LotStatus
  /** The lot's newest round; 0 before its first. */
  readonly round: number
  readonly clock: LotClock | null
  /** Standing bid of the running (or last) round. */
  readonly leading: Leading | null
  /** Standing bids of the round; struck ones do not count. */
  readonly bidCount: number
  /** Bids of all rounds, struck ones included: the length of the lot's history. */
  readonly bidsMade: number
  /** Highest standing bid of earlier rounds of this session: belongs to the band's marks. */
  readonly highestBefore: Minor | null
  readonly hold: Hold | null
  /** A lot is held once at most. */
  readonly holdUsed: boolean
  readonly holdOffered: boolean
  /** Ceilings by bidding number; a viewer sees only its own. They lapse with the round. */
  readonly ceilings: Readonly<Record<BiddingNumber, Ceiling>>
  readonly deal: Deal | null
  /** A deal that waits for the confirmation of seller or bidder (D1, D4). */
  readonly award: Award | null
  /** Buyers whose deal for this lot was cancelled, and bidders who declined it or let it lapse. */
  readonly passed: readonly BiddingNumber[]
  /** Set on a child split off by a partial deal. */
  readonly parent: LotId | null
  /** Number of children split off so far. */
  readonly children: number
  /** Reason, when withdrawn. */
  readonly withdrawnBecause: string | null
  /** The room's own bookkeeping, `null` in every redacted view. */
  readonly book: Book | null
}

export interface LotClock {
  readonly opensAt: Instant
  readonly deadline: Instant
  /** The deadline never moves beyond this. */
  readonly hardEnd: Instant | null
}

export interface Leading {
  readonly seq: number
  readonly number: BiddingNumber
  readonly price: Minor
  readonly at: Instant
  /** The person; company and staff see it. */
  readonly account: AccountId | null
}

export interface Award {
  /**
   * `seller`: awards the lot, closed below its reserve, to its highest bidder. `bidder`: takes it after a cancellation.
   */
  readonly asks: 'seller' | 'bidder'
  readonly number: BiddingNumber
  readonly price: Minor
  readonly until: Instant
}

export interface Hold {
  readonly since: Instant
  readonly until: Instant
}

export interface Ceiling {
  readonly amount: Minor
  /** `standing`: always armed. `linkLoss`: armed only while its owner's link is lost (a mandate). */
  readonly mode: 'standing' | 'linkLoss'
  /** Sequence number of the event that set this amount: of equal ceilings the earlier leads. */
  readonly since: number
  /** Suspended by a void until its owner sets it again. */
  readonly suspended: boolean
  /** A limit stops this ceiling, and its owner is notified. */
  readonly capped: boolean
  /** The person who set it, and the clerk if one acted. */
  readonly account: AccountId | null
  readonly clerk: Clerk | null
}

export interface Deal {
  readonly number: BiddingNumber
  readonly price: Minor
  readonly quantity: Milli
  readonly amount: Minor
  readonly at: Instant
  readonly seq: number
  /** Buyer's company: disclosed to the lot's seller by the deal; the buyer, host and operator see it too. */
  readonly company: CompanyId | null
  /** The buyer's person; company and staff see it. */
  readonly account: AccountId | null
  /** Held by the operator, or because the buyer was suspended. */
  readonly onHold: boolean
  /** The reason of a cancellation; `null`: the deal is in force. */
  readonly cancelled: string | null
}

/** Standing bids of the running round, newest first, as a linked list: appending costs the same at the 100,000th. */
export interface StandingBid {
  readonly seq: number
  readonly number: BiddingNumber
  readonly price: Minor
  readonly at: Instant
  /**
   * Sequence number of the first event of the decision that a person (or a mandate) caused: a void strikes all bids
   * with one root.
   */
  readonly root: number
  /** The bidder whose act was the root. */
  readonly rootNumber: BiddingNumber
  readonly account: AccountId | null
  /** Distinct bidders of the round up to this bid, newest first, at most `RECENT_BIDDERS`. */
  readonly recent: readonly BiddingNumber[]
  /** `left_out`: a saved state omits older bids; the log has them. */
  readonly prev: StandingBid | 'left_out' | null
}

/** The saved state omits older bids that are needed now: fold the log from its beginning, and decide again. */
export class BidsLeftOut extends Error {
  override name = 'BidsLeftOut'
}

/**
 * The standing bid below this one.
 * @throws BidsLeftOut when there is one, but the saved state that this state began from left it out
 */
export function below({ seq, prev }: StandingBid): StandingBid | null {
  if (prev === 'left_out') throw new BidsLeftOut(`what stands below bid ${seq} was left out`)
  return prev
}

/** By how much the used part of a limit has grown; negative: it shrank. */
export interface Moved {
  readonly deadline: Instant
  readonly number: BiddingNumber
  /** Of a person's limit; `null`: of the company's. */
  readonly account: AccountId | null
  /** The limit's currency. */
  readonly of: Currency
  readonly by: number
}

export interface Book {
  readonly standing: StandingBid | null
  /** End of the last outage: silence on this lot is counted from then at the earliest. */
  readonly silentFrom: Instant | null
  /** When a mandate's holder was judged lost; any later sign of life ends the loss. */
  readonly lostAt: Readonly<Record<BiddingNumber, Instant>>
  /** Bidders who were excluded after the deadline that is beside them; at that deadline the exclusion has no effect (K5). */
  readonly late: Readonly<Record<BiddingNumber, Instant>>
  /** How limits were used elsewhere since the deadline that is beside them; at that deadline it does not count (K5). */
  readonly moved: readonly Moved[]
  /** The lot's live offers. */
  readonly offers: readonly OfferId[]
  /** How often each party has offered on it, by `buyer:17` (to the seller) and `seller:17` (to that buyer). */
  readonly offered: Readonly<Record<string, number>>
}

export const RECENT_BIDDERS = 8

export type OfferStatus = 'live' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'lapsed'

/** A structured offer in negotiation, between the lot's seller and one bidder. */
export interface Offer {
  readonly offer: OfferId
  readonly lot: LotId
  readonly revision: number
  readonly from: 'buyer' | 'seller'
  readonly number: BiddingNumber
  readonly seller: SellerCode
  readonly price: Minor
  readonly quantity: Milli
  readonly deliveryDate: string
  readonly note: string
  readonly expiresAt: Instant
  /** The counterparty's offer that it (or an earlier revision of it) answers. */
  readonly answers: OfferId | null
  /** The person who made it; visible to its own company and to staff. */
  readonly account: AccountId | null
  readonly status: OfferStatus
}
