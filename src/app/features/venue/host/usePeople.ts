import { useQuery } from '@tanstack/react-query'
import { send, type RowOf } from '../../../lib/api/index.ts'
import { usePart, useVenue } from '../room/RoomContext.ts'

export type Person = RowOf<'people'>

const EVERY_MS = 15_000

/** Who is in the venue. The list is asked for; who is here now and how well is told by the live connection in between. */
export function usePeople(): readonly Person[] | null {
  const { seat, room } = useVenue()
  const { data } = useQuery({
    queryKey: ['venue', 'people', seat.scheduleTimelineId],
    queryFn: ({ signal }) => send('people', { query: { scheduleTimelineId: seat.scheduleTimelineId } }, { signal }),
    refetchInterval: EVERY_MS,
    meta: { fleeting: true },
  })
  const live = usePart(room.presence, (presence) => presence?.people ?? null)
  if (!data) return null
  return data.rows.map((person) => {
    const now = live?.find(({ speaker }) => speaker === person.speaker)
    return now
      ? {
          ...person,
          online: now.online,
          delay: now.delay,
          lastSeen: now.lastSeen === null ? person.lastSeen : new Date(now.lastSeen).toISOString(),
        }
      : person
  })
}
