import { useEffect, useRef, type RefObject } from 'react'

/** What one was working in has given way to something else: the focus goes there, and the page to its top. */
export function useFocusOnChange<E extends HTMLElement>(state: string | undefined): RefObject<E | null> {
  const place = useRef<E>(null)
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && state !== undefined && known.current !== state) {
      place.current?.focus({ preventScroll: true })
      place.current?.scrollIntoView({ block: 'start' })
    }
    known.current = state
  }, [state])
  return place
}
