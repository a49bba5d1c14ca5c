import { useSyncExternalStore } from 'react'
import { MOBILE_BELOW_PX } from '../../contract/constants.ts'
import { layout } from './layout.ts'
import { useStore } from './useStore.ts'

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

/** Room enough for a table of ten columns, or for the room's log as a third one. */
export const useRoomy = (): boolean => useMedia('(min-width: 1200px)')

/** Not the mobile layout. */
export const useWide = (): boolean => useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`)

/** As `useWide`, for pages that a reader may also have in the mobile layout at any width (the room knows its own). */
export function useDesktop(): boolean {
  const wide = useWide()
  return useStore(layout).device === 'desktop' && wide
}
