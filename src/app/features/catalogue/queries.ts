import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send, type AnswerOf, type RowOf } from '../../lib/api/index.ts'
import { readLots } from '../../storage/taken.ts'
import { queryOf, type CatalogueSearch } from './search.ts'
import { facetsOf, selectTaken } from './taken/select.ts'

export type LotRow = RowOf<'lotList'>
export type LotDetail = AnswerOf<'lotInfo'>

export const lotsQuery = (search: CatalogueSearch, scheduleTimelineId: string) => {
  const query = queryOf(search, scheduleTimelineId)
  return queryOptions({
    queryKey: ['lots', query],
    queryFn: ({ signal }) => send('lotList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: {
      taken: async () => {
        const taken = await readLots(scheduleTimelineId)
        // Half a catalogue would answer a search with half the truth.
        return taken?.whole ? { at: taken.at, data: selectTaken(taken.lots, query) } : undefined
      },
    },
  })
}

export const lotQuery = (contractObjectId: string, scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['lot', contractObjectId],
    queryFn: ({ signal }) => send('lotInfo', { params: { contractObjectId } }, { signal }),
    meta: {
      taken: async () => {
        const taken = await readLots(scheduleTimelineId)
        const data = taken?.lots.find((lot) => lot.contractObjectId === contractObjectId)
        return taken && data && { at: taken.at, data }
      },
    },
  })

export interface Choice {
  readonly value: string
  readonly label: string
}
export interface Facets {
  readonly species: readonly Choice[]
  readonly origin: readonly Choice[]
  readonly grade: readonly Choice[]
  readonly tradeArea: readonly Choice[]
  readonly currency: string | null
}

/** What there is to choose from in a catalogue; read when somebody is about to choose. */
export const facetsQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['facets', scheduleTimelineId],
    queryFn: ({ signal }) => send('lotFacets', { query: { scheduleTimelineId } }, { signal }),
    select: ({ species, origin, grade, tradeArea, currency }): Facets => ({
      species: choicesOf(species),
      origin: choicesOf(origin),
      grade: choicesOf(grade),
      tradeArea: choicesOf(tradeArea),
      currency,
    }),
    staleTime: 10 * 60_000,
    meta: {
      taken: async () => {
        const taken = await readLots(scheduleTimelineId)
        return taken?.whole ? { at: taken.at, data: facetsOf(taken.lots) } : undefined
      },
    },
  })

const choicesOf = (names: readonly string[]): Choice[] =>
  names.toSorted((a, b) => a.localeCompare(b, 'zh')).map((value) => ({ value, label: value }))
