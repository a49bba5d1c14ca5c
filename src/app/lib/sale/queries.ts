import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { asking } from '../asking.ts'
import { clientOf } from '../client.ts'
import { boardOf } from './board.ts'

/** Number of schedules that the home page fetches at a time. */
const PAGE = 20
/** Interval of refetching: a session's state changes with time, and an open page follows within a minute. */
const REFRESH_MS = 60_000

/** Whether the list goes on after these pages. */
export const hasMore = (pages: readonly { readonly total: number }[]): boolean =>
  pages.length * PAGE < (pages.at(-1)?.total ?? 0)

export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  queryFn: ({ client, pageParam, signal }) =>
    clientOf(client).calls.send('scheduleList', { query: { pageNum: pageParam, pageSize: PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (_last, pages) => (hasMore(pages) ? pages.length + 1 : undefined),
  refetchInterval: REFRESH_MS,
  meta: { call: 'scheduleList', personal: true },
})

export const practiceQuery = queryOptions({
  queryKey: ['schedules', 'practice'],
  ...asking('scheduleList', { query: { pageNum: 1, pageSize: 1, practice: 'true' } }),
  meta: { call: 'scheduleList', personal: true },
  refetchInterval: REFRESH_MS,
})

/** A practice sale runs: an installation with the demo world has one. */
export function usePracticeOffered(): boolean {
  const { data } = useQuery(practiceQuery)
  return data !== undefined && boardOf(data.rows).practice !== null
}

/** The lots of the sale that concerns the reader next, with the prices that the reader may know. */
export const contactSheetQuery = queryOptions({
  // Raise the number when a lot's fields change: copies kept by an older version lack them.
  queryKey: ['schedules', 'sheet', 2],
  ...asking('contactSheet', {}),
  meta: { call: 'contactSheet', personal: true },
  refetchInterval: REFRESH_MS,
})
