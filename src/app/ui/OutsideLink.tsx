import type { ReactNode } from 'react'
import { isExample, type Outside } from '../lib/outside.ts'
import { Icon } from './Icon.tsx'
import { useClient } from '../lib/client.ts'

interface Props {
  readonly to: Outside
  readonly address: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Opens the operator's other site in a new tab, without opener or referrer. For a signed-in account the link leads
 * through a tab of this app that fetches a key and redirects, so that no browser blocks it as a pop-up. That tab also
 * recognises an example address.
 */
export function OutsideLink({ to, address, className, children }: Props) {
  const client = useClient()
  const away = `/away?to=${to}`
  const url = URL.parse(address)
  return (
    <a
      href={url && isExample(url) ? away : address}
      target="_blank"
      rel="noopener"
      referrerPolicy="no-referrer"
      className={className}
      onClick={(event) => {
        if (client.session.token.get() === null) return
        event.preventDefault()
        window.open(away, '_blank', 'noopener')
      }}
    >
      {children}
      <Icon name="out" size={14} />
    </a>
  )
}
