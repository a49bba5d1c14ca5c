import type { ReactNode } from 'react'
import { isExample, type Outside } from '../lib/outside.ts'
import { sellerToken } from '../../client/session/index.ts'
import { Icon } from './Icon.tsx'

interface Props {
  readonly to: Outside
  readonly address: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * To another site of the operator's, in a new tab that knows neither us nor where it came from. Who has signed in takes
 * a key along: a tab of ours fetches it at the press and goes on, so that no browser takes it for a pop-up. It also says
 * so where the address is an example and no site.
 */
export function OutsideLink({ to, address, className, children }: Props) {
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
        if (sellerToken.get() === null) return
        event.preventDefault()
        window.open(away, '_blank', 'noopener')
      }}
    >
      {children}
      <Icon name="out" size={14} />
    </a>
  )
}
