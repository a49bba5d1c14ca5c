import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { usePracticeOffered } from '../../../lib/sale/index.ts'
import { useLink, useSession, useVenue } from '../room/RoomContext.ts'
import css from './Lobby.module.css'
import { LinkTest } from './LinkTest.tsx'
import { useClockDifference } from './useClockDifference.ts'

type Verdict = 'good' | 'warn' | 'calm'
const ICONS: Record<Verdict, IconName> = { good: 'check', warn: 'alert', calm: 'clock' }

/** The checklist before the doors open. */
export function Checks() {
  const { seat } = useVenue()
  const practice = useSession((state) => state.practice)
  const offered = usePracticeOffered()
  return (
    <div className={css.checks}>
      <h3>
        <Trans>Check before it starts</Trans>
      </h3>
      <ul>
        <LinkCheck />
        <ClockCheck />
        {seat.identity === IDENTITY.buyer && <AdmissionCheck />}
      </ul>
      {seat.identity === IDENTITY.seller && (
        <div className={css.practice}>
          <p>
            <Trans>
              Until the start and between rounds you adjust start price and delivery date of your lots here: choose one
              in the list. Bids, deals and offers on them appear as they come.
            </Trans>
          </p>
        </div>
      )}
      {!practice && offered && seat.identity !== IDENTITY.seller && (
        <div className={css.practice}>
          <p>
            <Trans>
              Never bid here before? In the practice sale a robot host runs a sale at any time, and nothing becomes an
              order.
            </Trans>
          </p>
          <Link to="/" className={buttonClass({ variant: 'line' })}>
            <Trans>Go to practice sale</Trans>
          </Link>
        </div>
      )}
    </div>
  )
}

function Check({
  verdict,
  title,
  children,
}: {
  readonly verdict: Verdict
  readonly title: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <li className={classes(css.check, css[verdict])}>
      <Icon name={ICONS[verdict]} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </li>
  )
}

function LinkCheck() {
  const link = useLink()
  if (link.kind !== 'live')
    return (
      <Check verdict="warn" title={<Trans>No live connection</Trans>}>
        <p>
          <Trans>Prices would not be live and bids could not be sent.</Trans>
        </p>
      </Check>
    )
  return (
    <LinkTest
      frame={(verdict, title, text) => (
        <Check verdict={verdict} title={title}>
          {text}
        </Check>
      )}
    />
  )
}

function ClockCheck() {
  const seconds = useClockDifference()
  if (seconds === null || Math.abs(seconds) < 2) {
    return (
      <Check verdict={seconds === null ? 'calm' : 'good'} title={<Trans>The clock here follows the server</Trans>} />
    )
  }
  return (
    <Check verdict="good" title={<Trans>The clock here follows the server</Trans>}>
      <p>
        <Trans>Your device’s clock is {Math.abs(seconds)} s off; the room does not use it.</Trans>
      </p>
    </Check>
  )
}

function AdmissionCheck() {
  const { seat } = useVenue()
  const admitted = useSession((state) => seat.number !== null && (state.bidders[seat.number]?.admitted ?? false))
  return admitted ? (
    <Check verdict="good" title={<Trans>You are admitted with number {seat.number}</Trans>} />
  ) : (
    <Check verdict="warn" title={<Trans>Your company was dismissed</Trans>}>
      <p>
        <Trans>You may watch. For questions call the operator.</Trans>
      </p>
    </Check>
  )
}
