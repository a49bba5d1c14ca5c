import { useRef, type AriaAttributes, type MouseEvent, type ReactNode } from 'react'
import { navigate, preload, pageLocationOf } from '../boot/navigation/index.ts'
import { useClient } from '../lib/client.ts'
import type { Client } from '../../client/client.ts'

interface Props {
  /** An address of this app with its query: `pathTo(…)`, a menu's, or a visited one. */
  readonly href: string
  readonly className?: string | undefined
  readonly title?: string
  readonly 'aria-current'?: AriaAttributes['aria-current']
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Passing over a link is not meaning it. */
const MEANT_MS = 50

/** A link of the app that needs no router, nor any script: then it is a plain one. */
export function PathLink({ href, onClick, children, ...rest }: Props) {
  const client = useClient()
  const meant = useRef<ReturnType<typeof setTimeout>>(undefined)
  const mean = (): void => {
    clearTimeout(meant.current)
    meant.current = setTimeout(() => preload(client, href), MEANT_MS)
  }
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.()
    // A new tab or window is the browser's to open, and so is a place on this page.
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
