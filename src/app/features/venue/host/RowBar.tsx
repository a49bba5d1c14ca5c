import { useState } from 'react'
import type { Lot } from '../../../../domain/lot.ts'
import { classes } from '../../../ui/classes.ts'
import { lotClock, timeShare } from '../marks.ts'
import { useIsLive, useSecondsLeft, useSession } from '../room/RoomContext.ts'
import css from './RowBar.module.css'

/** The time left as a share of the lot's whole time; the clock beside it shows it in figures. */
export function TimeBar({ lot }: { readonly lot: Lot }) {
  const live = useIsLive()
  const closure = useSession((state) => state.closure)
  const clock = lot.status === 'open' ? lotClock(lot, closure) : null
  const left = useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null)
  if (!live || left === null) return null
  const urgent = left <= 30 && clock?.stoppedAt === null
  return (
    <span className={css.bar} aria-hidden="true">
      <i className={classes(urgent && css.urgent)} style={{ transform: `scaleX(${timeShare(lot, left)})` }} />
    </span>
  )
}

/** Lights the row up once when a new bid comes in, but not for a bid that was there before. */
export function BidPulse({ seq }: { readonly seq: number | null }) {
  const [shown, setShown] = useState({ seq, bids: 0 })
  if (shown.seq !== seq) setShown({ seq, bids: shown.bids + 1 })
  return shown.bids === 0 ? null : <span key={shown.bids} className={css.pulse} aria-hidden="true" />
}
