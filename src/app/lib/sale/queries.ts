import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { HOME_SCHEDULES as PAGE } from '../../../contract/pages.ts'
import { asking } from '../../../client/calls/asking.ts'
import { send } from '../../../client/calls/index.ts'

/** A session changes by itself when its time comes; a page that stays open follows within a minute. */
const REFRESH_MS = 60_000

export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  queryFn: ({ pageParam, signal }) =>
    send('scheduleList', { query: { pageNum: pageParam, pageSize: PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _pages, page) => (page * PAGE < total ? page + 1 : undefined),
  refetchInterval: REFRESH_MS,
  meta: { call: 'scheduleList' },
})

/** What the home page asks for first. */
export const HOME_ASKS = {
  schedules: { query: { pageNum: 1, pageSize: PAGE } },
  practice: { query: { pageNum: 1, pageSize: 1, practice: 'true' } },
} as const

export const practiceQuery = queryOptions({
  queryKey: ['schedules', 'practice'],
  ...asking('scheduleList', HOME_ASKS.practice),
  refetchInterval: REFRESH_MS,
})
