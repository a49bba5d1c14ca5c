import { Trans } from '@lingui/react/macro'
import { IDENTITY } from '../../../../contract/constants.ts'
import { formatMoment, ownMoment } from '../../../lib/format/index.ts'
import { formatLeft, timeLeft } from '../../../lib/format/index.ts'
import { Days, Lots } from '../../../ui/Counted.tsx'
import { EndGrain } from '../../../ui/EndGrain.tsx'
import { DueWords, useIsLate } from '../parts/DueWords.tsx'
import { SaleRulesLink } from '../parts/SaleRulesLink.tsx'
import { useSecondsLeft, useSession, useVenue } from '../room/RoomContext.ts'
import { Checks } from './Checks.tsx'
import css from './Lobby.module.css'
import { useClient } from '../../../lib/client.ts'

/** The room before the doors open: the start time and the checklist. */
export function Lobby() {
  const client = useClient()
  const { seat } = useVenue()
  const startTime = useSession((state) => state.stageEndsAt ?? state.startTime)
  const lots = useSession((state) => state.lotOrder.length)
  const own = useSession((state) => [...state.lots].filter(({ seller }) => seller === seat.seller).length)
  const ownTime = ownMoment(startTime, client.locale)
  return (
    <section className={css.lobby}>
      <EndGrain className={css.grain} />
      <div className={css.when}>
        <Countdown until={startTime} />
        <p>
          <Trans>{formatMoment(startTime, client.locale)} Beijing time</Trans>
          {ownTime !== null && (
            <span className={css.own}>
              <Trans>{ownTime} your time</Trans>
            </span>
          )}
        </p>
        <p className={css.label}>
          <Lots count={lots} />
          {seat.identity === IDENTITY.seller && (
            <>
              {' '}
              ·{' '}
              <b>
                <Trans>Yours: {own}</Trans>
              </b>
            </>
          )}
          {seat.identity === IDENTITY.buyer && (
            <>
              {' '}
              ·{' '}
              <b>
                <Trans>Your number is {seat.number}</Trans>
              </b>
            </>
          )}
        </p>
        <p className={css.label}>
          <SaleRulesLink>
            <Trans>Rules of this session</Trans>
          </SaleRulesLink>
        </p>
      </div>
      <Checks />
    </section>
  )
}

function Countdown({ until }: { readonly until: Parameters<typeof useSecondsLeft>[0] }) {
  const left = useSecondsLeft(until) ?? 0
  const parts = timeLeft(left * 1000)
  const late = useIsLate(until ?? Number.POSITIVE_INFINITY)
  if (left === 0)
    return (
      <>
        <p className={css.count}>
          <DueWords due={until ?? 0} />
        </p>
        {late && (
          <p className={css.label}>
            <Trans>The host has not started yet.</Trans>
          </p>
        )}
      </>
    )
  return (
    <>
      <p className={css.label}>
        <Trans>The sale starts in</Trans>
      </p>
      <p className={css.count} role="timer">
        {parts.days > 0 && (
          <>
            <Days count={parts.days} />{' '}
          </>
        )}
        {formatLeft(parts)}
      </p>
    </>
  )
}
