import { pageQuery, pageSearch, type PageSearch } from '../../lib/paging.ts'

/** What a list of the desk reads from its address; defaults are left out. */
export interface ListSearch extends PageSearch {
  readonly keyword?: string
}
export const CERTIFICATION_STATES = ['pending', 'approved', 'refused', 'all'] as const
export interface CertificationSearch extends ListSearch {
  /** Without one: pending. */
  readonly state?: Exclude<(typeof CERTIFICATION_STATES)[number], 'pending'>
}
export const USER_STATUSES = ['0', '2', '3', '4'] as const
export interface UserSearch extends ListSearch {
  readonly status?: (typeof USER_STATUSES)[number]
}

const LONGEST = 80
type Raw = Record<string, unknown>

export function listSearch(raw: Raw): ListSearch {
  const given = raw['keyword']
  // A number in an address comes parsed.
  const keyword = (typeof given === 'string' || typeof given === 'number' ? String(given) : '').trim().slice(0, LONGEST)
  return { ...pageSearch(raw), ...(keyword && { keyword }) }
}
export function certificationSearch(raw: Raw): CertificationSearch {
  const state = CERTIFICATION_STATES.find((one) => one === raw['state'])
  return { ...listSearch(raw), ...(state && state !== 'pending' && { state }) }
}
export function userSearch(raw: Raw): UserSearch {
  const status = USER_STATUSES.find((one) => one === String(raw['status']))
  return { ...listSearch(raw), ...(status && { status }) }
}

/** The part of a list’s address that its call takes. */
export const pageOf = ({ keyword, ...page }: ListSearch) => ({ ...pageQuery(page), ...(keyword && { keyword }) })
