import { Trans } from '@lingui/react/macro'
import type { Next } from '../../lib/sale/index.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import css from './NextTime.module.css'

/** The next moment that concerns the reader, with the time until then. */
export function NextTime({ next }: { readonly next: Next }) {
  switch (next.kind) {
    case 'signUp':
      return (
        <p className={css.next}>
          <span>
            <Trans>Sign-up closes in</Trans>
          </span>
          <strong>
            <Countdown to={next.at} />
          </strong>
        </p>
      )
    case 'start':
      return (
        <p className={css.next}>
          <span>
            <Trans>Starts in</Trans>
          </span>
          <strong>
            <Countdown to={next.at} />
          </strong>
        </p>
      )
    case 'due':
      return (
        <p className={css.next}>
          <span>
            <Trans>The host is about to begin</Trans>
          </span>
        </p>
      )
    case 'running':
      return (
        <p className={css.next}>
          <span>
            <Trans>Bidding is on</Trans>
          </span>
        </p>
      )
    case 'open':
    case 'over':
      return null
  }
}
