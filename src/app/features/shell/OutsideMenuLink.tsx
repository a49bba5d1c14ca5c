import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Outside } from '../../lib/outside.ts'
import { OutsideLink } from '../../ui/OutsideLink.tsx'

interface Props {
  readonly to: Outside
  readonly address: string
  readonly className: string | undefined
  /** The name in the server's menu. */
  readonly children?: ReactNode
}

/** A link to the shop or the back office, with its usual name unless the menu has another. */
export function OutsideMenuLink({ to, children, ...link }: Props) {
  const usual = to === 'shop' ? <Trans>Online shop</Trans> : <Trans>Seller back office</Trans>
  return (
    <OutsideLink to={to} {...link}>
      {children ?? usual}
    </OutsideLink>
  )
}
