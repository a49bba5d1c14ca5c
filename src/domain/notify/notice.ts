import type { AccountId, CompanyId, LotId } from '../lot.ts'
import type { ClaimKind, Day } from '../trade/money.ts'
import type { Currency, Instant, Minor, Unit } from '../units.ts'

/** What people are told of, as their settings name it. */
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

/** The recipients: a person, a company's people, or those who verify contracts for the platform. */
export type Told =
  | { readonly account: AccountId }
  | { readonly company: CompanyId }
  | { readonly platform: 'contracts' }
  /** Of a sale: those who watch the lot. */
  | { readonly watchers: LotId }
  /** All people of companies that had signed up for the sale by then, admitted or not; and its host. */
  | { readonly signedUpFor: string; readonly by: Instant }

/** Facts, not words: each reader reads them in the own language. */
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
      /** Of the issued invoice. */
      readonly number: string
      /** Why it was declined. */
      readonly reason: string
    }

/** One thing to tell. Under its cause each person is told once, however often it is found. */
export interface Notice {
  readonly facts: NoticeFacts
  readonly cause: string
  readonly to: readonly Told[]
  /** Whose own act it is: not told. */
  readonly except?: AccountId | null
  /** Only those who are not in the room: the room itself tells the others. */
  readonly awayOnly?: true
  /** Found again after a restart: those who were in the room then have it as read. */
  readonly foundAgain?: true
  /** After that it is not sent any more. */
  readonly until?: Instant
}
