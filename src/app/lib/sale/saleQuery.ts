import { queryOptions } from '@tanstack/react-query'
import { ApiError, type Marked } from '../../../client/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import { clientOf } from '../client.ts'
import type { Entry } from './board.ts'

/** The sale of a session; null if there is no session of that id. */
export const saleQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['schedules', 'of', scheduleTimelineId],
    queryFn: async ({ client, signal, queryKey }): Promise<Entry | null> => {
      try {
        const schedule = await clientOf(client).calls.send(
          'timelineInfo',
          { params: { scheduleTimelineId } },
          { signal, previous: client.getQueryData<{ readonly schedule: Marked } | null>(queryKey)?.schedule },
        )
        const timeline = schedule.timelines.find((one) => one.scheduleTimelineId === scheduleTimelineId)
        return timeline ? { schedule, timeline } : null
      } catch (error) {
        if (error instanceof ApiError && error.code === CODE.notFound) return null
        throw error
      }
    },
    meta: { call: 'timelineInfo' },
  })
