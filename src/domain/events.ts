import type { Rule } from './rule.ts'
import type { AccountId, BiddingNumber, Ceiling, Clerk, CompanyId, LotId, OfferId, SellerCode } from './lot.ts'
import type { Stage } from './state.ts'
import type { Currency, Instant, Milli, Minor, Unit } from './units.ts'

/** `room`, `host`, `operator`, `bidder:17`, `seller:S1`. */
export type Actor = string

/** A lot's law-relevant facts as published. */
export interface PublishedLot {
  readonly lot: LotId
  readonly position: number
  readonly seller: SellerCode
  readonly currency: Currency
  readonly unit: Unit
  readonly quantity: Milli
  readonly startPrice: Minor
  readonly addRange: Minor
  readonly deliveryDate: string
  /** Secret: seller and operator. */
  readonly reserve: Minor | null
}

/**
 * What can happen, as payloads. A field marked *secret* enters the log as a salted commitment and is `null` in a view
 * that may not see it. Some events are secret as a whole: others see `{type: 'sealed'}` in their place. `secrets.ts`
 * has the list of both, and who sees them.
 */
export type Payload =
  | {
      readonly type: 'session.published'
      readonly practice: boolean
      readonly rule: Rule
      readonly startTime: Instant
      readonly signUpDeadline: Instant
      /** secret */ readonly hostCompany: CompanyId | null
      readonly sellers: readonly { readonly seller: SellerCode; /** secret */ readonly company: CompanyId | null }[]
      readonly lots: readonly PublishedLot[]
    }
  | {
      readonly type: 'bidder.admitted'
      readonly number: BiddingNumber
      /** secret */ readonly company: CompanyId | null
      /** secret, operator: shares a legal person or a bank account with another bidder */ readonly flags:
        | readonly string[]
        | null
    }
  | { readonly type: 'bidder.dismissed'; readonly number: BiddingNumber; readonly reason: string }
  | { readonly type: 'session.preopened' }
  | { readonly type: 'stage.changed'; readonly stage: Stage; readonly endsAt: Instant | null }
  | {
      readonly type: 'stage.adjusted'
      readonly endsAt: Instant | null
      readonly deadlines: readonly { readonly lot: LotId; readonly deadline: Instant }[]
    }
  | {
      readonly type: 'round.opened'
      readonly round: number
      readonly lots: readonly {
        readonly lot: LotId
        readonly opensAt: Instant
        readonly deadline: Instant
        readonly hardEnd: Instant | null
      }[]
    }
  | { readonly type: 'lot.opened'; readonly lot: LotId }
  | {
      readonly type: 'bid'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly price: Minor
      /** The lot's deadline after this bid. */ readonly deadline: Instant
      /** Secret, the bidder alone: who caused it. `auto`: the room bid for him. */
      readonly origin: { readonly auto: boolean; readonly root: number; readonly rootNumber: BiddingNumber } | null
      /** Secret, company and staff: the person who clicked, or who set the ceiling that bids. */
      readonly account: AccountId | null
      /** Secret, likewise: who of the staff acted for the company, by its PIN. */ readonly clerk: Clerk | null
    }
  | {
      readonly type: 'bid.voided'
      readonly lot: LotId
      /** Struck bids, newest first. */ readonly struck: readonly number[]
      /** Whose act it was: his ceiling on the lot is suspended. */ readonly number: BiddingNumber
      readonly reason: string
      readonly restored: {
        readonly seq: number
        readonly number: BiddingNumber
        readonly price: Minor
        readonly at: Instant
      } | null
      /** Secret, company and staff: the person of the bid that stands again. */ readonly account: AccountId | null
      readonly deadline: Instant
    }
  | {
      readonly type: 'ceiling.set'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly amount: Minor
      readonly mode: Ceiling['mode']
      readonly account: AccountId | null
      readonly clerk: Clerk | null
    }
  | {
      readonly type: 'ceiling.dropped'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly clerk: Clerk | null
    }
  /** Its owner is told once that a limit keeps it from bidding on. */
  | { readonly type: 'ceiling.capped'; readonly lot: LotId; readonly number: BiddingNumber }
  | {
      readonly type: 'limit.set'
      readonly number: BiddingNumber
      /** A person's limit within the company's; `null`: the company's. */ readonly account: AccountId | null
      readonly currency: Currency
      /** `null`: none any more. */ readonly most: Minor | null
    }
  | {
      readonly type: 'link.lost'
      readonly number: BiddingNumber
      /** Where it was judged; `null` in logs of old, and then on every lot where the company holds a mandate. */
      readonly lots: readonly LotId[] | null
    }
  | { readonly type: 'link.returned'; readonly number: BiddingNumber }
  | {
      readonly type: 'lot.sold'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly price: Minor
      readonly quantity: Milli
      readonly amount: Minor
      /** secret: seller of the lot, buyer, host, operator */ readonly company: CompanyId | null
      /** Secret, company and staff: the buyer's person. */ readonly account: AccountId | null
      /** The offer that was accepted; `null` at the hammer. */ readonly offer: OfferId | null
    }
  | {
      readonly type: 'lot.unsold'
      readonly lot: LotId
      /** So long its seller may give it to its highest bidder; `null`: he may not. */
      readonly confirmUntil: Instant | null
    }
  | { readonly type: 'lot.withdrawn'; readonly lot: LotId; readonly reason: string }
  | { readonly type: 'lot.adjusted'; readonly lot: LotId; readonly startPrice: Minor; readonly deliveryDate: string }
  | { readonly type: 'lot.split'; readonly lot: LotId; readonly child: LotId; readonly quantity: Milli }
  | { readonly type: 'hold.offered'; readonly lot: LotId }
  | { readonly type: 'lot.held'; readonly lot: LotId; readonly until: Instant; readonly by: 'host' | 'rule' }
  | { readonly type: 'lot.resumed'; readonly lot: LotId; readonly deadline: Instant }
  | { readonly type: 'session.closed'; readonly message: string }
  | { readonly type: 'session.reopening'; readonly reopensAt: Instant }
  | {
      readonly type: 'session.reopened'
      /** How long every clock stood still, ms. */ readonly frozenMs: number
      readonly deadlines: readonly { readonly lot: LotId; readonly deadline: Instant }[]
    }
  | {
      readonly type: 'outage'
      readonly from: Instant
      readonly to: Instant
      readonly deadlines: readonly { readonly lot: LotId; readonly deadline: Instant }[]
    }
  | { readonly type: 'speech.set'; readonly allowed: boolean; /** `null`: for all */ readonly speaker: string | null }
  | {
      readonly type: 'message'
      readonly from: string
      /** Personal: seen by all, `null` once erased. */ readonly text: string | null
      /** secret, host */ readonly account: AccountId | null
    }
  | {
      readonly type: 'offer.made'
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
      /** The offer it answers, if any: that one becomes `countered`. */ readonly answers: OfferId | null
      /** Secret within: company and staff, not the other side. */ readonly account: AccountId | null
    }
  | {
      readonly type: 'offer.ended'
      readonly offer: OfferId
      readonly number: BiddingNumber
      readonly seller: SellerCode
      readonly status: 'accepted' | 'declined' | 'withdrawn' | 'lapsed'
    }
  | { readonly type: 'deal.held'; readonly lot: LotId; readonly number: BiddingNumber; readonly reason: string }
  | { readonly type: 'deal.released'; readonly lot: LotId; readonly number: BiddingNumber; readonly reason: string }
  | { readonly type: 'deal.cancelled'; readonly lot: LotId; readonly number: BiddingNumber; readonly reason: string }
  /** After a cancellation: the next bidder may have the lot at its own last bid. */
  | {
      readonly type: 'deal.offered'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly price: Minor
      readonly until: Instant
    }
  /** Whoever was asked said yes; `lot.sold` follows. */
  | { readonly type: 'deal.confirmed'; readonly lot: LotId; readonly number: BiddingNumber }
  /** Whoever was asked said no, or nothing in time. */
  | { readonly type: 'deal.lapsed'; readonly lot: LotId; readonly number: BiddingNumber }
  | { readonly type: 'seller.suspended'; readonly seller: SellerCode; readonly reason: string }
  | { readonly type: 'bidder.suspended'; readonly number: BiddingNumber; readonly reason: string }
  | { readonly type: 'session.finished'; readonly failed: readonly LotId[] }
  /** What a viewer gets in the place of an event that is secret as a whole. */
  | { readonly type: 'sealed' }
  /** Written by newer code than this; the type by its name. */
  | { readonly type: 'unknown'; readonly name: string; readonly version: number }

export type EventType = Payload['type']

/** An event in its place: what `evolve` takes, and what a live frame carries. */
export type SessionEvent = Payload & {
  readonly seq: number
  /** Server time of the decision; never before that of the event before it. */
  readonly at: Instant
  readonly actor: Actor
}
