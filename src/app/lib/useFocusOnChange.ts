import { useEffect, useRef, type RefObject } from 'react'

/** When the section in use is replaced, moves the focus to its replacement and scrolls to the top. */
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
