import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type RowOf } from '../../../../client/calls/index.ts'
import type { Presence } from '../../../../client/room/room.ts'
import { usePart, useVenue } from '../room/RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

export type Person = RowOf<'people'>
type Present = NonNullable<Presence['people']>[number]

const EVERY_MS = 15_000

export interface People {
  readonly people: readonly Person[] | null
  /** The error of the last call, if there is no list. */
  readonly error: unknown
  readonly retry: () => void
}

/**
 * The people in the room: a call gives the list, and the live connection updates presence and link quality in between.
 */
export function usePeople(): People {
  const client = useClient()
  const { seat, room } = useVenue()
  const { data, error, refetch } = useQuery({
    queryKey: ['venue', 'people', seat.scheduleTimelineId],
    queryFn: ({ signal }) =>
      client.calls.send('people', { query: { scheduleTimelineId: seat.scheduleTimelineId } }, { signal }),
    refetchInterval: EVERY_MS,
    meta: { fleeting: true },
  })
  const live = usePart(room.presence, (presence) => presence?.people ?? null)
  const rows = data?.rows ?? null
  // The connection does not give the name of a newcomer, so the list is refetched at once.
  const newcomer = rows && live?.find(({ speaker }) => !rows.some((person) => person.speaker === speaker))?.speaker
  useEffect(() => {
    if (newcomer) void refetch()
  }, [newcomer, refetch])
  return { people: rows && withPresence(rows, live ?? []), error, retry: () => void refetch() }
}

/**
 * The connection reports presence per company, so it applies to a person only if the company has one person in the
 * room.
 */
function withPresence(rows: readonly Person[], live: readonly Present[]): readonly Person[] {
  return rows.map((person) => {
    const now = live.find(({ speaker }) => speaker === person.speaker)
    const alone = rows.filter(({ speaker }) => speaker === person.speaker).length === 1
    return now && alone ? withNow(person, now) : person
  })
}

const withNow = (person: Person, { online, delay, lastSeen, source, onlineTime, loginTime }: Present): Person => ({
  ...person,
  online,
  delay,
  lastSeen: lastSeen === null ? person.lastSeen : new Date(lastSeen).toISOString(),
  source: source ?? person.source,
  onlineTime: onlineTime ?? person.onlineTime,
  loginTime: loginTime === undefined ? person.loginTime : new Date(loginTime).toISOString(),
})
