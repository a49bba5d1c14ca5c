import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LotStops, useLotStop } from '../parts/LotStops.tsx'
import { LotPrice } from '../parts/LotPrice.tsx'
import { StandingMark } from '../parts/StandingMark.tsx'
import { useIsLive, useLot } from '../room/RoomContext.ts'
import { useQueue } from '../room/useQueue.ts'
import { useCatalogue } from '../room/useCatalogue.ts'
import { useStanding } from '../room/useStanding.ts'
import css from './LotStrip.module.css'
import { lotNo } from '../marks.ts'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

/** All lots of the sale on a phone: the buyer's own by urgency, then the others in the catalogue's order. */
export function LotStrip({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const { own, others } = useQueue()
  const live = useIsLive()
  const chips = (lots: readonly LotId[]) =>
    lots.map((lot) => <Chip key={lot} id={lot} chosen={lot === chosen} onChoose={onChoose} />)
  return (
    <nav className={css.strip} aria-label={t`Lots`} data-live={live ? '' : undefined}>
      <LotStops lots={[...own, ...others]} chosen={chosen}>
        <ul className={css.list}>
          {chips(own)}
          {own.length > 0 && others.length > 0 && <li className={css.rule} aria-hidden="true" />}
          {chips(others)}
        </ul>
      </LotStops>
    </nav>
  )
}

function Chip({
  id,
  chosen,
  onChoose,
}: {
  readonly id: LotId
  readonly chosen: boolean
  readonly onChoose: (lot: LotId) => void
}) {
  const { t } = useLingui()
  const lot = useLot(id)
  const watched = useCatalogue().get(id)?.watched ?? false
  const ref = useRef<HTMLButtonElement>(null)
  const stop = useLotStop(id)
  useEffect(() => {
    if (chosen) ref.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [chosen])
  if (!lot) return null
  return (
    <li>
      <button
        type="button"
        ref={ref}
        {...stop}
        className={css.chip}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
      >
        <span className={css.no}>
          <span className="visually-hidden">{t`Lot`} </span>
          {lotNo(lot)}
          {watched && (
            <>
              <Icon name="star" size={12} filled />
              <span className="visually-hidden">{t`Watching`}</span>
            </>
          )}
        </span>
        <Standing lot={lot} />
        <span className={css.price}>
          <LotPrice lot={lot} />
        </span>
      </button>
    </li>
  )
}

function Standing({ lot }: { readonly lot: Parameters<typeof useStanding>[0] }) {
  return (
    <span className={css.mark}>
      <StandingMark standing={useStanding(lot)} />
    </span>
  )
}
