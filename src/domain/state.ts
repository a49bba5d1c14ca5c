import type { Rule } from './rule.ts'
import type { Currency, Instant, Milli, Minor, Unit } from './units.ts'

export type LotId = string
export type OfferId = string
/** A bidder's number, unique in the session. It stands for a company, whoever of it clicks. */
export type BiddingNumber = number
/** A seller's code in the session, e.g. `S1`. It stands for a company. */
export type SellerCode = string
export type CompanyId = string
export type AccountId = string

/** 1 preparing, 2 published, 3 pre-opening, 4 in progress, 5 finished. Never back. */
export type SessionPhase = 1 | 2 | 3 | 4 | 5
export type Stage = 'preparation' | 'bidding' | 'negotiation' | 'finish'

/**
 * What the log of one session says, up to `seq`. Derived by `evolve` alone; the same type serves the room and, redacted,
 * every viewer's replica. A field that a viewer may not see is `null` there (or its keys are absent from a record).
 */
export interface SessionState {
  readonly scheduleTimelineId: string
  readonly epoch: string
  /** A viewer's view, in which no lot has a `book`; false for the room's own. Without it a publication could not tell whether to begin them. */
  readonly redacted: boolean
  /** Sequence number of the last event; 0 before the first. */
  readonly seq: number
  /** Time of the last event. Never goes back. */
  readonly at: Instant
  readonly practice: boolean
  readonly phase: SessionPhase
  readonly stage: Stage
  readonly rule: Rule
  readonly startTime: Instant
  readonly signUpDeadline: Instant
  /** The host's company: it never bids. Host and operator see it. */
  readonly hostCompany: CompanyId | null
  /** Number of the last round begun; 0 before the first. */
  readonly round: number
  /** When the running stage is due to end by itself (negotiation; an announced start in preparation). */
  readonly stageEndsAt: Instant | null
  /** Closed temporarily: every clock stands still from `since`. */
  readonly closure: Closure | null
  /** Since when nothing has been open (no lot, no offer); the session seals itself `autoFinishMinutes` later. */
  readonly idleSince: Instant | null
  readonly sellers: Readonly<Record<SellerCode, Seller>>
  readonly bidders: Readonly<Record<BiddingNumber, Bidder>>
  /** Lots in catalogue order are in `lotOrder`; a child of a partial deal follows its parent. */
  readonly lots: Readonly<Record<LotId, Lot>>
  readonly lotOrder: readonly LotId[]
  /** Offers a viewer may see: their two parties and the host. */
  readonly offers: Readonly<Record<OfferId, Offer>>
  readonly speech: Speech
  /** The newest messages, at most `MESSAGES_KEPT`. */
  readonly messages: readonly Message[]
}

export const MESSAGES_KEPT = 100

export interface Closure {
  readonly since: Instant
  readonly message: string
  readonly reopensAt: Instant | null
}

export interface Seller {
  readonly seller: SellerCode
  readonly company: CompanyId | null
  readonly suspended: boolean
}

export interface Bidder {
  readonly number: BiddingNumber
  /** Own company; host and operator see all. */
  readonly company: CompanyId | null
  /** Admitted; false once dismissed or suspended (identity falls back to applicant). */
  readonly admitted: boolean
  /** Every device of the company is out of touch. Kept only while it holds a mandate; seen by itself alone. */
  readonly lost: boolean
}

/** Who may speak in the message box. The host always may. */
export interface Speech {
  readonly allowed: boolean
  /** Gagged one by one: keys are speakers (`bidder:17`, `seller:S1`). Host sees all, others their own. */
  readonly gagged: Readonly<Record<string, true>>
}

export interface Message {
  readonly seq: number
  readonly at: Instant
  /** `host`, `room`, `bidder:17`, `seller:S1`. */
  readonly from: string
  /** `null` once erased. */
  readonly text: string | null
}

/**
 * - `waiting`: not in a running round (before the first, or between rounds after it stayed unsold)
 * - `scheduled`: in the running round, opens at `clock.opensAt`
 * - `open`: bids are taken
 * - `held`: open, but its clock stands still (rule 14)
 * - `unsold`: its round ended without a deal; may enter another round or negotiation
 * - `sold`: a deal
 * - `withdrawn`: taken off
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
  /** Start price as published: the reference of the band. */
  readonly publishedPrice: Minor
  /** Start price in force (published or adjusted): the grid is startPrice + k × addRange. */
  readonly startPrice: Minor
  readonly addRange: Minor
  /** ISO date (YYYY-MM-DD). */
  readonly deliveryDate: string
  /** Its seller and the operator alone; `null` for everyone else and where there is none. */
  readonly reserve: Minor | null
  readonly status: LotStatus
  /** Round it was last in; 0 before its first. */
  readonly round: number
  readonly clock: LotClock | null
  /** Standing bid of the running (or last) round. */
  readonly leading: Leading | null
  /** Standing bids of the round; struck ones do not count. */
  readonly bidCount: number
  /** Highest standing bid of earlier rounds of this session: may lift the band's reference. */
  readonly highestBefore: Minor | null
  readonly hold: Hold | null
  /** A lot is held once at most. */
  readonly holdUsed: boolean
  readonly holdOffered: boolean
  /** Ceilings by bidding number; a viewer sees his own alone. They lapse with the round. */
  readonly ceilings: Readonly<Record<BiddingNumber, Ceiling>>
  readonly deal: Deal | null
  /** Set on a child split off by a partial deal. */
  readonly parent: LotId | null
  /** How many children were split off. */
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
  /** Held for the operator, because the buyer was suspended. */
  readonly onHold: boolean
}

/** Standing bids of the running round, newest first, as a linked list: appending costs the same at the 100,000th. */
export interface StandingBid {
  readonly seq: number
  readonly number: BiddingNumber
  readonly price: Minor
  readonly at: Instant
  /** Sequence number of the first event of the decision that a person (or his mandate) caused: a void strikes all with one root. */
  readonly root: number
  /** Whose act the root was. */
  readonly rootNumber: BiddingNumber
  /** Distinct bidders of the round up to this bid, newest first, at most `RECENT_BIDDERS`. */
  readonly recent: readonly BiddingNumber[]
  /** `left_out`: there are older ones, which a saved state did not take along; they stand in the log. */
  readonly prev: StandingBid | 'left_out' | null
}

/** The state at hand was saved without the bids that are needed now: fold the log from its beginning, and ask again. */
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

export interface Book {
  readonly standing: StandingBid | null
  /** End of the last outage: nobody's silence on this lot counts from before it. */
  readonly silentFrom: Instant | null
  /** When a mandate's holder was judged lost: he is back once he has answered after that. */
  readonly lostAt: Readonly<Record<BiddingNumber, Instant>>
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
  readonly status: OfferStatus
}
