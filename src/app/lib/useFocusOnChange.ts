import { useEffect, useRef, type RefObject } from 'react'

/**
 * When `state` changes, moves the focus to the section and scrolls it into view, because its content was replaced. Inside
 * it the element with `data-news` takes the focus, if there is one: a screen reader says its name, also when the focus
 * was on the section already.
 */
export function useFocusOnChange<E extends HTMLElement>(state: string | undefined): RefObject<E | null> {
  const place = useRef<E>(null)
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && state !== undefined && known.current !== state) {
      const news = place.current?.querySelector<HTMLElement>('[data-news]') ?? place.current
      news?.focus({ preventScroll: true })
      place.current?.scrollIntoView({ block: 'start' })
    }
    known.current = state
  }, [state])
  return place
}
