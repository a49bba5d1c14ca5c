import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { useOffline } from '../lib/useOffline.ts'
import { AnswerWait } from './AnswerWait.tsx'
import { Button, type ButtonLook } from './Button.tsx'
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
 * reader reads it. A form with an outbox is stored, and the button says when it will be sent.
 */
export function SubmitButton({ busy, working, children, outbox = false, ...look }: Props) {
  const offline = useOffline()
  const refused = offline && !outbox
  const id = useId()
  return (
    <div className={css.submit}>
      {/* Enter in a field presses this button too. */}
      <Button
        {...look}
        type="submit"
        busy={busy}
        aria-disabled={refused || undefined}
        aria-describedby={offline ? id : undefined}
        {...(refused && { onClick: (event) => event.preventDefault() })}
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
      {/* A form for the outbox waits for the device alone. */}
      <AnswerWait below busy={busy && !outbox} working={working} />
    </div>
  )
}
