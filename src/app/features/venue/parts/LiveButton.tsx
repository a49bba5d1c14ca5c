import { Trans, useLingui } from '@lingui/react/macro'
import { use, useState, type MouseEvent } from 'react'
import { useClient } from '../../../lib/client.ts'
import { ActButton, type ActButtonProps } from '../../../ui/ActButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { InDialog } from '../../../ui/usePassing.ts'
import { useIsLive } from '../room/RoomContext.ts'
import { Said } from '../room/Said.tsx'
import { tellNotice } from '../room/tell.ts'
import { boundBy, CHANGED, CHANGED_WHY, isAsWritten } from '../../../ui/shown.ts'
import css from './LiveButton.module.css'

interface Props extends ActButtonProps {
  /** Why it cannot act now although the room is live; `null`: it can. */
  readonly because?: string | null
}

/**
 * A button whose act needs the room. While it cannot act it stays pressable: the press sends nothing and says what is
 * missing, in a notice, or beside the button in a dialog, which covers notices. It sends nothing
 * either while figures that bind are shown otherwise than written.
 */
export function LiveButton({ because = null, disabled, onRefused, onClick, ...props }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const live = useIsLive()
  const inDialog = use(InDialog)
  const [pressed, setPressed] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const why = live ? because : t`Offline: nothing was sent`
  const refuse = (): void => {
    setPressed(true)
    if (!inDialog && why !== null)
      tellNotice(client, {
        tone: 'warn',
        title: why,
        ...(!live && {
          text: t`The room cannot be reached. Nothing is queued; please try again when the connection is back.`,
        }),
        key: why,
      })
  }
  const act = (event: MouseEvent<HTMLButtonElement>): void => {
    const changed = !isAsWritten(boundBy(event.currentTarget))
    setChanged(changed)
    if (!changed) return onClick?.(event)
    event.preventDefault()
    if (!inDialog) tellNotice(client, { tone: 'warn', title: i18n._(CHANGED), text: i18n._(CHANGED_WHY), key: 'shown' })
  }
  return (
    <>
      <ActButton
        {...props}
        disabled={disabled || why !== null}
        onRefused={why === null ? onRefused : refuse}
        onClick={act}
      />
      {inDialog && isChanged && (
        <Said className={css.why}>
          <Icon name="alert" size={16} />
          {i18n._(CHANGED)} {i18n._(CHANGED_WHY)}
        </Said>
      )}
      {inDialog && pressed && why !== null && (
        <Said className={css.why}>
          <Icon name="alert" size={16} />
          {why}
          {!live && (
            <>
              {'. '}
              <Trans>Try again when the connection is back.</Trans>
            </>
          )}
        </Said>
      )}
    </>
  )
}
