import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { FormItem, OutboxItem } from '../../../client/outbox/items.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../ui/outbox/OutboxPicture.tsx'
import { SignInLink } from '../../ui/SignInLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import css from './CompanyPart.module.css'

interface Props {
  readonly form: FormItem
  readonly files: readonly OutboxItem[]
  readonly needsSignIn: boolean
  /** The form was sent from this page, just now. */
  readonly sentHere: boolean
  readonly onRetry: () => void
  readonly onHold: () => void
}

/** The form is still on this device: shows the reason for the wait, and that nothing is lost. */
export function WaitingForm({ form, files, needsSignIn, sentHere, onRetry, onHold }: Props) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // The card is shorter than the form that it replaces, so the reader would be left at the foot of the page.
  useEffect(() => {
    if (!sentHere) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [sentHere])
  const left = files.filter(({ state }) => state !== 'up')
  return (
    <section className={classes(css.standing, css.warn)} aria-live="polite" data-testid="waiting-form">
      <p className={css.mark}>
        <Mark tone="warn" icon="clock">
          {t`Saved on this device`}
        </Mark>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {left.length > 0 ? (
          <Trans>Your application goes once the picture is up</Trans>
        ) : (
          <Trans>Your application is being sent</Trans>
        )}
      </h2>
      {files.map((file) => (
        <div key={file.id} className={css.waiting}>
          <OutboxPicture item={file} />
          <ItemState item={file} needsSignIn={needsSignIn} />
        </div>
      ))}
      {left.length === 0 && <ItemState item={form} needsSignIn={needsSignIn} />}
      <p>
        {needsSignIn ? (
          <Trans>Your sign-in has expired. Sign in again and it goes by itself; everything is kept until then.</Trans>
        ) : (
          <Trans>
            It is sent once, also if the connection breaks or you close this page: then it goes the next time you open
            it.
          </Trans>
        )}
      </p>
      <div className={css.acts}>
        {needsSignIn ? (
          <SignInLink className={buttonClass()}>
            <Trans>Log in</Trans>
          </SignInLink>
        ) : (
          <Button variant="line" onClick={onRetry}>
            <Icon name="retry" size={18} />
            <Trans>Try now</Trans>
          </Button>
        )}
        <Button variant="quiet" onClick={onHold}>
          <Trans>Change it</Trans>
        </Button>
      </div>
    </section>
  )
}
