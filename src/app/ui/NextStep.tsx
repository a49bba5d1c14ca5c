import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WayIn } from '../lib/wayIn.ts'
import { buttonClass } from './Button.tsx'

interface Props {
  readonly way: WayIn
  /** The page it stands on, which it does not lead to. */
  readonly here?: 'company' | 'agreement'
  /** One of many things on its page. */
  readonly quiet?: boolean
}

/** The next thing to do on the way in, one press away. Nothing where it is not this person’s turn. */
export function NextStep({ way, here, quiet = false }: Props) {
  const { t } = useLingui()
  const look = (variant: 'fill' | 'line') => buttonClass({ variant: quiet ? 'line' : variant })
  const links: Readonly<Record<WayIn, ReactNode>> = {
    certify: here !== 'company' && <Link to="/user/company" className={look('fill')}>{t`Certify the company`}</Link>,
    wait: here !== 'company' && <Link to="/user/company" className={look('line')}>{t`See how it stands`}</Link>,
    draw: here !== 'agreement' && <Link to="/user/agreement" className={look('line')}>{t`To the service agreement`}</Link>,
    sign: here !== 'agreement' && <Link to="/user/agreement" className={look('fill')}>{t`Sign the service agreement`}</Link>,
    ready: <Link to="/index" hash="sessions" className={look('fill')}>{t`To the sales and their catalogues`}</Link>,
    suspended: null,
  }
  return links[way] || null
}
