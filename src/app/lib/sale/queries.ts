import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { HOME_SCHEDULES as PAGE } from '../../../contract/pages.ts'
import { send } from '../api/index.ts'
import { entriesOf, type Entry } from './board.ts'

/** A session changes by itself when its time comes; a page that stays open follows within a minute. */
const REFRESH_MS = 60_000

export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  queryFn: ({ pageParam, signal }) =>
    send('scheduleList', { query: { pageNum: pageParam, pageSize: PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _pages, page) => (page * PAGE < total ? page + 1 : undefined),
  refetchInterval: REFRESH_MS,
})

export const practiceQuery = queryOptions({
  queryKey: ['schedules', 'practice'],
  queryFn: ({ signal }) => send('scheduleList', { query: { pageNum: 1, pageSize: 1, practice: 'true' } }, { signal }),
  refetchInterval: REFRESH_MS,
})

const SEARCHED = 100
const MOST_PAGES = 10

/** The sale that a session belongs to; null when there is none of that id. The list is all that knows a session by its own id. */
export const saleQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['schedules', 'of', scheduleTimelineId],
    queryFn: async ({ signal }): Promise<Entry | null> => {
      for (let page = 1; page <= MOST_PAGES; page++) {
        const { rows, total } = await send('scheduleList', { query: { pageNum: page, pageSize: SEARCHED } }, { signal })
        const found = entriesOf(rows).find(({ timeline }) => timeline.scheduleTimelineId === scheduleTimelineId)
        if (found) return found
        if (page * SEARCHED >= total) return null
      }
      return null
    },
    refetchInterval: REFRESH_MS,
  })
