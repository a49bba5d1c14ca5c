import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWho } from '../../../lib/user.ts'
import { wayIn } from '../../../lib/wayIn.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import css from '../parts/Flow.module.css'

/** The company's certification form, which the person may postpone until it is submitted. */
export function CompanyStep({ children }: { readonly children: ReactNode }) {
  const who = useWho()
  const open = who.kind !== 'user' || wayIn(who.user) === 'certify'
  return (
    <>
      {children}
      <div className={css.acts}>
        <Link to="/user/account" className={buttonClass({ variant: 'quiet', wide: true })}>
          {open ? <Trans>Later: take me to my account</Trans> : <Trans>To my account</Trans>}
        </Link>
      </div>
      {open && (
        <p className={css.foot}>
          <Trans>What you have typed stays on this device, and the form waits for you in the user center.</Trans>
        </p>
      )}
    </>
  )
}
