import { Trans } from '@lingui/react/macro'
import { EndGrain } from '../../ui/EndGrain.tsx'
import css from './Footer.module.css'

export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <p className={css.name}>
          <EndGrain size={24} />
          <Trans>Timber Sale Room</Trans>
        </p>
        <p><Trans>All times are Beijing time (UTC+8). Prices are per unit, tax as stated in the lot.</Trans></p>
      </div>
    </footer>
  )
}
