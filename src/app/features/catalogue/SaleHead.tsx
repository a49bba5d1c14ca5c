import { Trans } from '@lingui/react/macro'
import { API_BASE } from '../../../contract/constants.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { usePassed } from '../../lib/clock/usePassed.ts'
import { formatZoned } from '../../lib/format/index.ts'
import { nextOf, participationOf, type Entry } from '../../lib/sale/index.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { useWho } from '../../lib/user.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Lots } from '../../ui/Counted.tsx'
import { Sheets } from '../../ui/files/Sheets.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { PhaseMark, PracticeMark } from '../../ui/marks.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { PartLine } from '../../ui/sale/PartLine.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './CataloguePage.module.css'
import { useClient } from '../../lib/client.ts'

/** The facts of the sale, and the time until it starts. */
export function SaleFacts({ sale }: { readonly sale: Entry | 'coming' | null }) {
  if (sale === 'coming')
    return (
      <Skeleton className={css.sale}>
        <SkeletonLine width="min(420px, 90%)" />
      </Skeleton>
    )
  return sale && <Known sale={sale} />
}

/** The reader's next step in the sale. */
export function SalePart({ sale }: { readonly sale: Entry }) {
  const who = useWho()
  const { schedule, timeline } = sale
  const now = usePassed(Date.parse(timeline.signUpDeadline), Date.parse(timeline.startTime))
  const part = participationOf(schedule, timeline, who, now)
  return (
    <div className={css.part}>
      <PartLine part={part} />
      <div className={css.acts}>
        <Actions entry={sale} part={part} current="catalogue" />
      </div>
    </div>
  )
}

/** The deposit that the sale asks for, and until when. */
function DepositFact({ deposit: { required, due } }: { readonly deposit: NonNullable<Entry['timeline']['deposit']> }) {
  const { locale } = useClient()
  const until = formatZoned(due, locale)
  return (
    <span>
      <Trans>Deposit</Trans>{' '}
      {required.map(({ currency, amount }, at) => (
        <strong key={currency}>
          {at > 0 && ' / '}
          <Money amount={amount} currency={currency} />
        </strong>
      ))}{' '}
      <Trans>due {until}</Trans>
    </span>
  )
}

function Known({ sale }: { readonly sale: Entry }) {
  const client = useClient()
  const who = useWho()
  const { schedule, timeline } = sale
  const mayRead = who.kind === 'user' && hasPermission(who.user, 'sale:session:read')
  // A component of its own, so that only the countdown is drawn each second.
  const now = usePassed(Date.parse(timeline.signUpDeadline), Date.parse(timeline.startTime))
  const next = nextOf(schedule, timeline, now)
  const start = formatZoned(timeline.startTime, client.locale)
  return (
    <div className={css.sale}>
      {schedule.practice ? <PracticeMark /> : <PhaseMark phase={timeline.state} />}
      {schedule.venue && <span>{schedule.venue}</span>}
      {!schedule.practice && (
        <time translate="no" dateTime={timeline.startTime}>
          {start}
        </time>
      )}
      <span>
        <Lots count={timeline.lotCount} />
      </span>
      {timeline.deposit && timeline.state < 5 && <DepositFact deposit={timeline.deposit} />}
      {next.kind === 'signUp' && (
        <span>
          <Trans>Sign-up closes in</Trans>{' '}
          <strong>
            <Countdown to={next.at} />
          </strong>
        </span>
      )}
      {next.kind === 'start' && (
        <span>
          <Trans>Starts in</Trans>{' '}
          <strong>
            <Countdown to={next.at} />
          </strong>
        </span>
      )}
      <PathLink
        href={pathTo('/rules', { sale: timeline.scheduleTimelineId })}
        className={buttonClass({ variant: 'quiet', size: 'small' })}
      >
        <Icon name="doc" size={18} />
        <Trans>Rules of this session</Trans>
      </PathLink>
      {!schedule.practice && timeline.state < 5 && (
        // A plain link works without scripts, and a phone opens the file in its calendar.
        <a
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          href={`${API_BASE}/auction/calendar/${encodeURIComponent(timeline.scheduleTimelineId)}?lang=${client.locale}`}
          download
        >
          <Icon name="clock" size={18} />
          <Trans>Add to calendar</Trans>
        </a>
      )}
      {timeline.state >= 4 && (timeline.mine?.identityType === 2 || mayRead) && (
        <span>
          <Trans>Results</Trans>{' '}
          <Sheets
            path={`/auction/result/${encodeURIComponent(timeline.scheduleTimelineId)}/sheet`}
            name={`results-${timeline.scheduleTimelineId}`}
          />
        </span>
      )}
    </div>
  )
}
