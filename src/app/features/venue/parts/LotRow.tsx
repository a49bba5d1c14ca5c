import { useLingui } from '@lingui/react/macro'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useLot } from '../room/RoomContext.ts'
import { factsOf, useLotText } from '../room/useCatalogue.ts'
import { useStanding } from '../room/useStanding.ts'
import { LotPrice } from './LotPrice.tsx'
import css from './LotRow.module.css'
import { useLotStop } from './LotStops.tsx'
import { ShortClock } from './ShortClock.tsx'
import { StandingMark } from './StandingMark.tsx'
import { lotNo } from '../marks.ts'

interface Props {
  readonly id: LotId
  readonly chosen: boolean
  readonly onChoose: (lot: LotId) => void
}

/** A lot in a list: live price, clock, the viewer's standing. */
export function LotRow({ id, chosen, onChoose }: Props) {
  const lot = useLot(id)
  return (
    lot && (
      <li>
        <LotButton lot={lot} chosen={chosen} onChoose={onChoose} />
      </li>
    )
  )
}

function LotButton({
  lot,
  chosen,
  onChoose,
}: {
  readonly lot: Lot
  readonly chosen: boolean
  readonly onChoose: (lot: LotId) => void
}) {
  const { t } = useLingui()
  const text = useLotText(lot.lot)
  const standing = useStanding(lot)
  const stop = useLotStop(lot.lot)
  return (
    <button
      type="button"
      {...stop}
      className={css.row}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(lot.lot)}
    >
      <span className={css.no}>{lotNo(lot)}</span>
      <span className={css.name}>
        <span>{text?.name ?? ' '}</span>
        {text?.watched && (
          <>
            <Icon name="star" size={12} filled />
            <span className="visually-hidden">{t`Watching`}</span>
          </>
        )}
      </span>
      <span className={css.price}>
        <LotPrice lot={lot} />
      </span>
      <span className={css.sub}>
        {text &&
          factsOf(text)
            .slice(0, 3)
            .map((fact) => (
              <span key={fact} className={fact === text.specification ? css.size : undefined}>
                {fact}
              </span>
            ))}
      </span>
      <span className={css.mark}>
        {/* A name that changes each second would be read out anew each second; the room's voice says the time. */}
        <span aria-hidden="true">
          <ShortClock lot={lot} />
        </span>
        <StandingMark standing={standing} />
      </span>
    </button>
  )
}
