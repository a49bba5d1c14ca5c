import { useCallback, useSyncExternalStore } from 'react'
import { MOBILE_BELOW_PX } from '../../../../contract/constants.ts'

export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }, [query])
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

export const usePhone = (): boolean => useMedia(`(max-width: ${MOBILE_BELOW_PX - 0.02}px)`)
