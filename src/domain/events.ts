import type { Rule } from './rule.ts'
import type { AccountId, BiddingNumber, Ceiling, Clerk, CompanyId, LotId, OfferId, SellerCode } from './lot.ts'
import type { Stage, Worth } from './state.ts'
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
  /** Secret: for the lot's seller and the operator. */
  readonly reserve: Minor | null
}

/**
 * Payloads of all events. A field marked *secret* enters the log as a salted commitment and is `null` in a view that
 * may not see it. Wholly secret events appear to other viewers as `{type: 'sealed'}`. `secrets.ts` lists both, with
 * their audiences.
 */
export type Payload =
  | {
      readonly type: 'session.published'
      readonly practice: boolean
      readonly rule: Rule
      /** Of the rules as people read them; `null` in practice and in old logs. */ readonly rulesHash: string | null
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
  | {
      readonly type: 'bidder.dismissed'
      readonly number: BiddingNumber
      readonly reason: string
      /** Lots whose deadline had passed: the bidder's bids and ceilings on them stay (K5). */
      readonly over: readonly LotId[]
    }
  | { readonly type: 'session.preopened' }
  | {
      readonly type: 'session.postponed'
      readonly startTime: Instant
      readonly signUpDeadline: Instant
      readonly reason: string
    }
  /** Every lot without a deal is withdrawn with it; `session.finished` follows. */
  | { readonly type: 'session.cancelled'; readonly reason: string }
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
  /** A lot that came after publication, at the end of the catalogue (L9). */
  | ({ readonly type: 'lot.added' } & Pick<PublishedLot, keyof PublishedLot>)
  | {
      readonly type: 'bid'
      readonly lot: LotId
      readonly number: BiddingNumber
      readonly price: Minor
      /** The lot's deadline after this bid. */ readonly deadline: Instant
      /** Secret, the bidder alone: the act that caused the bid. `auto`: placed by a ceiling. */
      readonly origin: { readonly auto: boolean; readonly root: number; readonly rootNumber: BiddingNumber } | null
      /** Secret, company and staff: the person who clicked, or who set the ceiling. */
      readonly account: AccountId | null
      /** Secret, likewise: the clerk who acted for the company, by its PIN. */ readonly clerk: Clerk | null
    }
  | {
      readonly type: 'bid.voided'
      readonly lot: LotId
      /** Struck bids, newest first. */ readonly struck: readonly number[]
      /** The bidder whose act is struck: that bidder's ceiling on the lot is suspended. */ readonly number: BiddingNumber
      readonly reason: string
      readonly restored: {
        readonly seq: number
        readonly number: BiddingNumber
        readonly price: Minor
        readonly at: Instant
      } | null
      /** Secret, company and staff: the person whose bid stands again. */ readonly account: AccountId | null
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
  /** Tells a ceiling's owner, once, that a limit stops it. */
  | { readonly type: 'ceiling.capped'; readonly lot: LotId; readonly number: BiddingNumber }
  | {
      readonly type: 'limit.set'
      readonly number: BiddingNumber
      /** A person's limit within the company's; `null`: the company's. */ readonly account: AccountId | null
      readonly currency: Currency
      /** `null`: the limit is removed. */ readonly most: Minor | null
      /** Rates at which a deposit's limit counts other currencies (X9); `null`: it counts its own alone. */
      readonly worth: Worth | null
    }
  | {
      readonly type: 'link.lost'
      readonly number: BiddingNumber
      /** The lots it was judged for; `null` in old logs: every lot where the company holds a mandate. */
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
      /** The seller may award the lot to its highest bidder until then; `null`: no award. */
      readonly confirmUntil: Instant | null
    }
  | { readonly type: 'lot.withdrawn'; readonly lot: LotId; readonly reason: string }
  | { readonly type: 'lot.adjusted'; readonly lot: LotId; readonly startPrice: Minor; readonly deliveryDate: string }
  | { readonly type: 'lot.split'; readonly lot: LotId; readonly child: LotId; readonly quantity: Milli }
  | { readonly type: 'hold.offered'; readonly lot: LotId }
  | { readonly type: 'lot.held'; readonly lot: LotId; readonly until: Instant; readonly by: 'host' | 'rule' }
  | { readonly type: 'lot.resumed'; readonly lot: LotId; readonly deadline: Instant }
  | {
      readonly type: 'session.closed'
      /** `''`: closed by the room itself. */
      readonly message: string
    }
  | { readonly type: 'clock.set_back'; readonly byMs: number }
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
  /** The party asked confirmed; `lot.sold` follows. */
  | { readonly type: 'deal.confirmed'; readonly lot: LotId; readonly number: BiddingNumber }
  /** The party asked declined, or did not answer in time. */
  | { readonly type: 'deal.lapsed'; readonly lot: LotId; readonly number: BiddingNumber }
  | { readonly type: 'seller.suspended'; readonly seller: SellerCode; readonly reason: string }
  | {
      readonly type: 'bidder.suspended'
      readonly number: BiddingNumber
      readonly reason: string
      /** Lots whose deadline had passed: the bidder's bids and ceilings on them stay (K5). */
      readonly over: readonly LotId[]
    }
  /** The installation signed a receipt for an entry that this log does not have, and no restore explains it (R11). */
  | {
      readonly type: 'log.denied'
      /** Secret, staff: the entry that the receipt vouches for. */ readonly receipt: {
        readonly seq: number
        readonly hash: string
      } | null
    }
  /**
   * A backup was restored: the log goes on from its newest entry, in a new epoch, and what was written after the backup
   * is lost (R10). Its time is that entry's, so that it is no sign of the room's life (O1).
   */
  | {
      readonly type: 'session.restored'
      /** The epoch that begins with this event. */ readonly epoch: string
      /** The epoch before. */ readonly from: string
      /** Of the newest entry that the backup had. */ readonly hash: string
      readonly restoredAt: Instant
    }
  | { readonly type: 'session.finished'; readonly failed: readonly LotId[] }
  /** Takes the place of a wholly secret event for viewers who may not see it. */
  | {
      readonly type: 'sealed'
      /** In the room's own reading: written by newer code than this. It never leaves the room. */
      readonly unread?: true
    }
  /** Written by newer code than this; the type by its name. */
  | { readonly type: 'unknown'; readonly name: string; readonly version: number }

export type EventType = Payload['type']

/** A numbered event: the input of `evolve` and the content of live frames. */
export type SessionEvent = Payload & {
  readonly seq: number
  /** Server time of the decision; never before that of the event before it. */
  readonly at: Instant
  readonly actor: Actor
}
