import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * A value that only this device knows (its time zone): null while a server-written page is hydrated, so that the first
 * render matches.
 */
export const useAfterHydration = <T>(read: () => T): T | null =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
    ? read()
    : null
