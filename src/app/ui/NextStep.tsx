import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { pathTo } from '../boot/navigation/index.ts'
import type { WayIn } from '../lib/wayIn.ts'
import { buttonClass } from './Button.tsx'
import { PathLink } from './PathLink.tsx'

interface Props {
  readonly way: WayIn
  /** The current page: the step to it needs no link. */
  readonly current?: 'company' | 'agreement'
  /** The step is one of many things on the page, so its button is not filled. */
  readonly quiet?: boolean
}

/** The next step towards trading, as a link. Empty when the next step is not this person's. */
export function NextStep({ way, current, quiet = false }: Props) {
  const { t } = useLingui()
  const look = (variant: 'fill' | 'line') => buttonClass({ variant: quiet ? 'line' : variant })
  const links: Readonly<Record<WayIn, ReactNode>> = {
    certify: current !== 'company' && (
      <PathLink href={pathTo('/user/company')} className={look('fill')}>{t`Certify the company`}</PathLink>
    ),
    wait: current !== 'company' && (
      <PathLink href={pathTo('/user/company')} className={look('line')}>{t`View status`}</PathLink>
    ),
    draw: current !== 'agreement' && (
      <PathLink href={pathTo('/user/agreement')} className={look('line')}>{t`View service agreement`}</PathLink>
    ),
    sign: current !== 'agreement' && (
      <PathLink href={pathTo('/user/agreement')} className={look('fill')}>{t`Sign the service agreement`}</PathLink>
    ),
    ready: (
      <PathLink
        href={pathTo('/index', {}, 'sessions')}
        className={look('fill')}
      >{t`View sales and catalogues`}</PathLink>
    ),
    suspended: null,
  }
  return links[way] || null
}
