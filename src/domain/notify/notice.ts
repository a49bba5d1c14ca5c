import type { Required } from '../deposit.ts'
import type { KeepRule } from '../deposit-hold.ts'
import type { AccountId, CompanyId, LotId, OfferId } from '../lot.ts'
import type { ClaimKind, Day } from '../trade/money.ts'
import type { Currency, Instant, Minor, Unit } from '../units.ts'

/** Kinds of notices, as the settings of notifications name them. */
export const NOTICE_KINDS = [
  'outbid',
  'bidRestored',
  'bidStruck',
  'lotWon',
  'lotSold',
  'lotUnsold',
  'lotWithdrawn',
  'lotOpens',
  'lotCloses',
  'saleHeld',
  'saleResumed',
  'salePostponed',
  'saleCancelled',
  'saleSealed',
  'offerWaiting',
  'offerEnded',
  'dealToConfirm',
  'dealAsked',
  'dealLapsed',
  'dealHeld',
  'dealReleased',
  'dealCancelled',
  'standingLost',
  'ceilingLapsed',
  'certification',
  'contractWaiting',
  'contractReturned',
  'contractTerminated',
  'contractComplete',
  'depositDue',
  'depositHeld',
  'depositAnswered',
  'depositKept',
  'paymentDue',
  'invoice',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Kinds that a person cannot switch off: a lot that is won binds its buyer, and a notice of a hold begins a deadline. */
export const ALWAYS_TOLD: ReadonlySet<NoticeKind> = new Set(['lotWon', 'depositHeld'])

/** Kinds that reach a person by short message in another way: the closing hash has a message of its own. */
export const TEXTED_APART: ReadonlySet<NoticeKind> = new Set(['saleSealed'])

/** The recipients: a person, a company's people, or the platform's contract verifiers. */
export type Told =
  | { readonly account: AccountId }
  /**
   * The person who acted for the company; where a clerk acted, or the person has left it, the company's people. A clerk's
   * bid is the company's, never the clerk's.
   */
  | { readonly account: AccountId | null; readonly of: CompanyId }
  | { readonly company: CompanyId }
  | { readonly platform: 'contracts' }
  /** The accounts that watch this lot of the sale. */
  | { readonly watchers: LotId }
  /** All people of companies that had signed up for the sale by then, admitted or not, and the sale's host. */
  | { readonly signedUpFor: string; readonly by: Instant }

/** An entry of a sale's log. Its hash vouches for every entry before it. */
export interface LogEntry {
  readonly seq: number
  /** SHA-256, hex. */
  readonly hash: string
}

/** Half of the time for a deposit has passed, or its last day has begun. */
export type DepositStep = 'half' | 'last'

/** Facts, not words: each reader reads them in its own language. `entry`: the entry after the seal that they come from. */
export type NoticeFacts = Facts & { readonly entry?: LogEntry }

type Facts =
  | {
      readonly kind: 'outbid' | 'bidRestored' | 'lotWon' | 'lotSold'
      readonly sale: string
      readonly lot: LotId
      readonly price: Minor
      readonly currency: Currency
      readonly unit: Unit
    }
  | {
      readonly kind: 'lotUnsold'
      readonly sale: string
      readonly lot: LotId
      /** Told to the bidder whose bid led, below the reserve. */
      readonly belowReserve?: true
    }
  | { readonly kind: 'dealLapsed' | 'ceilingLapsed'; readonly sale: string; readonly lot: LotId }
  | {
      readonly kind: 'bidStruck' | 'lotWithdrawn'
      readonly sale: string
      readonly lot: LotId
      readonly reason: string
    }
  | {
      readonly kind: 'dealHeld' | 'dealReleased' | 'dealCancelled'
      readonly sale: string
      readonly lot: LotId
      /** `''`: none is on record, since a suspension has its own. */ readonly reason: string
      /** Told to the lot's seller. */ readonly sells?: true
    }
  | {
      /** The other party, or the next bidder, is asked for its yes until then. */
      readonly kind: 'dealAsked'
      readonly sale: string
      readonly lot: LotId
      readonly asks: 'seller' | 'bidder'
      readonly price: Minor
      readonly currency: Currency
      readonly unit: Unit
      readonly at: Instant
    }
  | {
      readonly kind: 'offerEnded'
      readonly sale: string
      readonly lot: LotId
      readonly offer: OfferId
      readonly status: 'declined' | 'withdrawn' | 'lapsed'
    }
  /** A company takes no part, or no longer: it was declined, dismissed or suspended. */
  | {
      readonly kind: 'standingLost'
      readonly sale: string
      readonly reason: string
      /** Told to a bidder who was dismissed, and may go on watching. */
      readonly dismissed?: true
      /** Told to a company whose application was declined. */
      readonly declined?: true
    }
  | { readonly kind: 'lotOpens'; readonly sale: string; readonly lots: number; readonly at: Instant }
  | {
      /** A company's deposit for a sale is awaited: half of its time has passed, or its last day has begun. */
      readonly kind: 'depositDue'
      readonly sale: string
      readonly step: DepositStep
      /** Open in any one of the currencies. */ readonly amounts: Required
      readonly reference: string
      readonly at: Instant
    }
  | {
      /** Some of a company's deposit is held, and it may object until then; or it is kept. */
      readonly kind: 'depositHeld' | 'depositKept'
      readonly sale: string
      readonly amounts: Required
      /** Number of the sale's rule. */ readonly rule: KeepRule
      readonly reason: string
      readonly at: Instant
    }
  | {
      readonly kind: 'depositAnswered'
      readonly sale: string
      readonly answer: 'upheld' | 'rejected'
      readonly amounts: Required
      readonly reason: string
    }
  | { readonly kind: 'lotCloses'; readonly sale: string; readonly lot: LotId; readonly at: Instant }
  | { readonly kind: 'saleHeld'; readonly sale: string; readonly message: string }
  | { readonly kind: 'saleResumed'; readonly sale: string }
  | {
      readonly kind: 'salePostponed'
      readonly sale: string
      /** The new start. */ readonly at: Instant
      readonly reason: string
      /** Number of the seller's lots that need another delivery date before they open (S8). */ readonly lots?: number
    }
  | { readonly kind: 'saleCancelled'; readonly sale: string; readonly reason: string }
  /** The log's closing hash. */
  | { readonly kind: 'saleSealed'; readonly sale: string; readonly entry: LogEntry }
  | {
      readonly kind: 'offerWaiting'
      readonly sale: string
      readonly lot: LotId
      readonly price: Minor
      readonly currency: Currency
      readonly unit: Unit
      readonly at: Instant
    }
  | {
      readonly kind: 'dealToConfirm'
      readonly sale: string
      readonly lot: LotId
      readonly price: Minor
      readonly currency: Currency
      readonly unit: Unit
      readonly at: Instant
    }
  | { readonly kind: 'certification'; readonly approved: boolean; readonly company: string; readonly reason: string }
  | {
      readonly kind: 'contractWaiting'
      readonly contract: string
      readonly contractNo: string
      readonly step: 'sign' | 'verify'
    }
  | {
      readonly kind: 'contractReturned' | 'contractTerminated'
      readonly contract: string
      readonly contractNo: string
      readonly reason: string
    }
  | { readonly kind: 'contractComplete'; readonly contract: string; readonly contractNo: string }
  | {
      readonly kind: 'paymentDue'
      readonly contract: string
      readonly contractNo: string
      readonly claim: ClaimKind
      readonly open: Minor
      readonly currency: Currency
      readonly due: Day
      /** The day by the terms, if it was a day off. */
      readonly agreed?: Day
      readonly overdue: boolean
    }
  | {
      readonly kind: 'invoice'
      readonly contract: string
      readonly contractNo: string
      readonly step: 'asked' | 'issued' | 'declined'
      readonly price: Minor
      readonly currency: Currency
      /** Number of the issued invoice. */
      readonly number: string
      /** Reason of the decline. */
      readonly reason: string
    }

/** A notice and its recipients. Each person is told once per cause, however often the cause is found. */
export interface Notice {
  readonly facts: NoticeFacts
  readonly cause: string
  readonly to: readonly Told[]
  /** The person who acted is not told. */
  readonly except?: AccountId | null
  /** Tell only people who are not in the room: the room itself tells the others. */
  readonly awayOnly?: true
  /** The cause is found again after a restart, so people in the room get the notice too, stored as read. */
  readonly foundAgain?: true
  /** Not sent after this time. */
  readonly until?: Instant
}
