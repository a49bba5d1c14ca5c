import type { CompanyId } from '../../domain/lot.ts'
import type { Person } from '../auth/caller.ts'
import { forbid } from '../failure.ts'
import type { Failure } from '../failure.ts'

/** An account that acts for its company's lots. */
export interface Seller {
  readonly kind: 'seller'
  readonly companyId: CompanyId
}

/** The role itself is required, since an administrator has no lots of its own. */
export const isSeller = ({ roles, companyId }: Pick<Person, 'roles' | 'companyId'>): boolean =>
  roles.includes('seller') && companyId !== null

/** The seller as a reader of its own lots, suspended or not. */
export function readingSeller({ roles, companyId }: Person): Seller | Failure {
  return roles.includes('seller') && companyId !== null ? { kind: 'seller', companyId } : forbid('auth.not_permitted')
}

export function actingSeller(person: Person): Seller | Failure {
  const seller = readingSeller(person)
  if (seller.kind === 'failed') return seller
  if (person.status === 0) return forbid('auth.account_suspended')
  return person.status === 4 ? seller : forbid('seller.not_certified')
}
