import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import css from '../parts/Flow.module.css'

export function Done() {
  return (
    <div className={css.form}>
      <p>
        <Trans>All devices have been signed out. Log in with the new password.</Trans>
      </p>
      <Link to="/login" className={buttonClass({ wide: true })}>
        <Trans>Log in</Trans>
      </Link>
    </div>
  )
}
