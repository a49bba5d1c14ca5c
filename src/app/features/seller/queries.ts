import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, RowOf } from '../../../client/calls/index.ts'
import { clientOf } from '../../lib/client.ts'
import { pageQuery } from '../../lib/paging.ts'
import type { ImportSearch, LotsSearch } from './search.ts'

export type LotRow = RowOf<'lotDraftList'>
export type LotInfo = AnswerOf<'lotDraftInfo'>
export type LotContent = LotInfo['content']
export type LotSession = RowOf<'lotSessionList'>
export type Term = RowOf<'termList'>
export type ImportInfo = AnswerOf<'lotImportInfo'>
export type ImportRow = RowOf<'lotImportRows'>
export type CellProblem = ImportRow['problems'][number]

/** The answers contain a company's reserves: never stored on the device. */
const fleeting = { fleeting: true }
const READING_MS = 1_000

export const lotsKey = ['seller', 'lots'] as const
export const importsKey = ['seller', 'imports'] as const

export const lotsQuery = ({ keyword, state, page, size }: LotsSearch) => {
  const query = { ...pageQuery({ page, size }), ...(keyword && { keyword }), ...(state && { state }) }
  return queryOptions({
    queryKey: [...lotsKey, 'list', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('lotDraftList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}

export const lotQuery = (lotDraftId: string) =>
  queryOptions({
    queryKey: [...lotsKey, 'one', lotDraftId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('lotDraftInfo', { params: { lotDraftId } }, { signal }),
    meta: fleeting,
  })

export const sessionsQuery = queryOptions({
  queryKey: ['seller', 'sessions'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('lotSessionList', {}, { signal }),
  meta: fleeting,
})

export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('termList', { query: {} }, { signal }),
  staleTime: 60_000,
  meta: fleeting,
})

const isReading = (one: ImportInfo | undefined): boolean => one?.state === 'reading'

/** The newest import, refetched while the server reads it. */
export const newestImportQuery = queryOptions({
  queryKey: [...importsKey, 'newest'],
  queryFn: async ({ client, signal }) =>
    (await clientOf(client).calls.send('lotImportList', { query: { pageSize: 1 } }, { signal })).rows,
  refetchInterval: ({ state }) => (isReading(state.data?.[0]) ? READING_MS : false),
  meta: fleeting,
})

export const importRowsQuery = (lotImportId: string, { all, page, size }: ImportSearch) => {
  const query = { ...pageQuery({ page, size }), ...(all !== true && { bad: 'true' }) }
  return queryOptions({
    queryKey: [...importsKey, 'rows', lotImportId, query],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('lotImportRows', { params: { lotImportId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}
