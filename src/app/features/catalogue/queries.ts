import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send, type AnswerOf, type RowOf } from '../../lib/api/index.ts'
import { queryOf, type CatalogueSearch } from './search.ts'

export type LotRow = RowOf<'lotList'>
export type LotDetail = AnswerOf<'lotInfo'>

export const lotsQuery = (search: CatalogueSearch, scheduleTimelineId: string) => {
  const query = queryOf(search, scheduleTimelineId)
  return queryOptions({
    queryKey: ['lots', query],
    queryFn: ({ signal }) => send('lotList', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const lotQuery = (contractObjectId: string) =>
  queryOptions({
    queryKey: ['lot', contractObjectId],
    queryFn: ({ signal }) => send('lotInfo', { params: { contractObjectId } }, { signal }),
  })

export interface Choice {
  readonly value: string
  readonly label: string
}
export interface Facets {
  readonly species: readonly Choice[]
  readonly origin: readonly Choice[]
  readonly grade: readonly Choice[]
}

const FACET_PAGE = 100
const FACET_PAGES = 10

/** What there is to choose from in a catalogue. Read when somebody is about to choose: it takes the whole list. */
export const facetsQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['lots', 'facets', scheduleTimelineId],
    queryFn: async ({ signal }): Promise<Facets> => {
      const lots: LotRow[] = []
      for (let page = 1; page <= FACET_PAGES; page++) {
        const { rows, total } = await send('lotList', { query: { scheduleTimelineId, pageNum: page, pageSize: FACET_PAGE } }, { signal })
        lots.push(...rows)
        if (page * FACET_PAGE >= total) break
      }
      return facetsOf(lots)
    },
    staleTime: 10 * 60_000,
  })

export function facetsOf(lots: readonly LotRow[]): Facets {
  const choices = (of: (lot: LotRow) => string): Choice[] =>
    [...new Set(lots.map(of))].filter((value) => value !== '').sort((a, b) => a.localeCompare(b, 'zh')).map((value) => ({ value, label: value }))
  return { species: choices((lot) => lot.species), origin: choices((lot) => lot.origin), grade: choices((lot) => lot.grade) }
}
