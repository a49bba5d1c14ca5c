import { LONGEST_MM, MOST_COUNTED } from '../../../contract/constants.ts'
import {
  endsOf,
  LOT_RANGES,
  LOT_TERMS,
  MORE_TERMS,
  perRangeEnd,
  perTerm,
  rangeIsOf,
  type LotRange,
  type LotTerm,
  type RangeEnd,
} from '../../../contract/lot-fields.ts'
import type { LotStatus } from '../../../domain/lot.ts'
import { CURRENCIES, formatMinor, parseMinor, type Currency } from '../../../domain/units.ts'
import { pageQuery, pageSearch, type PageSearch } from '../../lib/paging.ts'

/** The query of /target/list. Defaults are left out, so that an address contains only choices. */
export interface CatalogueSearch
  extends PageSearch, Partial<Readonly<Record<LotTerm, string>>>, Partial<Readonly<Record<RangeEnd, number>>> {
  /** The catalogue of one session; without it the open lots of all sales. */
  readonly scheduleTimelineId?: string
  /** Restricts the lots of all sales to one sale. */
  readonly sale?: string
  readonly keyword?: string
  readonly currency?: Currency
  /** A price as a plain number, so that people can read and write the address; it is not used in calculations. */
  readonly minPrice?: number
  readonly maxPrice?: number
  readonly status?: LotStatus
  readonly watched?: true
  readonly sort?: Sort
  readonly view?: View
}

export const SORTS = ['price', '-price', 'quantity', '-quantity'] as const
export type Sort = (typeof SORTS)[number]
export const STATUSES = [
  'waiting',
  'scheduled',
  'open',
  'held',
  'unsold',
  'sold',
  'withdrawn',
  'failed',
] as const satisfies readonly LotStatus[]
/** Status filter for lots that may still be sold. */
export const OPEN_STATUSES = ['waiting', 'scheduled', 'open', 'held', 'unsold'] as const satisfies readonly LotStatus[]
const VIEWS = ['table', 'cards'] as const
export type View = (typeof VIEWS)[number]
/**
 * Rarely used filters, behind a button on a wide screen. A range counts as one filter, whether it has one end or two.
 */
const RANGES = [['minPrice', 'maxPrice'] as const, ...LOT_RANGES.map(endsOf)]
const MORE_FILTERS = [...MORE_TERMS.map((term) => [term] as const), ['currency'] as const, ...RANGES]
/** Fields that narrow the list; view and sort do not. */
const FILTERS = [
  ...([['sale'], ['keyword'], ['status'], ['watched'], ['currency']] as const),
  ...LOT_TERMS.map((term) => [term] as const),
  ...RANGES,
]

const LONGEST = 80

/** Reads the query of an address, which may contain anything: invalid values are left out. */
export function catalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const [minPrice, maxPrice] = range(raw['minPrice'], raw['maxPrice'], price)
  const scheduleTimelineId = text(raw['scheduleTimelineId'])
  return compact({
    scheduleTimelineId,
    sale: scheduleTimelineId === undefined ? text(raw['sale']) : undefined,
    ...pageSearch(raw),
    keyword: text(raw['keyword']),
    ...perTerm((term) => text(raw[term])),
    currency: CURRENCIES.find((currency) => currency === raw['currency']),
    minPrice,
    maxPrice,
    ...rangesIn(raw),
    status: STATUSES.find((status) => status === raw['status']),
    watched: raw['watched'] === true || raw['watched'] === 'true' ? true : undefined,
    sort: SORTS.find((sort) => sort === raw['sort']),
    view: VIEWS.find((view) => view === raw['view']),
  })
}

/** The query after a change: it returns to the first page, and loses emptied filters. */
export const changed = (
  search: CatalogueSearch,
  change: { readonly [K in keyof CatalogueSearch]: unknown },
): CatalogueSearch => catalogueSearch({ ...search, page: undefined, ...change })

const setIn = (search: CatalogueSearch, filters: readonly (readonly (keyof CatalogueSearch)[])[]): number =>
  filters.filter((names) => names.some((name) => search[name] !== undefined)).length
export const filtersIn = (search: CatalogueSearch): number => setIn(search, FILTERS)
export const moreFiltersIn = (search: CatalogueSearch): number => setIn(search, MORE_FILTERS)

/** The query as the call takes it. */
export function queryOf(search: CatalogueSearch) {
  const { scheduleTimelineId, sale, page, size, view: _, watched, minPrice, maxPrice, ...asked } = search
  return {
    ...pageQuery({ page, size }),
    ...compact({
      ...asked,
      scheduleTimelineId: scheduleTimelineId ?? sale,
      open: scheduleTimelineId === undefined && sale !== undefined ? 'true' : undefined,
      watched: watched && 'true',
      minPrice: minPrice?.toString(),
      maxPrice: maxPrice?.toString(),
    }),
  }
}

// The router parses a number in an address (an id, a search for lot 12), so a text may be one.
const text = (value: unknown): string | undefined => {
  const read = (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')
    .trim()
    .slice(0, LONGEST)
  return read === '' ? undefined : read
}
/** The largest value of a range. */
export const mostOf = (of: LotRange): number => (rangeIsOf(of) === 'count' ? MOST_COUNTED : LONGEST_MM)
const rangesIn = (raw: Record<string, unknown>): Partial<Record<RangeEnd, number | undefined>> =>
  perRangeEnd((end, of) => {
    const ends = endsOf(of)
    return range(raw[ends[0]], raw[ends[1]], (value) => wholeIn(value, mostOf(of)))[ends.indexOf(end)]
  })
const wholeIn = (value: unknown, most: number): number | undefined => {
  const read = Number(value)
  return Number.isSafeInteger(read) && read >= 1 && read <= most ? read : undefined
}
/** A lower end of 0 means none. */
const price = (value: unknown): number | undefined => {
  const read = parseMinor(text(value) ?? '')
  return read === null || read === 0 ? undefined : Number(formatMinor(read))
}
/** A range whose lower end is above its upper end is ignored. */
function range(
  from: unknown,
  to: unknown,
  read: (value: unknown) => number | undefined,
): readonly [from?: number | undefined, to?: number | undefined] {
  const [least, most] = [read(from), read(to)]
  return least !== undefined && most !== undefined && least > most ? [] : [least, most]
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
function compact<T extends object>(given: T): Compact<T> {
  const kept: Compact<T> = { ...given } as Compact<T>
  for (const key in given) if (given[key] === undefined) delete kept[key]
  return kept
}
