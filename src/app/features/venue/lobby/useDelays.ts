import { useEffect, useState } from 'react'
import { useVenue } from '../room/RoomContext.ts'

const KEPT = 16

/** Measured round trips, ms, oldest first. */
export function useDelays(): readonly number[] {
  const { room } = useVenue()
  const [delays, setDelays] = useState<readonly number[]>([])
  useEffect(() => room.onDelay((delay) => setDelays((before) => [...before, delay].slice(-KEPT))), [room])
  return delays
}
