import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type CSSProperties } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { classes } from '../../../ui/classes.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { LotMark } from '../../../ui/marks.tsx'
import { LotPrice } from '../parts/LotPrice.tsx'
import { useRoomy } from '../../../lib/media.ts'
import { ShortClock } from '../parts/ShortClock.tsx'
import { useLot, useSession } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import css from './LotBoard.module.css'
import { lotNo } from '../marks.ts'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

/** Every lot's state: forty of them without scrolling, in two columns on a desk. */
export function LotBoard({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const lots = useSession((state) => state.lotOrder)
  const columns = useRoomy() ? 2 : 1
  const rows = Math.max(1, Math.ceil(lots.length / columns))
  return (
    <section aria-label={t`Lots`}>
      <div className={css.heads} aria-hidden="true">
        {Array.from({ length: columns }, (_unused, column) => (
          <Heads key={column} />
        ))}
      </div>
      <ul className={css.board} style={{ '--rows': rows } as CSSProperties}>
        {lots.map((lot) => (
          <BoardRow key={lot} id={lot} chosen={lot === chosen} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

function Heads() {
  return (
    <div className={css.cells}>
      <span>#</span>
      <span>
        <Trans>Lot</Trans>
      </span>
      <span className={css.right}>
        <Trans>Price</Trans>
      </span>
      <span className={css.right}>
        <Trans>Leader</Trans>
      </span>
      <span className={css.right}>
        <Trans>Bids</Trans>
      </span>
      <span className={css.right}>
        <Trans>Clock</Trans>
      </span>
      <span>
        <Trans>State</Trans>
      </span>
    </div>
  )
}

/** A row repaints when its own lot does, and at no other time. */
const BoardRow = memo(function BoardRow({
  id,
  chosen,
  onChoose,
}: {
  readonly id: LotId
  readonly chosen: boolean
  readonly onChoose: (lot: LotId) => void
}) {
  const lot = useLot(id)
  const text = useLotText(id)
  if (!lot) return null
  return (
    <li>
      <button
        type="button"
        className={classes(
          css.row,
          css.cells,
          css[lot.status],
          lot.holdOffered && !lot.holdUsed && lot.status === 'open' && css.alert,
        )}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
      >
        <span className={css.no}>{lotNo(lot)}</span>
        <span className={css.name}>
          {text?.species ?? ' '} <i>{text?.grade}</i>
        </span>
        <span className={classes(css.right, css.price)}>
          <LotPrice lot={lot} />
        </span>
        <span className={classes(css.right, css.leader)}>
          <LeaderNumber lot={lot} />
        </span>
        <span className={classes(css.right, css.bids)}>{lot.bidCount}</span>
        <span className={classes(css.right, css.clock)}>
          <ShortClock lot={lot} />
        </span>
        <span className={css.state}>
          {lot.holdOffered && !lot.holdUsed && lot.status === 'open' ? (
            <Mark tone="warn" icon="alert">
              <Trans>Hold?</Trans>
            </Mark>
          ) : (
            <LotMark status={lot.status} />
          )}
        </span>
      </button>
    </li>
  )
})

function LeaderNumber({ lot }: { readonly lot: Lot }) {
  const number = lot.deal?.number ?? lot.leading?.number
  return number === undefined ? <span aria-hidden="true">–</span> : <b>#{number}</b>
}
