import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const AT_END_PX = 40

/** The line that the reader looks at, and its position in the window. */
interface Anchor {
  readonly line: HTMLElement
  readonly top: number
}

/**
 * Scrolls to new lines while the reader is at the end, and stays there when the list or its lines change in size (a
 * keyboard opens, people come, a font arrives). For a reader who has scrolled up, the visible line keeps its
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
  useEffect(() => {
    const element = list.current
    if (!element) return
    const sizes = new ResizeObserver(() => {
      if (!anchor.current) element.scrollTop = element.scrollHeight
    })
    sizes.observe(element)
    // A font changes all lines.
    if (element.lastElementChild) sizes.observe(element.lastElementChild)
    return () => sizes.disconnect()
  }, [lines])
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
