import { Trans } from '@lingui/react/macro'
import { useNow } from '../../lib/clock/useNow.ts'
import { formatClock, formatDay, formatMoment, formatMoney, formatWeekday, ownMoment } from '../../lib/format/index.ts'
import { nextOf, participationOf, type Entry } from '../../lib/sale/index.ts'
import { useAfterHydration } from '../../lib/useAfterHydration.ts'
import type { Who } from '../../lib/user.ts'
import { Lots } from '../../ui/Counted.tsx'
import { classes } from '../../ui/classes.ts'
import { PhaseMark } from '../../ui/marks.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import { PartLine } from '../../ui/sale/PartLine.tsx'
import { NextTime } from './NextTime.tsx'
import css from './Ticket.module.css'
import { useClient } from '../../lib/client.ts'

export function Ticket({ entry, who }: { readonly entry: Entry; readonly who: Who }) {
  const { schedule, timeline } = entry
  const now = useNow()
  const part = participationOf(schedule, timeline, who, now)
  const next = nextOf(schedule, timeline, now)
  const name = `sale-${timeline.scheduleTimelineId}`
  return (
    <article className={classes(css.ticket, timeline.state === 4 && css.running)} aria-labelledby={name}>
      <Stub startTime={timeline.startTime} />
      <div className={css.body}>
        <div className={css.name}>
          <h3 id={name}>{schedule.name}</h3>
          <PhaseMark phase={timeline.state} />
        </div>
        <Facts entry={entry} />
      </div>
      <div className={css.own}>
        <PartLine part={part} />
      </div>
      <div className={css.side}>
        <NextTime next={next} />
        <div className={css.acts}>
          <Actions entry={entry} part={part} quiet />
        </div>
      </div>
    </article>
  )
}

function Stub({ startTime }: { readonly startTime: string }) {
  const client = useClient()
  const locale = client.locale
  return (
    <time translate="no" className={css.stub} dateTime={startTime}>
      <span className={css.day}>{formatDay(startTime, locale)}</span>
      <span className={css.weekday}>{formatWeekday(startTime, locale)}</span>
      <span className={css.time}>{formatClock(startTime)}</span>
      <span className={css.weekday}>UTC+8</span>
    </time>
  )
}

function Facts({ entry: { schedule, timeline } }: { readonly entry: Entry }) {
  const client = useClient()
  const locale = client.locale
  const own = useAfterHydration(() => ownMoment(timeline.startTime, locale))
  const deadline = formatMoment(timeline.signUpDeadline, locale)
  const deposit = timeline.deposit?.required.map(({ amount, currency }) => formatMoney(amount, currency)).join(' / ')
  return (
    <p className={css.facts}>
      {schedule.venue && <span>{schedule.venue}</span>}
      <span>
        <Lots count={timeline.lotCount} />
      </span>
      {timeline.state <= 2 && (
        <span>
          <Trans>Sign-up until {deadline}</Trans>
        </span>
      )}
      {timeline.deposit && timeline.state <= 2 && (
        <span>
          <Trans>Deposit {deposit}</Trans>
        </span>
      )}
      {own && (
        <span>
          <Trans>{own} your time</Trans>
        </span>
      )}
    </p>
  )
}
