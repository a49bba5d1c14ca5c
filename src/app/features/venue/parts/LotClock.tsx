import { Trans, useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { LAW } from '../../../../domain/rule.ts'
import { formatLeft, formatSeconds, timeLeft } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { lotClock } from '../marks.ts'
import { useSecondsLeft, useServerSecond, useSession, useStaleSince } from '../room/RoomContext.ts'
import css from './LotClock.module.css'

export const inSeconds = (seconds: number): string => formatLeft(timeLeft(seconds * 1000))

/** The lot's clock, large. Without the link it turns into words, because a countdown without updates is a guess. */
export function LotClock({ lot }: { readonly lot: Lot }) {
  const stale = useStaleSince()
  if (stale !== null) {
    return (
      <p className={classes(css.clock, css.words)}>
        <Icon name="offline" size={18} />
        <Trans>Price as of {formatSeconds(stale)}; not live</Trans>
      </p>
    )
  }
  return <RunningClock lot={lot} />
}

function RunningClock({ lot }: { readonly lot: Lot }) {
  const closure = useSession((state) => state.closure)
  const clock = lotClock(lot, closure)
  const left = useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null)
  if (!clock || left === null) return null
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

/** Shown from two minutes before: no extension goes beyond the hard end. */
function HardEnd({ lot }: { readonly lot: Lot }) {
  const { t } = useLingui()
  const now = useServerSecond()
  const hardEnd = lot.clock?.hardEnd ?? null
  if (hardEnd === null || lot.status !== 'open' || hardEnd - now > LAW.hardEndShownMs) return null
  return <span className={css.hard}>{t`Hard end ${formatSeconds(hardEnd)}`}</span>
}
