import type { IDENTITY } from '../../contract/constants.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { AccountId, BiddingNumber, CompanyId, SellerCode } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'

/** 0 suspended trading, 2 new user, 3 to be certified, 4 certified. */
export type AccountStatus = 0 | 2 | 3 | 4

/** The account behind a token, in its current state. */
export interface Person {
  readonly id: AccountId
  readonly login: string
  readonly name: string
  readonly companyId: CompanyId | null
  readonly status: AccountStatus
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  /** Another account of its company holds operator's rights (A12). */
  readonly colleagueOperates?: true
  /** A second factor is set up; it is asked for at sign-in and before binding acts. */
  readonly secondFactor?: true
  /** A robot of the practice sale. */
  readonly robot?: true
}

/** A person's role in one session, carried by a venue token. */
export type Standpoint =
  | { readonly identity: typeof IDENTITY.applicant }
  | { readonly identity: typeof IDENTITY.buyer; readonly number: BiddingNumber }
  | { readonly identity: typeof IDENTITY.seller; readonly seller: SellerCode }
  | { readonly identity: typeof IDENTITY.host }
  | { readonly identity: typeof IDENTITY.audience }

export interface SellerCaller {
  readonly kind: 'seller'
  readonly person: Person
  /** Hash of the presented token. */
  readonly token: string
}
export interface VenueCaller {
  readonly kind: 'venue'
  readonly person: Person
  readonly token: string
  readonly timelineId: string
  readonly standpoint: Standpoint
  readonly createdAt: Instant
}
export type Caller = SellerCaller | VenueCaller

export const isOperator = (person: Person): boolean => person.roles.includes('admin')

/** The caller's view of the session. */
export function viewerOf({ person, standpoint }: Pick<VenueCaller, 'person' | 'standpoint'>): Viewer {
  switch (standpoint.identity) {
    case 1:
      return { identity: 'buyer', number: standpoint.number }
    case 2:
      return { identity: 'seller', seller: standpoint.seller }
    case 3:
      return { identity: 'host' }
    case 0:
    case 4:
      return { identity: isOperator(person) ? 'operator' : 'audience' }
  }
}
