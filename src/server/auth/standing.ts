import type { AnyReason } from '../../contract/codes.ts'
import { own } from '../../domain/evolve/edit.ts'
import type { CompanyId, SellerCode } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Bidder } from '../../domain/state.ts'
import { isOperator } from './caller.ts'
import type { Person, Standpoint } from './caller.ts'
import { holdsRights } from './permissions.ts'
import { NO_DRAFTS } from '../store/schedules.ts'
import type { Drafts } from '../store/schedules.ts'

/** The facts of a session that are fixed before its log begins. */
export interface SessionFacts {
  readonly id: string
  readonly practice: boolean
  readonly hostAccountId: string | null
}

/** A bidder is a company; in a practice session a person without one bids alone. */
export function bidderCompany(person: Pick<Person, 'id' | 'companyId'>, practice: boolean): CompanyId | null {
  return person.companyId ?? (practice ? `person:${person.id}` : null)
}

export function sellerCodeOf(state: SessionState | null, companyId: CompanyId | null): SellerCode | null {
  if (companyId === null) return null
  return Object.values(state?.sellers ?? {}).find((seller) => seller.company === companyId)?.seller ?? null
}

export function bidderOf(state: SessionState | null, companyId: CompanyId | null): Bidder | null {
  if (companyId === null) return null
  return Object.values(state?.bidders ?? {}).find((bidder) => bidder.company === companyId) ?? null
}

/**
 * Published catalogues are visible to certified companies, the session's sellers, its host and operators; a practice
 * session's to everyone.
 */
export function mayReadCatalogue(person: Person, facts: SessionFacts, state: SessionState | null): boolean {
  if (facts.hostAccountId === person.id || isOperator(person)) return true
  // An unpublished catalogue is visible to host and operators only; its log does not name the sellers yet.
  if (!state || state.phase === 1) return false
  return isReader(person, facts.practice) || sellerCodeOf(state, person.companyId) !== null
}

/** Whether the person reads catalogues of published sessions, practice or real. */
export const isReader = (person: Person, practice: boolean): boolean =>
  practice || isCertified(person) || isAudience(person)
const isCertified = (person: Person): boolean => person.status === 4 && person.companyId !== null
export const isAudience = (person: Person): boolean => person.roles.includes('audience')

/**
 * The person's role in the session's current state, `null`: no access. `signedUp`: the company has signed up. In a
 * practice session a buyer gets the role on entry, see `entry.ts`.
 */
export function standpointIn(
  person: Person,
  facts: SessionFacts,
  state: SessionState | null,
  signedUp: boolean,
): Standpoint | null {
  if (facts.hostAccountId === person.id) return { identity: 3 }
  const seller = sellerCodeOf(state, person.companyId)
  if (seller !== null) return { identity: 2, seller }
  if (!mayReadCatalogue(person, facts, state)) return null
  const bidder = facts.practice && isAudience(person) ? null : bidderOf(state, bidderCompany(person, facts.practice))
  if (bidder?.admitted) return { identity: 1, number: bidder.number }
  return bidder || signedUp ? { identity: 0 } : { identity: 4 }
}

/**
 * Why a person may not act from a standpoint now; `null`: it may. Company, certificate and rights are judged at every act
 * (A14), because they change in the middle of a sale: a token and an admission are of the time when they were given.
 */
export function actRefused(person: Person, standpoint: Standpoint, state: SessionState): AnyReason | null {
  switch (standpoint.identity) {
    case 1: {
      const company = own(state.bidders, standpoint.number)?.company
      if (company !== bidderCompany(person, state.practice)) return 'bidder.not_admitted'
      if (state.practice) return null
      if (person.status !== 4) return 'bidder.not_certified'
      return holdsRights(person) || person.colleagueOperates ? 'bidder.operates_here' : null
    }
    case 2:
      return own(state.sellers, standpoint.seller)?.company === person.companyId ? null : 'identity.not_allowed'
    case 3:
    case 0:
    case 4:
      return !state.practice && bidderOf(state, person.companyId)?.admitted === true ? 'auth.company_bids' : null
  }
}

/** The drafts that a person may read, as operator, as their host, or as a seller in them. */
export function draftsOf(person: Person | null): Drafts {
  if (person === null || person.status === 0) return NO_DRAFTS
  return isOperator(person) ? 'all' : { host: person.id, seller: person.companyId }
}
