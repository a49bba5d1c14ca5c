import { useRef, type AriaAttributes, type MouseEvent, type ReactNode } from 'react'
import { navigate, preload, pageLocationOf } from '../boot/navigation/index.ts'
import { useClient } from '../lib/client.ts'
import type { Client } from '../../client/client.ts'

interface Props {
  /** An address of this app with its query: from `pathTo(…)`, from a menu, or a visited one. */
  readonly href: string
  readonly className?: string | undefined
  readonly title?: string
  readonly 'aria-current'?: AriaAttributes['aria-current']
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Prefetching starts after this: a pointer that only passes over the link triggers none. */
const MEANT_MS = 50

/** A link within the app that works without the router, and without any script as a plain link. */
export function PathLink({ href, onClick, children, ...rest }: Props) {
  const client = useClient()
  const meant = useRef<ReturnType<typeof setTimeout>>(undefined)
  const mean = (): void => {
    clearTimeout(meant.current)
    meant.current = setTimeout(() => preload(client, href), MEANT_MS)
  }
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.()
    // The browser handles new tabs and windows, and places on the same page.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      isPlace(client, href)
    )
      return
    event.preventDefault()
    void navigate(client, href)
  }
  return (
    <a
      {...rest}
      href={href}
      onClick={press}
      onPointerEnter={mean}
      onPointerLeave={() => clearTimeout(meant.current)}
      onFocus={mean}
      onTouchStart={mean}
    >
      {children}
    </a>
  )
}

const isPlace = (client: Client, href: string): boolean =>
  href.includes('#') && href.split('#', 1)[0] === pageLocationOf(client).get().href.split('#', 1)[0]
