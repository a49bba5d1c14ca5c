import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { clientOf } from '../../../lib/client.ts'
import { type AnswerOf, type RowOf } from '../../../../client/calls/index.ts'
import { pageQuery } from '../../../lib/paging.ts'
import { pageOf, type ListSearch, type SaleSearch } from '../search.ts'

export type SaleInfo = AnswerOf<'saleInfo'>
export type SaleBidder = RowOf<'saleBidderList'>
export type SaleDeal = RowOf<'saleDealList'>

const fleeting = { fleeting: true }
/** A sale goes on while it is looked at. */
const RENEW_MS = 10_000

export const salesQuery = (search: ListSearch) => {
  const query = { ...pageOf(search), practice: 'false' }
  return queryOptions({
    queryKey: ['desk', 'sales', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('scheduleList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const saleQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'info'],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('saleInfo', { params: { scheduleTimelineId } }, { signal }),
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })

export const biddersQuery = (scheduleTimelineId: string, { page, size }: SaleSearch) => {
  const query = { scheduleTimelineId, ...pageQuery({ page, size }) }
  return queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'bidders', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('saleBidderList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const dealsQuery = (scheduleTimelineId: string, { page, size }: SaleSearch) => {
  const query = { scheduleTimelineId, ...pageQuery({ page, size }) }
  return queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'deals', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('saleDealList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

/** One act of the operator's; the sale is read anew after it, done or not: it may have gone on meanwhile. */
export function useSaleAct(scheduleTimelineId: string, done: () => void = () => {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: done,
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'sale', scheduleTimelineId] }),
  })
}
