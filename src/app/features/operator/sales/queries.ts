import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { clientOf } from '../../../lib/client.ts'
import { type AnswerOf, type RowOf } from '../../../../client/calls/index.ts'
import { pageQuery } from '../../../lib/paging.ts'
import { pageOf, type ListSearch, type SaleSearch } from '../search.ts'

export type SaleInfo = AnswerOf<'saleInfo'>
export type SaleBidder = RowOf<'saleBidderList'>
export type SaleDeal = RowOf<'saleDealList'>

const fleeting = { fleeting: true }
/** A sale changes while the operator looks at it. */
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

export type SessionLot = RowOf<'sessionLotList'>
export type ScheduleInfo = AnswerOf<'scheduleEditInfo'>
export type Check = AnswerOf<'sessionCheck'>
export type RoomRow = RowOf<'roomList'>

export const scheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: ['desk', 'schedule', scheduleId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('scheduleEditInfo', { params: { scheduleId } }, { signal }),
    meta: fleeting,
  })

export const sessionQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'session'],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('sessionEditInfo', { params: { scheduleTimelineId } }, { signal }),
    meta: fleeting,
  })

export const checkQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'check'],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('sessionCheck', { params: { scheduleTimelineId } }, { signal }),
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })

export const lotsQuery = (scheduleTimelineId: string, { lots, sort, ...search }: SaleSearch) => {
  const query = {
    scheduleTimelineId,
    ...pageOf(search),
    ...(lots && { state: lots }),
    ...(sort && { sort }),
  }
  return queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'lots', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('sessionLotList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: fleeting,
  })
}

export const hostsQuery = queryOptions({
  queryKey: ['desk', 'hosts'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('hostList', {}, { signal }),
  meta: fleeting,
})

export const depositsQuery = (scheduleTimelineId: string, companyId: string) =>
  queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'deposits', companyId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('depositList', { query: { scheduleTimelineId, companyId } }, { signal }),
    meta: fleeting,
  })

export const refundsQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['desk', 'sale', scheduleTimelineId, 'refunds'],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('depositRefundList', { query: { scheduleTimelineId } }, { signal }),
    meta: fleeting,
  })

/** Interval of refetching the rooms, which change by the second. */
const ROOMS_MS = 4_000
export const roomsQuery = queryOptions({
  queryKey: ['desk', 'rooms'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('roomList', {}, { signal }),
  refetchInterval: ROOMS_MS,
  meta: fleeting,
})

/**
 * Runs one act on the sale. The sale is refetched even after a failure, because it may have changed meanwhile. `done` is
 * that of the press, and is not called for a dialog that was closed before the answer.
 */
export function useSaleAct(scheduleTimelineId: string, done: () => void = () => {}) {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'sale', scheduleTimelineId] }),
  })
  return { ...mutation, mutate: (act: () => Promise<unknown>) => mutation.mutate(act, { onSuccess: done }) }
}

/** Names of all coded terms. */
export const allTermsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('termList', { query: {} }, { signal }),
  staleTime: 60_000,
  meta: fleeting,
})
