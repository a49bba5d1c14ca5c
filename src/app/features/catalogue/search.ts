import { PAGE_SIZE, PAGE_SIZES } from '../../../contract/constants.ts'
import type { LotStatus } from '../../../domain/state.ts'

/** What /target/list reads from its address. Defaults are left out, so that an address says only what was chosen. */
export interface CatalogueSearch {
  readonly scheduleTimelineId?: string
  readonly page?: number
  readonly size?: number
  readonly keyword?: string
  readonly species?: string
  readonly origin?: string
  readonly grade?: string
  readonly status?: LotStatus
  readonly watched?: true
  readonly sort?: Sort
  readonly view?: View
}

export const SORTS = ['price', '-price', 'quantity', '-quantity'] as const
export type Sort = (typeof SORTS)[number]
export const STATUSES = ['waiting', 'scheduled', 'open', 'held', 'unsold', 'sold', 'withdrawn', 'failed'] as const satisfies readonly LotStatus[]
export const VIEWS = ['table', 'cards'] as const
export type View = (typeof VIEWS)[number]
/** The ones that narrow the list down. */
export const FILTERS = ['keyword', 'species', 'origin', 'grade', 'status', 'watched'] as const

const LONGEST = 80

/** An address may hold anything: whatever does not fit is left out. */
export function catalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  return compact({
    scheduleTimelineId: text(raw['scheduleTimelineId']),
    page: whole(raw['page'], 2),
    size: PAGE_SIZES.find((size) => size !== PAGE_SIZE && size === Number(raw['size'])),
    keyword: text(raw['keyword']),
    species: text(raw['species']),
    origin: text(raw['origin']),
    grade: text(raw['grade']),
    status: STATUSES.find((status) => status === raw['status']),
    watched: raw['watched'] === true || raw['watched'] === 'true' ? true : undefined,
    sort: SORTS.find((sort) => sort === raw['sort']),
    view: VIEWS.find((view) => view === raw['view']),
  })
}

/** A new filter begins at the first page; an empty one is gone. */
export const changed = (search: CatalogueSearch, change: { readonly [K in keyof CatalogueSearch]: unknown }): CatalogueSearch =>
  catalogueSearch({ ...search, page: undefined, ...change })

export const filtersIn = (search: CatalogueSearch): number => FILTERS.filter((name) => search[name] !== undefined).length

/** What the call takes. */
export function queryOf(search: CatalogueSearch, scheduleTimelineId: string) {
  const { page = 1, size = PAGE_SIZE, keyword, species, origin, grade, status, watched, sort } = search
  return {
    scheduleTimelineId, pageNum: page, pageSize: size,
    ...compact({ keyword, species, origin, grade, status, sort, watched: watched && 'true' }),
  }
}

// A number in an address (an id, a search for lot 12) comes parsed.
const text = (value: unknown): string | undefined => {
  const read = (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '').trim().slice(0, LONGEST)
  return read === '' ? undefined : read
}
const whole = (value: unknown, least: number): number | undefined => {
  const read = Number(value)
  return Number.isSafeInteger(read) && read >= least && read <= 100_000 ? read : undefined
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
function compact<T extends object>(given: T): Compact<T> {
  const kept: Compact<T> = { ...given } as Compact<T>
  for (const key in given) if (given[key] === undefined) delete kept[key]
  return kept
}
