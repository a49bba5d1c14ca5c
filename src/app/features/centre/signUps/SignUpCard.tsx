import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../lib/clock/useNow.ts'
import { formatMoment, ownMoment } from '../../../lib/format/index.ts'
import { participationOf } from '../../../lib/sale/index.ts'
import { useWho } from '../../../lib/user.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Lots } from '../../../ui/Counted.tsx'
import { PhaseMark, PracticeMark } from '../../../ui/marks.tsx'
import { Actions } from '../../../ui/sale/Actions.tsx'
import { PartLine } from '../../../ui/sale/PartLine.tsx'
import { entryOf, type SignUp } from './entry.ts'
import { NextStepLine } from './NextStepLine.tsx'
import { PinLine } from './PinLine.tsx'
import css from './SignUps.module.css'
import { useClient } from '../../../lib/client.ts'

export function SignUpCard({ signUp }: { readonly signUp: SignUp }) {
  const client = useClient()
  const who = useWho()
  const now = useNow()
  const entry = entryOf(signUp)
  const { schedule, timeline } = entry
  // This list shows the company's number in practice sales too.
  const part = participationOf({ practice: false }, timeline, who, now)
  const locale = client.locale
  const [start, since, own] = [
    formatMoment(timeline.startTime, locale),
    formatMoment(signUp.registrationTime, locale),
    ownMoment(timeline.startTime, locale),
  ]
  const name = `signUp-${timeline.scheduleTimelineId}`
  return (
    <article className={css.card} aria-labelledby={name}>
      <div className={css.name}>
        <h2 id={name}>{schedule.name}</h2>
        {schedule.practice ? <PracticeMark /> : <PhaseMark phase={timeline.state} />}
      </div>
      <p className={css.facts}>
        {schedule.venue && <span>{schedule.venue}</span>}
        <time dateTime={timeline.startTime}>{start}</time>
        {own && (
          <span>
            <Trans>{own} your time</Trans>
          </span>
        )}
        <span>
          <Lots count={timeline.lotCount} />
        </span>
        <span>
          <Trans>Signed up {since}</Trans>
        </span>
      </p>
      <div className={css.own}>
        <PartLine part={part} />
        <p className={css.next}>
          <NextStepLine entry={entry} part={part} now={now} />
        </p>
        <PinLine signUp={signUp} />
      </div>
      <div className={css.acts}>
        <Actions entry={entry} part={part} />
        {timeline.state === 5 && !schedule.practice && (
          <Link to="/user/order" className={buttonClass({ variant: 'line' })}>
            <Trans>Won lots</Trans>
          </Link>
        )}
      </div>
    </article>
  )
}
