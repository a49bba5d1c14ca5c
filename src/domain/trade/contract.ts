import type { AccountId, CompanyId, LotId } from '../lot.ts'
import type { Currency } from '../units.ts'

/**
 * 0 waiting for the buyer to sign, 1 waiting for the seller to sign, 2 waiting for the platform to verify, 3 signing
 * complete, 4 signing terminated (spec §3, contract signing status).
 */
export type ContractStatus = 0 | 1 | 2 | 3 | 4

export type ContractParty = 'buyer' | 'seller'

/** A deal as an order holds it. */
export interface DealInForce {
  readonly lot: LotId
  readonly buyer: CompanyId
  readonly seller: CompanyId
  readonly currency: Currency
  readonly onHold: boolean
  readonly cancelled: boolean
  /** The live contract that covers it. */
  readonly contract: string | null
}

export interface Contract {
  readonly status: ContractStatus
  readonly buyer: CompanyId
  readonly seller: CompanyId
  /** Counted from 1. */
  readonly version: number
  /** SHA-256 (hex) over the canonical JSON of the version's content. */
  readonly hash: string
  readonly signed: readonly ContractParty[]
  /** One of its deals is on hold (Ct9). */
  readonly onHold: boolean
}

/** The acting person and its company. */
export interface ContractActor {
  readonly account: AccountId
  readonly company: CompanyId | null
  /** The account may act for the platform, by its permission. */
  readonly platform: boolean
}

/** `hash` names the version that the actor has read (Ct5). */
export type ContractCommand =
  | { readonly type: 'revise'; readonly hash: string; readonly next: string }
  | { readonly type: 'sign'; readonly hash: string }
  | { readonly type: 'return'; readonly hash: string; readonly reason: string }
  | { readonly type: 'verify'; readonly hash: string }
  | { readonly type: 'terminate'; readonly hash: string; readonly reason: string }
  /** The room cancelled one of the contract's deals. */
  | { readonly type: 'dealCancelled'; readonly reason: string }

export type ContractEvent =
  | { readonly type: 'revised'; readonly by: ContractParty; readonly version: number; readonly hash: string }
  | { readonly type: 'signed'; readonly by: ContractParty; readonly version: number }
  | { readonly type: 'returned'; readonly by: 'seller' | 'platform'; readonly reason: string }
  | { readonly type: 'verified' }
  | { readonly type: 'terminated'; readonly by: 'buyer' | 'platform' | 'room'; readonly reason: string }

export type ContractRefusal =
  | 'contract.not_party'
  | 'contract.changed'
  | 'contract.complete'
  | 'contract.terminated'
  | 'contract.on_hold'
  | 'contract.signed'
  | 'contract.waits_for_buyer'
  | 'contract.waits_for_seller'
  | 'contract.waits_for_platform'
  | 'contract.own'

/** Why lots cannot be put into one contract. */
export type DraftRefusal =
  | 'contract.no_lots'
  | 'contract.lots_differ'
  | 'contract.lot_not_yours'
  | 'contract.lot_taken'
  | 'contract.lot_on_hold'
  | 'contract.lot_cancelled'
