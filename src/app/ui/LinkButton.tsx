import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOffline } from '../lib/useOffline.ts'
import { Button, type ButtonLook } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface Props extends ButtonLook {
  readonly busy?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** For an action that needs the link. Offline the button shows that, and a press does nothing. */
export function LinkButton({ onClick, children, ...look }: Props) {
  const offline = useOffline()
  return (
    <Button {...look} disabled={offline} onClick={onClick}>
      {offline && <Icon name="offline" size={18} />}
      {children}
      {offline && (
        <small>
          <Trans>Offline</Trans>
        </small>
      )}
    </Button>
  )
}
