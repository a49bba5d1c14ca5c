import { useSyncExternalStore } from 'react'
import { subscribe, wholeSecond } from './useNow.ts'

/**
 * The latest of these moments that has passed, 0 before the first: for what changes at them and at no second between.
 */
export const usePassed = (...moments: readonly number[]): number => {
  const latest = (): number => latestOf(moments, wholeSecond())
  return useSyncExternalStore(subscribe, latest, latest)
}

export const latestOf = (moments: readonly number[], now: number): number =>
  Math.max(0, ...moments.filter((moment) => moment <= now))
