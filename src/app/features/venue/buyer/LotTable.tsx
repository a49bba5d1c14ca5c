import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { isUrgent, standingOf } from '../marks.ts'
import { LotRow } from '../parts/LotRow.tsx'
import { useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { useCatalogue } from '../room/useCatalogue.ts'
import css from './LotTable.module.css'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

type Filter = 'all' | 'open' | 'mine'

/** All lots of the sale on a desk: live price, clock, my position. */
export function LotTable({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const { seat } = useVenue()
  const [filter, setFilter] = useState<Filter>('all')
  const lots = useShown(filter)
  const tabs = [
    { key: 'all', label: <Trans>All lots</Trans> },
    { key: 'open', label: <Trans>Open</Trans> },
    ...(seat.number === null ? [] : [{ key: 'mine', label: <Trans>Mine and watched</Trans> } as const]),
  ] as const
  return (
    <nav className={css.lots} aria-label={t`Lots`}>
      <Tabs label={t`Which lots`} tabs={tabs} value={filter} onChange={setFilter}>
        <ul className={css.list}>
          {lots.map((lot) => (
            <LotRow key={lot} id={lot} chosen={lot === chosen} onChoose={onChoose} />
          ))}
          {lots.length === 0 && (
            <li className={css.none}>
              <NothingHere filter={filter} />
            </li>
          )}
        </ul>
      </Tabs>
    </nav>
  )
}

function NothingHere({ filter }: { readonly filter: Filter }) {
  return filter === 'open' ? (
    <Trans>No lot is open now. Those of the next round appear here when it begins.</Trans>
  ) : (
    <Trans>Lots you bid on, bought or watch appear here. Watch one to keep it in sight.</Trans>
  )
}

function useShown(filter: Filter): readonly LotId[] {
  const { seat, standing } = useVenue()
  const catalogue = useCatalogue()
  const own = useStore(standing)
  // The sorted list changes with every bid; the unfiltered table does not subscribe to it.
  const lots = useSession((state) => (filter === 'all' ? null : state.lots))
  const order = useSession((state) => state.lotOrder)
  const isShown = (lot: Lot): boolean => {
    const mark = standingOf(lot, seat.number, own)
    if (filter === 'open') return isUrgent(mark)
    return mark === 'leading' || mark === 'outbid' || mark === 'won' || (catalogue.get(lot.lot)?.watched ?? false)
  }
  return lots === null ? order : [...lots].filter(isShown).map(({ lot }) => lot)
}
