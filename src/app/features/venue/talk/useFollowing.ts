import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const AT_END_PX = 40

/** The line that the reader looks at, and its position in the window. */
interface Anchor {
  readonly line: HTMLElement
  readonly top: number
}

/**
 * Scrolls to new lines while the reader is at the end. For a reader who has scrolled up, the visible line keeps its
 * place while lines above it come and go: browsers do that only away from the very top, and Safari not at all.
 */
export function useFollowing(lines: readonly unknown[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  const anchor = useRef<Anchor | null>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      anchor.current = anchorIn(element)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const held = anchor.current
    if (!held) element.scrollTop = element.scrollHeight
    else if (held.line.isConnected) element.scrollTop = held.line.offsetTop - held.top
  }, [lines])
  return list
}

function anchorIn(list: HTMLElement): Anchor | null {
  const { scrollTop, scrollHeight, clientHeight } = list
  if (scrollHeight - scrollTop - clientHeight < AT_END_PX) return null
  for (const line of list.querySelectorAll<HTMLElement>(':scope > li[data-line]')) {
    if (line.offsetTop + line.offsetHeight > scrollTop) return { line, top: line.offsetTop - scrollTop }
  }
  return null
}
