import { useSyncExternalStore } from 'react'
import { MOBILE_BELOW_PX } from '../../contract/constants.ts'

const lists = new Map<string, MediaQueryList>()
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, list)
  return list
}

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => listOf(query).matches,
    // The server knows no screen.
    () => false,
  )

/** Room enough for a table of ten columns. */
export const useRoomy = (): boolean => useMedia('(min-width: 1200px)')

/** Not the mobile layout. */
export const useWide = (): boolean => useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`)
