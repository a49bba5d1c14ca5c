import type { Actor, PublishedLot } from './events.ts'
import type { Rule } from './rule.ts'
import type { Worth } from './state.ts'
import type { AccountId, BiddingNumber, Ceiling, CompanyId, LotId, OfferId, SellerCode } from './lot.ts'
import type { Currency, Instant, Milli, Minor } from './units.ts'

/** Facts about a company that the law asks for at sign-up; the server knows them. */
export interface Standing {
  readonly company: CompanyId
  /** Account status: 0 suspended trading, 2 new user, 3 to be certified, 4 certified. */
  readonly status: 0 | 2 | 3 | 4
  /** Service agreement status 1. */
  readonly agreementInEffect: boolean
  /** An account of the company holds operator's rights. */
  readonly operates: boolean
  readonly flags: readonly string[]
  /** When its application was received; absent: now. */
  readonly appliedAt?: Instant
  /** Limits that the company is admitted with, such as its deposit times a factor; absent: no limits. */
  readonly limits?: Readonly<Partial<Record<Currency, Minor>>>
  /** The rates of these limits, if they come of a deposit. */
  readonly worth?: Worth | null
}

/** A lot as it is added; its place is the next one. */
export type AddedLot = Omit<PublishedLot, 'position'>

/** A restarted room gives the time its predecessor was last alive; `tick` carries the sockets' last-seen times. */
export type RoomCommand =
  | {
      readonly type: 'publish'
      readonly practice: boolean
      /** SHA-256 (hex) of the session's rules as people read them. */
      readonly rulesHash?: string
      readonly rule: Rule
      readonly startTime: Instant
      readonly signUpDeadline: Instant
      readonly hostCompany: CompanyId | null
      readonly sellers: readonly { readonly seller: SellerCode; readonly company: CompanyId }[]
      readonly lots: readonly PublishedLot[]
    }
  | { readonly type: 'wake'; readonly lastAliveAt: Instant }
  /** The clock that all nodes go by was set back: room time stands still until it has caught up. */
  | { readonly type: 'clockSetBack'; readonly byMs: number }
  /** A genuine receipt for an entry that the log does not have. */
  | { readonly type: 'logDenied'; readonly seq: number; readonly hash: string }
  /**
   * Time passes: everything due at `now` happens. `lastSeen` holds, for every company that has a mandate or a recent
   * bid, when any of its devices on any node last answered; a company that is absent from it is not judged. Silence
   * counts from `from` at the earliest, and up to `asOf` at the latest: later answers may not have been heard of yet.
   */
  | {
      readonly type: 'tick'
      readonly lastSeen: Readonly<Record<BiddingNumber, Instant>>
      readonly from?: Instant
      readonly asOf?: Instant
    }

export type PersonCommand =
  // operator
  | { readonly type: 'admit'; readonly standing: Standing }
  | { readonly type: 'dismiss'; readonly number: BiddingNumber; readonly reason: string }
  | { readonly type: 'suspend'; readonly company: CompanyId; readonly reason: string }
  /** The person has left its company, or is erased (C13). */
  | { readonly type: 'departed'; readonly account: AccountId }
  | { readonly type: 'withdrawLot'; readonly lot: LotId; readonly reason: string }
  | {
      readonly type: 'setLimit'
      readonly number: BiddingNumber
      /** A person of the company; `null`: the company. */ readonly account: AccountId | null
      readonly currency: Currency
      readonly most: Minor | null
      /** The rates of a deposit's limit; absent: the limit counts its own currency alone. */
      readonly worth?: Worth | null
      /** The limit follows a deposit that was recorded wrongly: it may fall below the exposure (X5). */
      readonly correction?: boolean
    }
  | {
      readonly type: 'postpone'
      readonly startTime: Instant
      /** `null`: unchanged. */ readonly signUpDeadline: Instant | null
      readonly reason: string
    }
  | { readonly type: 'cancelSession'; readonly reason: string }
  | { readonly type: 'holdDeal'; readonly lot: LotId; readonly reason: string }
  | { readonly type: 'releaseDeal'; readonly lot: LotId; readonly reason: string }
  | { readonly type: 'cancelDeal'; readonly lot: LotId; readonly reason: string }
  | { readonly type: 'offerDeal'; readonly lot: LotId; readonly minutes: number }
  // The seller of a lot that closed below its reserve, or the bidder that the lot is offered to.
  | { readonly type: 'confirmDeal'; readonly lot: LotId }
  | { readonly type: 'declineDeal'; readonly lot: LotId }
  // host
  | {
      readonly type: 'start'
      /** `null`: every waiting lot */ readonly lots: readonly LotId[] | null
      readonly biddingSeconds: number | null
    }
  /** Lots of sellers in the sale, before its first round, in the order in which the catalogue goes on (L9). */
  | { readonly type: 'addLots'; readonly lots: readonly AddedLot[] }
  | { readonly type: 'addRound'; readonly lots: readonly LotId[]; readonly biddingSeconds: number }
  | { readonly type: 'adjustStage'; /** `null`: move on to the next stage */ readonly minutes: number | null }
  | { readonly type: 'closeTemporarily'; readonly message: string }
  | { readonly type: 'reopen' }
  | {
      readonly type: 'accomplish'
      /** Lots that were never open, as listed to the host for confirmation. */ readonly untried: readonly LotId[]
    }
  | { readonly type: 'holdLot'; readonly lot: LotId }
  | {
      readonly type: 'voidBid'
      readonly lot: LotId
      /** seq of the bid that the host saw. */ readonly bid: number
      readonly reason: string
    }
  | { readonly type: 'setSpeech'; readonly allowed: boolean; readonly speaker: string | null }
  // any person in the room with the right to speak
  | { readonly type: 'say'; readonly text: string }
  // buyer
  | { readonly type: 'bid'; readonly lot: LotId; readonly price: Minor; readonly notAfter: Instant }
  | { readonly type: 'setCeiling'; readonly lot: LotId; readonly amount: Minor; readonly mode: Ceiling['mode'] }
  | { readonly type: 'dropCeiling'; readonly lot: LotId }
  // seller
  | { readonly type: 'adjustLot'; readonly lot: LotId; readonly startPrice: Minor; readonly deliveryDate: string }
  // Buyer or seller, in negotiation. A buyer makes and revises offers; a seller counters a buyer's offer on an own lot;
  // each answers the other's.
  | {
      readonly type: 'offer'
      readonly offer: OfferId
      readonly lot: LotId
      readonly price: Minor
      readonly quantity: Milli
      readonly deliveryDate: string
      readonly note: string
      readonly expiresAt: Instant
      /** Seller: the buyer's offer that is countered. Buyer: the counter that is answered, or null. */ readonly answers: OfferId | null
    }
  | { readonly type: 'acceptOffer'; readonly offer: OfferId; readonly revision: number }
  | { readonly type: 'declineOffer'; readonly offer: OfferId; readonly revision: number }
  | { readonly type: 'withdrawOffer'; readonly offer: OfferId }

export type Command = RoomCommand | PersonCommand

/** The giver of a command, as established by the server. */
export interface By {
  /** `room`, `host`, `operator`, `bidder:17`, `seller:S1`. */
  readonly actor: Actor
  readonly account: AccountId | null
  /** Host or operator acts for this bidder, whose PIN the server has checked. */
  readonly behalf?: BiddingNumber
  /** The person of the bidder's company at whose word the clerk acts: its limit counts, not the clerk's (W2). */
  readonly caller?: AccountId
}

/**
 * A command as the room takes it. `at`: the stamp of its receipt by the server's clock.
 */
export interface Given {
  readonly command: Command
  readonly by: By
  readonly at: Instant
}
