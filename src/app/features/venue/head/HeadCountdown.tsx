import { Trans, useLingui } from '@lingui/react/macro'
import { IDENTITY } from '../../../../contract/constants.ts'
import { formatLeft, timeLeft } from '../../../lib/format/index.ts'
import { headClock, type HeadClock } from '../marks.ts'
import { DueWords } from '../parts/DueWords.tsx'
import { useIsLive, usePart, useSecondsLeft, useVenue } from '../room/RoomContext.ts'
import css from './VenueHeader.module.css'
import { Days } from '../../../ui/Counted.tsx'

/** The next moment that concerns the whole room. When the room is not live it is a reckoning, and looks like one. */
export function HeadCountdown() {
  const { t } = useLingui()
  const { room, seat } = useVenue()
  const hosts = seat.identity === IDENTITY.host || seat.operates
  const live = useIsLive()
  // Primitive values, so that a bid does not repaint the header.
  const what = usePart(room.replica, ({ state }) => (state ? headClock(state).what : 'none'))
  const until = usePart(room.replica, ({ state }) => untilOf(state ? headClock(state) : { what: 'none' }))
  const left = useSecondsLeft(until)
  if (what === 'closed')
    return (
      <p className={css.count}>
        <b>
          <Trans>Sale paused</Trans>
        </b>
      </p>
    )
  // Only hosts see the next lot's closing: all others have a lot in hand, with its own clock.
  if (what === 'none' || (what === 'nextLotCloses' && !hosts) || left === null) return null
  if (what === 'starts' && left === 0)
    return (
      <p className={css.count}>
        <b>
          <DueWords due={until ?? 0} />
        </b>
      </p>
    )
  const { days, ...rest } = timeLeft(left * 1000)
  return (
    <p className={css.count}>
      <span className={css.small}>
        <What what={what} />
      </span>
      <b className={css.clock} role="timer" {...(!live && { title: t`Not live` })}>
        {!live && '≈'}
        {days > 0 && (
          <>
            <Days count={days} />{' '}
          </>
        )}
        {/* One text alone is written anew as a whole, also where a translator has taken the old one out of the page. */}
        <span>{formatLeft({ days: 0, ...rest })}</span>
      </b>
    </p>
  )
}

const untilOf = (clock: HeadClock) => ('until' in clock ? clock.until : null)

function What({ what }: { readonly what: Exclude<HeadClock['what'], 'none' | 'closed'> }) {
  switch (what) {
    case 'starts':
      return <Trans>Starts in</Trans>
    case 'reopens':
      return <Trans>Reopens in</Trans>
    case 'nextLotCloses':
      return <Trans>Next to close</Trans>
    case 'stageEnds':
      return <Trans>Stage ends in</Trans>
  }
}
