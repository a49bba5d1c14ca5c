import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { stepOf, type WayIn } from '../../lib/wayIn.ts'
import { buttonClass } from '../Button.tsx'
import { Steps } from '../Steps.tsx'

/** The four steps from a new account to the sales, and where one stands. */
export function WayInSteps({ way }: { readonly way: Exclude<WayIn, 'suspended'> }) {
  const names = [<Trans key="1">Company’s details</Trans>, <Trans key="2">Operator’s check</Trans>, <Trans key="3">Service agreement</Trans>, <Trans key="4">Sales are open</Trans>]
  return <Steps names={names} at={stepOf(way)} />
}

/** The next thing to do, one press away. Nothing where it is not this person’s turn. */
export function NextStep({ way, here }: { readonly way: WayIn; /** The page it stands on, which it does not lead to. */ readonly here?: 'company' | 'agreement' }) {
  const { t } = useLingui()
  const links: Partial<Record<WayIn, ReactNode>> = {
    certify: here !== 'company' && <Link to="/user/company" className={buttonClass()}>{t`Certify the company`}</Link>,
    wait: here !== 'company' && <Link to="/user/company" className={buttonClass({ variant: 'line' })}>{t`See how it stands`}</Link>,
    draw: here !== 'agreement' && <Link to="/user/agreement" className={buttonClass({ variant: 'line' })}>{t`To the service agreement`}</Link>,
    sign: here !== 'agreement' && <Link to="/user/agreement" className={buttonClass()}>{t`Sign the service agreement`}</Link>,
    ready: <Link to="/index" hash="sessions" className={buttonClass()}>{t`To the sales and their catalogues`}</Link>,
  }
  return links[way] || null
}
