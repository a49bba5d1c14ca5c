import { useMemo, useSyncExternalStore } from 'react'
import { MOBILE_BELOW_PX } from '../../contract/constants.ts'
import { layoutOf } from './layout.ts'
import { useStore } from './useStore.ts'
import { useClient } from './client.ts'

/** The server has no screen, so all its answers are false. */
const unknown = (): boolean => false

function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    // Created lazily, because the server has no `matchMedia`.
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

/** Wide enough for a table of ten columns, or for the room's log as a third column. */
export const useRoomy = (): boolean => useMedia('(min-width: 1200px)')

/** High enough for the room's price ladder; on lower screens the stepper replaces it. */
export const useTall = (): boolean => useMedia('(min-height: 740px)')

/** The window is wider than the mobile layout. */
export const useWide = (): boolean => useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`)

/**
 * Like `useWide`, but false if the reader has chosen the mobile layout for all widths (the room has a layout of its
 * own).
 */
export function useDesktop(): boolean {
  const client = useClient()
  const wide = useWide()
  return useStore(layoutOf(client)).device === 'desktop' && wide
}
