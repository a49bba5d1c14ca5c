import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { HOME_SCHEDULES as PAGE } from '../../../contract/pages.ts'
import { asking } from '../asking.ts'
import { clientOf } from '../client.ts'

/** A session changes at its times without a request; an open page follows within a minute. */
const REFRESH_MS = 60_000

export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  queryFn: ({ client, pageParam, signal }) =>
    clientOf(client).calls.send('scheduleList', { query: { pageNum: pageParam, pageSize: PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _pages, page) => (page * PAGE < total ? page + 1 : undefined),
  refetchInterval: REFRESH_MS,
  meta: { call: 'scheduleList' },
})

/** The home page's first calls. */
export const HOME_ASKS = {
  schedules: { query: { pageNum: 1, pageSize: PAGE } },
  practice: { query: { pageNum: 1, pageSize: 1, practice: 'true' } },
} as const

export const practiceQuery = queryOptions({
  queryKey: ['schedules', 'practice'],
  ...asking('scheduleList', HOME_ASKS.practice),
  refetchInterval: REFRESH_MS,
})
