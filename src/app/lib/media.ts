import { useMemo, useSyncExternalStore } from 'react'
import { MOBILE_BELOW_PX } from '../../contract/constants.ts'
import { layoutOf } from './layout.ts'
import { useStore } from './useStore.ts'
import { useClient } from './client.ts'

/** The server knows no screen. */
const unknown = (): boolean => false

function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    // Made once it is asked for: the server has no `matchMedia`.
    let list: MediaQueryList | null = null
    const made = (): MediaQueryList => (list ??= window.matchMedia(query))
    return [
      (listener: () => void) => {
        made().addEventListener('change', listener)
        return () => made().removeEventListener('change', listener)
      },
      () => made().matches,
    ] as const
  }, [query])
  return useSyncExternalStore(subscribe, matches, unknown)
}

/** Room enough for a table of ten columns, or for the room's log as a third one. */
export const useRoomy = (): boolean => useMedia('(min-width: 1200px)')

/** High enough for the room's price ladder; below it the stepper takes its place. */
export const useTall = (): boolean => useMedia('(min-height: 740px)')

/** Not the mobile layout. */
export const useWide = (): boolean => useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`)

/** As `useWide`, for pages that a reader may also have in the mobile layout at any width (the room knows its own). */
export function useDesktop(): boolean {
  const client = useClient()
  const wide = useWide()
  return useStore(layoutOf(client)).device === 'desktop' && wide
}
