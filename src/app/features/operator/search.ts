import { TERM_KINDS, type TermKind } from '../../../contract/lot-fields.ts'
import { askedRange, rangeIn, type DayRange } from '../../../contract/dayRange.ts'
import { pageQuery, pageSearch, type PageSearch } from '../../lib/paging.ts'

/** The query of an operator's list; defaults are left out. */
export interface ListSearch extends PageSearch {
  readonly keyword?: string
}
export const CERTIFICATION_STATES = ['pending', 'approved', 'refused', 'all'] as const
export interface CertificationSearch extends ListSearch {
  /** Without a state the list shows pending ones. */
  readonly state?: Exclude<(typeof CERTIFICATION_STATES)[number], 'pending'>
}
export const USER_STATUSES = ['0', '2', '3', '4'] as const
export interface UserSearch extends ListSearch {
  readonly status?: (typeof USER_STATUSES)[number]
}

export const CONTRACT_STATUSES = ['0', '1', '2', '3', '4'] as const
export interface DeskContractSearch extends ListSearch, DayRange {
  readonly status?: (typeof CONTRACT_STATUSES)[number]
}

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export interface AuditSearch extends ListSearch, DayRange {
  readonly act?: string
  readonly outcome?: (typeof AUDIT_OUTCOMES)[number]
}

const LONGEST = 80
type Raw = Record<string, unknown>

export function listSearch(raw: Raw): ListSearch {
  const given = raw['keyword']
  // The router parses a number in an address, so the keyword may be one.
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
export function deskContractSearch(raw: Raw): DeskContractSearch {
  const status = CONTRACT_STATUSES.find((one) => one === String(raw['status']))
  return { ...listSearch(raw), ...(status && { status }), ...rangeIn(raw) }
}

/** The query of the outbox. */
export interface OutboxSearch extends PageSearch, DayRange {}
export const outboxSearch = (raw: Raw): OutboxSearch => ({ ...pageSearch(raw), ...rangeIn(raw) })

export function auditSearch(raw: Raw): AuditSearch {
  const outcome = AUDIT_OUTCOMES.find((one) => one === raw['outcome'])
  const act = typeof raw['act'] === 'string' && /^\w{1,40}$/.test(raw['act']) ? raw['act'] : null
  return {
    ...listSearch(raw),
    ...(act !== null && { act }),
    ...(outcome && { outcome }),
    ...rangeIn(raw),
  }
}

/** Filters of the audit trail as the calls take them, without the page. */
export const auditAsked = ({ keyword, act, outcome, ...range }: AuditSearch) => ({
  ...(keyword && { keyword }),
  ...(act && { act }),
  ...(outcome && { outcome }),
  ...askedRange(range),
})

/** The fields of a list’s address that its call takes. */
export const pageOf = ({ keyword, ...page }: ListSearch) => ({ ...pageQuery(page), ...(keyword && { keyword }) })

export const SALE_PARTS = ['preparation', 'bidders', 'deals'] as const
export const LOT_STATES = ['submitted', 'accepted', 'returned'] as const
const LOT_SORTS = ['position', 'name', 'seller', 'quantity', 'startPrice', 'changedAt'] as const
type LotSort = (typeof LOT_SORTS)[number]
/** Address of a sale's page: its preparation, its bidders, or its deals. */
export interface SaleSearch extends ListSearch {
  readonly show?: (typeof SALE_PARTS)[number]
  /** State by which the lots of the preparation are filtered. */
  readonly lots?: (typeof LOT_STATES)[number]
  readonly sort?: LotSort | `-${LotSort}`
}
export function saleSearch(raw: Raw): SaleSearch {
  const show = SALE_PARTS.find((one) => one === raw['show'])
  const lots = LOT_STATES.find((one) => one === raw['lots'])
  const sort = LOT_SORTS.flatMap((by) => [by, `-${by}` as const]).find((one) => one === raw['sort'])
  return { ...listSearch(raw), ...(show && { show }), ...(lots && { lots }), ...(sort && { sort }) }
}
export const termsSearch = (raw: Raw): { readonly kind?: TermKind } => {
  const kind = TERM_KINDS.find((one) => one === raw['kind'])
  return kind && kind !== 'species' ? { kind } : {}
}
