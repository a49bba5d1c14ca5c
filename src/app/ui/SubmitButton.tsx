import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { useOffline } from '../lib/useOffline.ts'
import { AnswerWait } from './AnswerWait.tsx'
import { Button, type ButtonLook } from './Button.tsx'
import { boundBy, CHANGED, CHANGED_WHY, isAsWritten } from './shown.ts'
import css from './SubmitButton.module.css'

interface Props extends ButtonLook {
  readonly busy: boolean
  /** The text while the form is being sent. */
  readonly working: ReactNode
  readonly children: ReactNode
  /** The form goes to the outbox, so it can be sent offline. */
  readonly outbox?: boolean
}

/**
 * Submits a form. Offline, a form without an outbox shows the reason, and the button stays focusable so that a screen
 * reader reads it. Nothing is sent while figures that bind are shown otherwise than written. A form with an outbox is stored, and the button says when it will be sent.
 */
export function SubmitButton({ busy, working, children, outbox = false, ...look }: Props) {
  const offline = useOffline()
  const refused = offline && !outbox
  const id = useId()
  const { i18n } = useLingui()
  const [isChanged, setChanged] = useState(false)
  const press = (event: MouseEvent): void => {
    const changed = !isAsWritten(boundBy(event.currentTarget))
    setChanged(changed)
    if (changed) event.preventDefault()
  }
  return (
    <div className={css.submit}>
      {/* Enter in a field presses this button too. */}
      <Button
        {...look}
        type="submit"
        busy={busy}
        disabled={refused}
        aria-describedby={offline ? id : undefined}
        onClick={press}
      >
        {busy ? working : children}
      </Button>
      <output id={id} className={css.why}>
        {refused && !busy && (
          <Trans>Offline: this can’t be sent now. What you typed stays here; press again when the link is back.</Trans>
        )}
        {offline && outbox && (
          <Trans>Offline: this will be kept on this device and sent by itself when the link is back.</Trans>
        )}
      </output>
      {isChanged && (
        <p className={css.why} role="alert">
          {i18n._(CHANGED)} {i18n._(CHANGED_WHY)}
        </p>
      )}
      {/* A form for the outbox waits for the device alone. */}
      <AnswerWait below busy={busy && !outbox} working={working} />
    </div>
  )
}
