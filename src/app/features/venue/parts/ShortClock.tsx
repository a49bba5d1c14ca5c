import { useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { classes } from '../../../ui/classes.ts'
import { lotClock } from '../marks.ts'
import { useIsLive, useSecondsLeft, useSession } from '../room/RoomContext.ts'
import { inSeconds } from './LotClock.tsx'
import css from './ShortClock.module.css'

/** A lot's clock in a list. When the room is not live it is a reckoning, and looks like one. */
export function ShortClock({ lot }: { readonly lot: Lot }) {
  const { t } = useLingui()
  const live = useIsLive()
  const closure = useSession((state) => state.closure)
  const clock = lotClock(lot, closure)
  const left = useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null)
  if (!clock || left === null) return null
  const text = inSeconds(left)
  // One text alone is written anew as a whole, also where a translator has taken the old one out of the page.
  if (!live)
    return (
      <span className={classes(css.clock, css.reckoned)} title={t`Not live`}>
        {`≈${text}`}
      </span>
    )
  const urgent = clock.what === 'closes' && clock.stoppedAt === null && left <= 30
  return <span className={classes(css.clock, urgent && css.urgent)}>{clock.what === 'opens' ? `+${text}` : text}</span>
}
