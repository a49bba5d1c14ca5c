import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../Icon.tsx'
import type { Part } from '../../lib/sale/index.ts'
import css from './PartLine.module.css'

function Line({
  icon,
  tone,
  children,
}: {
  readonly icon: IconName
  readonly tone?: 'good' | 'warn' | 'bad'
  readonly children: ReactNode
}) {
  return (
    <p className={classes(css.part, tone && css[tone])}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  )
}

/** The reader's participation in the sale, in a sentence. */
export function PartLine({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'unknown':
      return null
    case 'visitor':
      return (
        <Line icon="user">
          <Trans>Open to certified companies.</Trans>
        </Line>
      )
    case 'suspended':
      return (
        <Line icon="alert" tone="bad">
          <Trans>Your account is suspended from trading. Please contact the operator.</Trans>
        </Line>
      )
    case 'host':
      return (
        <Line icon="flag" tone="good">
          <strong>
            <Trans>You host this sale.</Trans>
          </strong>
        </Line>
      )
    case 'seller':
      return (
        <Line icon="doc" tone="good">
          <strong>
            <Trans>Your lots are on sale here.</Trans>
          </strong>
        </Line>
      )
    case 'practice':
      return (
        <Line icon="check" tone="good">
          <Trans>Open to you now. You get a bidding number as you enter.</Trans>
        </Line>
      )
    case 'admitted': {
      const { number } = part
      return (
        <Line icon="check" tone="good">
          <Trans>
            Signed up. Your bidding number is <strong>{number}</strong>.
          </Trans>
        </Line>
      )
    }
    case 'dismissed': {
      const { number, reason } = part
      return (
        <Line icon="cross" tone="bad">
          <Trans>
            Dismissed from this sale (number {number}). {reason}
          </Trans>
        </Line>
      )
    }
    case 'waiting':
      return (
        <Line icon="clock" tone="warn">
          <Trans>Signed up. The operator is reviewing it; your bidding number will appear here.</Trans>
        </Line>
      )
    case 'certify':
      return part.pending ? (
        <Line icon="clock" tone="warn">
          <Trans>Your company is being certified. Once it is, you can sign up.</Trans>
        </Line>
      ) : (
        <Line icon="alert" tone="warn">
          <Trans>Only certified companies can sign up and read the catalogue.</Trans>
        </Line>
      )
    case 'agreement':
      return part.awaiting ? (
        <Line icon="doc" tone="warn">
          <Trans>Your service agreement awaits signature. Once it is in effect, you can sign up.</Trans>
        </Line>
      ) : (
        <Line icon="doc" tone="warn">
          <Trans>A service agreement is needed to sign up. The operator draws it up for you.</Trans>
        </Line>
      )
    case 'canSignUp':
      return (
        <Line icon="number">
          <Trans>You can take part. Sign up to get a bidding number.</Trans>
        </Line>
      )
    case 'audience':
      return (
        <Line icon="eye">
          <Trans>Sign-up is over. You can watch.</Trans>
        </Line>
      )
    case 'notYet':
      return (
        <Line icon="clock">
          <Trans>In preparation. Sign-up opens when the catalogue is published.</Trans>
        </Line>
      )
  }
}
