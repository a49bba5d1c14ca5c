import { useSyncExternalStore } from 'react'
import { useVenue } from '../room/RoomContext.ts'

/** Whole seconds by which this device's clock is ahead of the server's; `null` until the room's first message. */
export function useClockDifference(): number | null {
  const { room, ticker } = useVenue()
  return useSyncExternalStore(ticker.subscribe, () =>
    room.replica.get().state ? Math.round((Date.now() - room.serverTime()) / 1000) : null,
  )
}
