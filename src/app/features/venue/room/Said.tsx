import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useClient } from '../../../lib/client.ts'
import type { NewsKind } from '../news.ts'
import { tell } from './tell.ts'

/**
 * Says what the element holds when it appears, and anew when its words change. A running clock in it (`data-runs`) is no
 * change; buttons and what is hidden from screen readers are left out.
 */
export function useSaid<E extends HTMLElement>(kind: NewsKind | null): RefObject<E | null> {
  const client = useClient()
  const element = useRef<E>(null)
  const said = useRef('')
  useEffect(() => {
    const still = wordsOf(element.current, `${LEFT_OUT}, [data-runs]`)
    if (kind === null || still === said.current) return
    said.current = still
    const text = wordsOf(element.current, LEFT_OUT)
    if (text !== '') tell(client, kind, { key: `said ${kind}`, text })
  })
  return element
}

const LEFT_OUT = 'button, [aria-hidden=true], svg'

function wordsOf(element: HTMLElement | null, leftOut: string): string {
  const copy = element?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const part of copy.querySelectorAll(leftOut)) part.remove()
  return copy.textContent.replaceAll(/\s+/g, ' ').trim()
}

interface Props {
  readonly kind?: NewsKind
  readonly id?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A line that the room's voice says when it appears. */
export function Said({ kind = 'press', children, ...line }: Props) {
  const words = useSaid<HTMLParagraphElement>(kind)
  return (
    <p ref={words} {...line}>
      {children}
    </p>
  )
}
