import { useQuery } from '@tanstack/react-query'
import { type RowOf } from '../../../../client/calls/index.ts'
import { useVenue } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

export type Colleague = RowOf<'colleagueList'>

/** The people of the reader's company. The room itself reports their limits. */
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

/** Id of the account that is signed in to the room. */
export function useMyself(): string | null {
  return useColleagues().data?.rows.find(({ self }) => self)?.userId ?? null
}
