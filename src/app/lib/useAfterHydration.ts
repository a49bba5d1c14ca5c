import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * A value known only to this device (its time zone): null while a server-written page is hydrated, and in the first
 * render after.
 */
export const useAfterHydration = <T>(read: () => T): T | null =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
    ? read()
    : null
