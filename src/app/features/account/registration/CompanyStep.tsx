import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/Button.tsx'
import css from '../parts/Flow.module.css'

/** The company's certification form, which the person may postpone. */
export function CompanyStep({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <div className={css.acts}>
        <Link to="/user/account" className={buttonClass({ variant: 'quiet', wide: true })}>
          <Trans>Later: take me to my account</Trans>
        </Link>
      </div>
      <p className={css.foot}>
        <Trans>What you have typed stays on this device, and the form waits for you in the user center.</Trans>
      </p>
    </>
  )
}
