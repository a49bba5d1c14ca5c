import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LotId } from '../../../../domain/state.ts'
import { send } from '../../../lib/api/index.ts'
import { readPast } from './past.ts'
import { useSession, useVenue } from './RoomContext.ts'

/**
 * A page that came late knows the state and not what led to it: the bids of the lot in hand, and whether one was ours (on another
 * device, too), are asked for once.
 */
export function useBackfill(lot: LotId): void {
  const { seat, recall } = useVenue()
  const round = useSession((state) => state.lots[lot]?.round ?? 0)
  const { data } = useQuery({
    queryKey: ['venue', 'bids', lot, round],
    queryFn: ({ signal }) =>
      send(
        'counterOfferList',
        { body: { scheduleTimelineId: seat.scheduleTimelineId, contractObjectId: lot, type: '1' } },
        { signal },
      ),
    enabled: round > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    meta: { fleeting: true },
  })
  useEffect(() => {
    if (data) recall(readPast(lot, data.rows))
  }, [data, lot, recall])
}
