import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState, type MouseEvent } from 'react'
import { useClient } from '../../../lib/client.ts'
import { ActButton, type ActButtonProps } from '../../../ui/ActButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { notify } from '../../../ui/toast.ts'
import { InDialog } from '../../../ui/usePassing.ts'
import { useIsLive } from '../room/RoomContext.ts'
import css from './LiveButton.module.css'

interface Props extends Omit<ActButtonProps, 'disabled'> {
  /** Why it cannot act now although the room is live; `null`: it can. */
  readonly because?: string | null
}

/**
 * A button whose act needs the room. While it cannot act it stays pressable: the press sends nothing and says what is
 * missing, in a notice, or beside the button in a dialog, which covers notices.
 */
export function LiveButton({ because = null, onClick, ...props }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const live = useIsLive()
  const inDialog = use(InDialog)
  const [pressed, setPressed] = useState(false)
  const why = live ? because : t`Offline: nothing was sent`
  const refuse = (event: MouseEvent): void => {
    // It may be the form's submit button.
    event.preventDefault()
    setPressed(true)
    if (!inDialog && why !== null)
      notify(client, {
        tone: 'warn',
        title: why,
        ...(!live && {
          text: t`The room cannot be reached. Nothing is queued; please try again when the connection is back.`,
        }),
        key: why,
      })
  }
  return (
    <>
      <ActButton
        {...props}
        {...(why !== null && { 'aria-disabled': true })}
        onClick={why === null ? onClick : refuse}
      />
      {inDialog && pressed && why !== null && (
        <p className={css.why} role="alert">
          <Icon name="alert" size={16} />
          {why}
          {!live && (
            <>
              {'. '}
              <Trans>Try again when the connection is back.</Trans>
            </>
          )}
        </p>
      )}
    </>
  )
}
