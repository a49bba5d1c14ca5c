import { perTerm, type LotTerm } from '../../../contract/lot-fields.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Marked, RowOf } from '../../../client/calls/index.ts'
import { downloadsOf } from '../../../client/downloads/downloads.ts'
import { queryOf, type CatalogueSearch } from './search.ts'
import { facetsOf, selectDownloaded } from './downloads/select.ts'
import { clientOf } from '../../lib/client.ts'

export type LotRow = RowOf<'lotList'>
export type LotDetail = AnswerOf<'lotInfo'>

export const lotsQuery = (search: CatalogueSearch) => {
  const query = queryOf(search)
  const { scheduleTimelineId } = query
  return queryOptions({
    queryKey: ['lots', query],
    queryFn: ({ client, signal, queryKey }) =>
      clientOf(client).calls.send('lotList', { query }, { signal, previous: client.getQueryData<Marked>(queryKey) }),
    placeholderData: keepPreviousData,
    meta: {
      downloaded: async (client) => {
        // Downloads are of single sales, not of the list of all.
        if (scheduleTimelineId === undefined) return undefined
        const downloaded = await downloadsOf(client).readLots(scheduleTimelineId)
        // A partial catalogue would give incomplete search results.
        return downloaded?.whole ? { at: downloaded.at, data: selectDownloaded(downloaded.lots, query) } : undefined
      },
    },
  })
}

export const lotQuery = (contractObjectId: string, scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['lot', contractObjectId],
    queryFn: ({ client, signal, queryKey }) =>
      clientOf(client).calls.send(
        'lotInfo',
        { params: { contractObjectId } },
        { signal, previous: client.getQueryData<Marked>(queryKey) },
      ),
    meta: {
      downloaded: async (client) => {
        const downloaded = await downloadsOf(client).readLots(scheduleTimelineId)
        const data = downloaded?.lots.find((lot) => lot.contractObjectId === contractObjectId)
        return downloaded && data && { at: downloaded.at, data }
      },
    },
  })

export interface Choice {
  readonly value: string
  readonly label: string
}
export type SaleChoice = AnswerOf<'lotFacets'>['sales'][number]
export interface Facets extends Readonly<Record<LotTerm, readonly Choice[]>> {
  readonly sales: readonly SaleChoice[]
  readonly currencies: readonly string[]
  readonly currency: string | null
}

/** The options of the filters; fetched when the reader is about to use them. */
export const facetsQuery = (scheduleTimelineId: string | undefined) =>
  queryOptions({
    // Raise the number when an option group is added: answers cached by an older version lack it.
    queryKey: ['facets', 3, scheduleTimelineId ?? null],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send(
        'lotFacets',
        { query: scheduleTimelineId === undefined ? {} : { scheduleTimelineId } },
        { signal },
      ),
    select: ({ sales, currencies, currency, ...names }): Facets => ({
      sales,
      currencies,
      ...perTerm((term) => choicesOf(names[term])),
      currency,
    }),
    staleTime: 10 * 60_000,
    meta: {
      downloaded: async (client) => {
        if (scheduleTimelineId === undefined) return undefined
        const downloaded = await downloadsOf(client).readLots(scheduleTimelineId)
        return downloaded?.whole ? { at: downloaded.at, data: facetsOf(downloaded.lots) } : undefined
      },
    },
  })

const choicesOf = (names: readonly string[]): Choice[] =>
  names.toSorted((a, b) => a.localeCompare(b, 'zh')).map((value) => ({ value, label: value }))
