import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { pathTo } from '../boot/navigation/index.ts'
import type { WayIn } from '../lib/wayIn.ts'
import { buttonClass } from './Button.tsx'
import { PathLink } from './PathLink.tsx'

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
    certify: here !== 'company' && (
      <PathLink href={pathTo('/user/company')} className={look('fill')}>{t`Certify the company`}</PathLink>
    ),
    wait: here !== 'company' && (
      <PathLink href={pathTo('/user/company')} className={look('line')}>{t`View status`}</PathLink>
    ),
    draw: here !== 'agreement' && (
      <PathLink href={pathTo('/user/agreement')} className={look('line')}>{t`To the service agreement`}</PathLink>
    ),
    sign: here !== 'agreement' && (
      <PathLink href={pathTo('/user/agreement')} className={look('fill')}>{t`Sign the service agreement`}</PathLink>
    ),
    ready: (
      <PathLink
        href={pathTo('/index', {}, 'sessions')}
        className={look('fill')}
      >{t`To the sales and their catalogues`}</PathLink>
    ),
    suspended: null,
  }
  return links[way] || null
}
