import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Outside } from '../../lib/outside.ts'
import { OutsideLink } from '../../ui/OutsideLink.tsx'

interface Props {
  readonly to: Outside
  readonly address: string
  readonly className: string | undefined
  /** As the server's menu calls it. */
  readonly children?: ReactNode
}

/** The shop or the back office, by its usual name unless the menu has another. */
export function OutsideMenuLink({ to, children, ...link }: Props) {
  const usual = to === 'shop' ? <Trans>Online shop</Trans> : <Trans>Seller back office</Trans>
  return (
    <OutsideLink to={to} {...link}>
      {children ?? usual}
    </OutsideLink>
  )
}
