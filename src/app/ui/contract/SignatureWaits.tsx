import { Trans } from '@lingui/react/macro'
import { useClient } from '../../lib/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button, buttonClass } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Mark } from '../Mark.tsx'
import { SignInLink } from '../SignInLink.tsx'
import { ItemState } from '../outbox/ItemState.tsx'
import css from './SignatureWaits.module.css'
import type { WaitingSignature } from './useSignature.ts'

interface Props {
  readonly item: WaitingSignature
  /** The contract version shown on the page. */
  readonly shown: { readonly hash: string; readonly version: number }
  readonly needsSignIn: boolean
  readonly onRetry: () => void
  readonly onTakeBack: () => void
}

/** A signature that is stored on this device and not yet sent: names its version, and says that it counts once. */
export function SignatureWaits({ item, shown, needsSignIn, onRetry, onTakeBack }: Props) {
  const { locale } = useClient()
  const { no, version, hash } = item.signed
  const pressed = formatMoment(new Date(item.at).toISOString(), locale)
  const digits = hash.slice(0, 16)
  const now = shown.version
  return (
    <div className={css.waits} aria-live="polite" data-testid="signature-waits">
      <p>
        <Mark tone="warn" icon="clock">
          <Trans>Saved on this device</Trans>
        </Mark>
      </p>
      <h3>
        {no === '' ? (
          <Trans>Your signature of version {version} of the service agreement is being sent</Trans>
        ) : (
          <Trans>
            Your signature of version {version} of {no} is being sent
          </Trans>
        )}
      </h3>
      <p className={css.facts}>
        <span>
          <Trans>Signed {pressed}</Trans>
        </span>
        <span>
          <Trans>SHA-256 {digits}…</Trans>
        </span>
      </p>
      <ItemState item={item} needsSignIn={needsSignIn} />
      {hash !== shown.hash && (
        <p className={css.other}>
          <Icon name="alert" size={18} />
          <Trans>
            This page shows version {now}. Your signature is of version {version} and counts for no other.
          </Trans>
        </p>
      )}
      <p>
        {needsSignIn ? (
          <Trans>Your sign-in has expired. Sign in again and it goes by itself; everything is kept until then.</Trans>
        ) : (
          <Trans>
            It is sent by itself as soon as there is a connection, also if you close this page: then the next time you
            open it. It counts once, however often it is sent.
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
        <Button variant="quiet" onClick={onTakeBack}>
          <Trans>Take it back</Trans>
        </Button>
      </div>
    </div>
  )
}
