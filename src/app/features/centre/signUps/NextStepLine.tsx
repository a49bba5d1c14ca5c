import { Trans } from '@lingui/react/macro'
import { formatZoned } from '../../../lib/format/index.ts'
import { nextOf, type Entry, type Part } from '../../../lib/sale/index.ts'
import { Countdown } from '../../../ui/Countdown.tsx'
import { useClient } from '../../../lib/client.ts'
import { isDepositOpen } from './deposit.ts'
import type { SignUp } from './entry.ts'

/** The next step and the party that has to take it. */
export function NextStepLine({
  entry: { schedule, timeline },
  part,
  now,
  deposit = null,
}: {
  readonly entry: Entry
  readonly part: Part
  readonly now: number
  readonly deposit?: SignUp['deposit']
}) {
  const client = useClient()
  if (part.kind === 'suspended')
    return <Trans>Next: clear it with the operator. Until then the room stays closed to you.</Trans>
  if (part.kind === 'dismissed' && timeline.state === 5)
    return <Trans>The sale is over. For questions call the operator, whose number is at the foot of the page.</Trans>
  if (part.kind === 'dismissed')
    return (
      <Trans>
        Next: you may watch the sale; for questions call the operator, whose number is at the foot of the page.
      </Trans>
    )
  if (timeline.state === 5) return <Trans>The sale is over. The lots you won are under Won lots.</Trans>
  if (part.kind === 'waiting' && deposit && isDepositOpen(deposit))
    return <Trans>Next: pay the deposit. No company is admitted without it.</Trans>
  if (part.kind === 'waiting') {
    const start = formatZoned(timeline.startTime, client.locale)
    return <Trans>Next: the operator decides before the start on {start}. Nothing for you to do.</Trans>
  }
  const next = nextOf(schedule, timeline, now)
  switch (next.kind) {
    case 'running':
      return <Trans>Next: enter the room; bidding is on.</Trans>
    case 'due':
      return <Trans>Next: enter the room; the host is about to begin.</Trans>
    case 'open':
      return <Trans>Next: enter whenever you like.</Trans>
    case 'over':
      return null
    case 'signUp':
    case 'start': {
      const until = (
        <strong>
          <Countdown to={Date.parse(timeline.startTime)} />
        </strong>
      )
      return timeline.state === 3 ? (
        <Trans>Next: enter the room and check your link; it starts in {until}.</Trans>
      ) : (
        <Trans>Next: choose your lots in the catalogue; it starts in {until}.</Trans>
      )
    }
  }
}
