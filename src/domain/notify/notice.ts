import type { AccountId, CompanyId, LotId } from '../lot.ts'
import type { ClaimKind, Day } from '../trade/money.ts'
import type { Currency, Instant, Minor, Unit } from '../units.ts'

/** Kinds of notices, as the settings of notifications name them. */
export const NOTICE_KINDS = [
  'outbid',
  'lotOpens',
  'lotCloses',
  'saleHeld',
  'saleResumed',
  'salePostponed',
  'saleCancelled',
  'offerWaiting',
  'dealToConfirm',
  'certification',
  'contractWaiting',
  'contractReturned',
  'contractTerminated',
  'contractComplete',
  'paymentDue',
  'invoice',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The recipients: a person, a company's people, or the platform's contract verifiers. */
export type Told =
  | { readonly account: AccountId }
  | { readonly company: CompanyId }
  | { readonly platform: 'contracts' }
  /** The accounts that watch this lot of the sale. */
  | { readonly watchers: LotId }
  /** All people of companies that had signed up for the sale by then, admitted or not, and the sale's host. */
  | { readonly signedUpFor: string; readonly by: Instant }

/** Facts, not words: each reader reads them in its own language. */
export type NoticeFacts =
  | {
      readonly kind: 'outbid'
      readonly sale: string
      readonly lot: LotId
      readonly price: Minor
      readonly currency: Currency
      readonly unit: Unit
    }
  | { readonly kind: 'lotOpens'; readonly sale: string; readonly lots: number; readonly at: Instant }
  | { readonly kind: 'lotCloses'; readonly sale: string; readonly lot: LotId; readonly at: Instant }
  | { readonly kind: 'saleHeld'; readonly sale: string; readonly message: string }
  | { readonly kind: 'saleResumed'; readonly sale: string }
  | {
      readonly kind: 'salePostponed'
      readonly sale: string
      /** The new start. */ readonly at: Instant
      readonly reason: string
    }
  | { readonly kind: 'saleCancelled'; readonly sale: string; readonly reason: string }
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
