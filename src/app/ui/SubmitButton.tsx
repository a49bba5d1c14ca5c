import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { useOffline } from '../lib/useOffline.ts'
import { Button, type ButtonLook } from './Button.tsx'
import css from './SubmitButton.module.css'

interface Props extends ButtonLook {
  readonly busy: boolean
  /** While at work. */
  readonly working: ReactNode
  readonly children: ReactNode
}

/** Submits a form. Offline it shows the reason and stays focusable, so that a screen reader reads it too. */
export function SubmitButton({ busy, working, children, ...look }: Props) {
  const offline = useOffline()
  const id = useId()
  return (
    <div className={css.submit}>
      {/* Enter in a field presses this button too. */}
      <Button
        {...look}
        type="submit"
        busy={busy}
        aria-disabled={offline || undefined}
        aria-describedby={offline ? id : undefined}
        {...(offline && { onClick: (event) => event.preventDefault() })}
      >
        {busy ? working : children}
      </Button>
      <output id={id} className={css.why}>
        {offline ? (
          <Trans>Offline: this can’t be sent now. What you typed stays here; press again when the link is back.</Trans>
        ) : null}
      </output>
    </div>
  )
}
