import { Trans, useLingui } from '@lingui/react/macro'
import type { FileItem, FormItem } from '../../../client/outbox/items.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../ui/outbox/OutboxPicture.tsx'
import { SignInLink } from '../../ui/SignInLink.tsx'
import css from './LotForm.module.css'

interface Props {
  readonly form: FormItem
  readonly files: readonly FileItem[]
  readonly needsSignIn: boolean
  readonly onRetry: () => void
  readonly onHold: () => void
}

/** The lot is still on this device: shows the reason for the wait, and that nothing is lost. */
export function WaitingLot({ form, files, needsSignIn, onRetry, onHold }: Props) {
  const { t } = useLingui()
  const left = files.filter(({ state }) => state !== 'up')
  return (
    <section className={css.waiting} aria-live="polite" data-testid="waiting-lot">
      <Mark tone="warn" icon="clock">
        {t`Saved on this device`}
      </Mark>
      <h2>
        {left.length > 0 ? <Trans>The lot goes once its files are up</Trans> : <Trans>The lot is being sent</Trans>}
      </h2>
      {files.map((file) => (
        <div key={file.id} className={css.file}>
          <OutboxPicture item={file} />
          <ItemState item={file} needsSignIn={needsSignIn} />
        </div>
      ))}
      {left.length === 0 && <ItemState item={form} needsSignIn={needsSignIn} />}
      <p>
        <Trans>It is sent once, also if the connection breaks or you close this page.</Trans>
      </p>
      <p className={css.acts}>
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
      </p>
    </section>
  )
}
