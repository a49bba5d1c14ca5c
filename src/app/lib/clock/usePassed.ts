import { useSyncExternalStore } from 'react'
import { useClient } from '../client.ts'
import { screenClockOf } from './useNow.ts'

/**
 * The latest of the moments that has passed, 0 before the first; re-renders only at these moments, not every second.
 */
export const usePassed = (...moments: readonly number[]): number => {
  const { subscribe, second } = screenClockOf(useClient())
  const latest = (): number => latestOf(moments, second())
  return useSyncExternalStore(subscribe, latest, latest)
}

export const latestOf = (moments: readonly number[], now: number): number =>
  Math.max(0, ...moments.filter((moment) => moment <= now))
