import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What only this device knows (its time zone): null while a page that the server wrote is taken over, and right after
 * that.
 */
export const useOnceTaken = <T>(read: () => T): T | null =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
    ? read()
    : null
