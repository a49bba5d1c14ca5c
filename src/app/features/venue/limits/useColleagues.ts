import { useQuery } from '@tanstack/react-query'
import { type RowOf } from '../../../../client/calls/index.ts'
import { useVenue } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

export type Colleague = RowOf<'colleagueList'>

/** The people of the reader's own company; their limits are the room's own word. */
export function useColleagues() {
  const client = useClient()
  const { seat } = useVenue()
  return useQuery({
    queryKey: ['venue', 'colleagues', seat.scheduleTimelineId],
    queryFn: ({ signal }) =>
      client.calls.send('colleagueList', { query: { scheduleTimelineId: seat.scheduleTimelineId } }, { signal }),
    meta: { fleeting: true },
  })
}

/** Which account sits here. */
export function useMyself(): string | null {
  return useColleagues().data?.rows.find(({ self }) => self)?.userId ?? null
}
