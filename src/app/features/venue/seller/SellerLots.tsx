import { Trans, useLingui } from '@lingui/react/macro'
import type { LotId } from '../../../../domain/lot.ts'
import { pathTo } from '../../../boot/navigation/index.ts'
import { LotStops } from '../parts/LotStops.tsx'
import { LotRow } from '../parts/LotRow.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import css from './SellerLots.module.css'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

/** The seller's own lots first, then all others. */
export function SellerLots({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const { seat } = useVenue()
  const order = useSession((state) => state.lotOrder)
  const own = useSession((state) => state.lotOrder.filter((id) => state.lots.get(id)?.seller === seat.seller).join(' '))
    .split(' ')
    .filter(Boolean)
  const isPreparing = useSession((state) => state.stage === 'preparation')
  const others = order.filter((id) => !own.includes(id))
  return (
    <nav aria-label={t`Lots`}>
      <LotStops lots={[...own, ...others]} chosen={chosen}>
        <h2 className={css.head}>
          <Trans>My lots</Trans>
        </h2>
        <ul>
          {own.map((id) => (
            <LotRow key={id} id={id} chosen={id === chosen} onChoose={onChoose} />
          ))}
        </ul>
        {isPreparing && own.length > 0 && (
          <p className={css.add}>
            <a href={pathTo('/seller/lots/')} target="_blank" rel="noopener">
              <Trans>Add a lot to this sale</Trans>
            </a>{' '}
            <Trans>Submit it there; the host adds it here once the operator has accepted it.</Trans>
          </p>
        )}
        {others.length > 0 && (
          <>
            <h2 className={css.head}>
              <Trans>Other lots of the sale</Trans>
            </h2>
            <ul>
              {others.map((id) => (
                <LotRow key={id} id={id} chosen={id === chosen} onChoose={onChoose} />
              ))}
            </ul>
          </>
        )}
      </LotStops>
    </nav>
  )
}
