import { useSyncExternalStore } from 'react'
import { useClient } from '../client.ts'
import { screenClockOf } from './useNow.ts'

/**
 * The latest of the moments that has passed, 0 before the first; re-renders only at these moments, not every second.
 */
export const usePassed = (...moments: readonly number[]): number => {
  const { subscribe, second, written } = screenClockOf(useClient())
  return useSyncExternalStore(
    subscribe,
    () => latestOf(moments, second()),
    () => latestOf(moments, written.at ?? second()),
  )
}

export const latestOf = (moments: readonly number[], now: number): number =>
  Math.max(0, ...moments.filter((moment) => moment <= now))
