import { useEffect, useRef, useState, type ReactNode } from 'react'

/** How far below the window fetching starts, so that the content is there when the reader arrives. */
const AHEAD = '400px'

/** Content further down a page, drawn when scrolled near: its code and data do not compete with the top of the page. */
export function WhenNear({ children }: { readonly children: ReactNode }) {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current || near) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return <div ref={place}>{near && children}</div>
}
