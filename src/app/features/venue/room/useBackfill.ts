import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LotId } from '../../../../domain/state.ts'
import { send } from '../../../lib/api/index.ts'
import { useSession, useVenue } from './RoomContext.ts'

/**
 * A page that came late knows the state and not what led to it: whether we had bid on this lot (on another device, too) is asked once
 * for the lot in hand.
 */
export function useBackfill(lot: LotId): void {
  const { seat, own } = useVenue()
  const round = useSession((state) => state.lots[lot]?.round ?? 0)
  const { data } = useQuery({
    queryKey: ['venue', 'bids', lot, round],
    queryFn: ({ signal }) => send('counterOfferList', { body: { scheduleTimelineId: seat.scheduleTimelineId, contractObjectId: lot, type: '1' } }, { signal }),
    enabled: seat.number !== null && round > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  useEffect(() => {
    for (const row of data?.rows ?? []) {
      if ('companyName' in row && row.biddingNumber === seat.number) own(lot, { seq: row.seq, at: Date.parse(row.at) }, row.struck)
    }
  }, [data, lot, own, seat.number])
}
