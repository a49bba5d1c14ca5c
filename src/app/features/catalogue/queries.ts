import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, send, type AnswerOf, type RowOf } from '../../../client/calls/index.ts'
import { readLots } from '../../../client/downloads/downloads.ts'
import { CODE } from '../../../contract/codes.ts'
import type { Entry } from '../../lib/sale/index.ts'
import { queryOf, type CatalogueSearch } from './search.ts'
import { facetsOf, selectTaken } from './downloads/select.ts'

export type LotRow = RowOf<'lotList'>
export type LotDetail = AnswerOf<'lotInfo'>

/** The sale that a session belongs to; null when there is none of that id. */
export const saleQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['schedules', 'of', scheduleTimelineId],
    queryFn: async ({ signal }): Promise<Entry | null> => {
      try {
        const schedule = await send('timelineInfo', { params: { scheduleTimelineId } }, { signal })
        const timeline = schedule.timelines.find((one) => one.scheduleTimelineId === scheduleTimelineId)
        return timeline ? { schedule, timeline } : null
      } catch (error) {
        if (error instanceof ApiError && error.code === CODE.notFound) return null
        throw error
      }
    },
    // It changes by itself when its time comes.
    refetchInterval: 60_000,
    meta: { call: 'timelineInfo' },
  })

export const lotsQuery = (search: CatalogueSearch) => {
  const query = queryOf(search)
  const { scheduleTimelineId } = query
  return queryOptions({
    queryKey: ['lots', query],
    queryFn: ({ signal }) => send('lotList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: {
      taken: async () => {
        // What was downloaded of some sales is not the list of all.
        if (scheduleTimelineId === undefined) return undefined
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
export type SaleChoice = AnswerOf<'lotFacets'>['sales'][number]
export interface Facets {
  readonly sales: readonly SaleChoice[]
  readonly species: readonly Choice[]
  readonly origin: readonly Choice[]
  readonly grade: readonly Choice[]
  readonly tradeArea: readonly Choice[]
  readonly currency: string | null
}

/** What there is to choose from in a catalogue; read when somebody is about to choose. */
export const facetsQuery = (scheduleTimelineId: string | undefined) =>
  queryOptions({
    // Another number whenever they get another part: what an older version kept lacks it.
    queryKey: ['facets', 2, scheduleTimelineId ?? null],
    queryFn: ({ signal }) =>
      send('lotFacets', { query: scheduleTimelineId === undefined ? {} : { scheduleTimelineId } }, { signal }),
    select: ({ sales, species, origin, grade, tradeArea, currency }): Facets => ({
      sales,
      species: choicesOf(species),
      origin: choicesOf(origin),
      grade: choicesOf(grade),
      tradeArea: choicesOf(tradeArea),
      currency,
    }),
    staleTime: 10 * 60_000,
    meta: {
      taken: async () => {
        if (scheduleTimelineId === undefined) return undefined
        const taken = await readLots(scheduleTimelineId)
        return taken?.whole ? { at: taken.at, data: facetsOf(taken.lots) } : undefined
      },
    },
  })

const choicesOf = (names: readonly string[]): Choice[] =>
  names.toSorted((a, b) => a.localeCompare(b, 'zh')).map((value) => ({ value, label: value }))
