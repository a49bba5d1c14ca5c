import { Trans, useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { dealOf } from '../../../../domain/outcome.ts'
import type { Instant } from '../../../../domain/units.ts'
import { formatLeft, formatSeconds, timeLeft } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { KINDS } from '../../../ui/kinds.ts'
import { LotMark } from '../../../ui/marks.tsx'
import { lotClock } from '../marks.ts'
import { usePart, useSecondsLeft, useServerSecond, useSession, useStaleSince, useVenue } from '../room/RoomContext.ts'
import css from './LotClock.module.css'

export const inSeconds = (seconds: number): string => formatLeft(timeLeft(seconds * 1000))

/**
 * The lot's clock, large. Without the link it is a reckoning, since the deadline may have moved: one row says so, with
 * the time when the price was last live, and a way to reconnect.
 */
export function LotClock({ lot, noticed }: { readonly lot: Lot; readonly noticed: boolean }) {
  const stale = useStaleSince()
  return (
    <div data-clock="">
      {stale === null ? <RunningClock lot={lot} /> : <LostRow lot={lot} since={stale} noticed={noticed} />}
    </div>
  )
}

interface LostProps {
  readonly lot: Lot
  readonly since: Instant
  readonly noticed: boolean
}

function LostRow({ lot, since, noticed }: LostProps) {
  const { i18n } = useLingui()
  const { room } = useVenue()
  const failed = usePart(room.link, ({ kind }) => kind === 'failed')
  const asOf = <Trans>Price as of {formatSeconds(since)}; not live</Trans>
  if (!failed || noticed)
    return (
      <div className={classes(css.clock, css.lost)}>
        <Icon name="offline" size={18} />
        <p>
          <Reckoning lot={lot} />
          {asOf}
        </p>
      </div>
    )
  const { icon, word, role } = KINDS.error
  return (
    <div className={classes(css.clock, css.lost, css.failed)} role={role} data-problem="error">
      <Icon name={icon} size={18} />
      <p>
        <b>{i18n._(word)}</b>{' '}
        <b>
          <Trans>The connection failed. Please contact customer service.</Trans>
        </b>{' '}
        <span className={css.asOf}>
          <Reckoning lot={lot} />
          {asOf}
        </span>
      </p>
      <Button variant="line" size="small" onClick={room.retry}>
        <Trans>Try now</Trans>
      </Button>
    </div>
  )
}

/** The time left by the deadline that was last known and the server's clock. */
function Reckoning({ lot }: { readonly lot: Lot }) {
  const closure = useSession((state) => state.closure)
  const clock = lotClock(lot, closure)
  const left = useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null)
  if (!clock || left === null) return null
  return (
    <>
      <b role="timer">
        {left === 0 ? <Trans>The time last known is over.</Trans> : <Trans>About {inSeconds(left)} left.</Trans>}
      </b>{' '}
    </>
  )
}

function RunningClock({ lot }: { readonly lot: Lot }) {
  const closure = useSession((state) => state.closure)
  const clock = lotClock(lot, closure)
  const left = useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null)
  if (!clock || left === null) return <NoClock lot={lot} />
  const urgent = clock.what === 'closes' && left <= 30 && clock.stoppedAt === null
  return (
    <div className={classes(css.clock, urgent && css.urgent, clock.stoppedAt !== null && css.stopped)}>
      <span className={css.what}>
        {clock.stoppedAt !== null ? (
          <>
            <Icon name="pause" size={14} /> <Trans>Clock stopped</Trans>
          </>
        ) : (
          <ClockWords what={clock.what} />
        )}
      </span>
      <span className={css.left} role="timer">
        {left === 0 && clock.what === 'closes' ? <Trans>Closing…</Trans> : inSeconds(left)}
      </span>
      <HardEnd lot={lot} />
    </div>
  )
}

/** The row of a lot without a running clock: the time of its end, or its status. */
function NoClock({ lot }: { readonly lot: Lot }) {
  const deal = dealOf(lot)
  return (
    <p className={classes(css.clock, css.ended)}>
      {deal ? (
        <Trans>Closed at {formatSeconds(deal.at)}</Trans>
      ) : (
        <LotMark status={lot.status} asks={lot.award?.asks} />
      )}
    </p>
  )
}

function ClockWords({ what }: { readonly what: 'opens' | 'closes' | 'resumes' }) {
  switch (what) {
    case 'opens':
      return <Trans>Opens in</Trans>
    case 'closes':
      return <Trans>Time left</Trans>
    case 'resumes':
      return <Trans>On hold; resumes in</Trans>
  }
}

const HARD_END_SHOWN_MS = 120_000

/** The hard end, which no extension exceeds; shown from two minutes before. */
function HardEnd({ lot }: { readonly lot: Lot }) {
  const { t } = useLingui()
  const now = useServerSecond()
  const hardEnd = lot.clock?.hardEnd ?? null
  if (hardEnd === null || lot.status !== 'open' || hardEnd - now > HARD_END_SHOWN_MS) return null
  return <span className={css.hard}>{t`Hard end ${formatSeconds(hardEnd)}`}</span>
}
