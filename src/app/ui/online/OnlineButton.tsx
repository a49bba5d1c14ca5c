import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useClient } from '../../lib/client.ts'
import { useOffline } from '../../lib/useOffline.ts'
import { ActButton, type ActButtonProps } from '../ActButton.tsx'
import { Icon } from '../Icon.tsx'
import { notify } from '../toast.ts'

/**
 * A button whose action needs the server. Offline it shows and announces that, and a press does nothing. It stays
 * focusable, so that a screen reader reads the reason.
 */
export function OnlineButton({ children, ...props }: ActButtonProps) {
  const client = useClient()
  const { t } = useLingui()
  const offline = useOffline()
  const id = useId()
  const say = () =>
    notify(client, { tone: 'warn', title: t`Offline: this works again when the link is back.`, key: 'needs-link' })
  return (
    <>
      <ActButton {...props} {...(offline && { disabled: true, 'aria-describedby': id, onRefused: say })}>
        {offline && <Icon name="offline" size={18} />}
        {children}
      </ActButton>
      {offline && (
        <span id={id} className="visually-hidden">
          <Trans>Offline: this works again when the link is back.</Trans>
        </span>
      )}
    </>
  )
}
