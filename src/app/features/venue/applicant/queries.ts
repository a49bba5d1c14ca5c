import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'

/** The operator admits elsewhere; an open room follows within this time. */
const REFRESH_MS = 15_000

export type Mine = NonNullable<AnswerOf<'timelineInfo'>['timelines'][number]['mine']>

/** The signed-in person's participation in a session; `null`: none. */
export const mineQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['schedules', 'mine', scheduleTimelineId],
    queryFn: async ({ client, signal }): Promise<Mine | null> => {
      const { timelines } = await clientOf(client).calls.send(
        'timelineInfo',
        { params: { scheduleTimelineId } },
        { signal },
      )
      return timelines.find((one) => one.scheduleTimelineId === scheduleTimelineId)?.mine ?? null
    },
    refetchInterval: REFRESH_MS,
  })
