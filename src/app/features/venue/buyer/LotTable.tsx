import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { isRunning } from '../marks.ts'
import { LotStops } from '../parts/LotStops.tsx'
import { LotRow } from '../parts/LotRow.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useQueue } from '../room/useQueue.ts'
import css from './LotTable.module.css'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

type Filter = 'all' | 'open' | 'mine'

/** All lots of the sale on a wide screen: the buyer's own by urgency, then the others. */
export function LotTable({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const { seat } = useVenue()
  const [filter, setFilter] = useState<Filter>('all')
  const tabs = [
    { key: 'all', label: <Trans>All lots</Trans> },
    { key: 'open', label: <Trans>Open</Trans> },
    ...(seat.number === null ? [] : [{ key: 'mine', label: <Trans>Mine and watched</Trans> } as const]),
  ] as const
  return (
    <nav className={css.lots} aria-label={t`Lots`}>
      <Tabs label={t`Which lots`} tabs={tabs} value={filter} onChange={setFilter}>
        <Shown filter={filter} chosen={chosen} onChoose={onChoose} />
      </Tabs>
    </nav>
  )
}

function Shown({ filter, ...choice }: Choice & { readonly filter: Filter }) {
  const { own, others } = useQueue()
  const open = useOpen(filter === 'open' ? [...own, ...others] : NONE)
  const lots = { open, mine: own, all: [...own, ...others] }
  return (
    <LotStops lots={lots[filter]} chosen={choice.chosen} className={css.list}>
      <Parts filter={filter} own={own} others={others} open={open} {...choice} />
    </LotStops>
  )
}

interface PartsProps extends Choice {
  readonly filter: Filter
  readonly own: readonly LotId[]
  readonly others: readonly LotId[]
  readonly open: readonly LotId[]
}

function Parts({ filter, own, others, open, ...choice }: PartsProps) {
  switch (filter) {
    case 'open':
      return <Rows lots={open} {...choice} none={<NothingHere filter="open" />} />
    case 'mine':
      return <Rows lots={own} {...choice} none={<NothingHere filter="mine" />} />
    case 'all':
      return own.length === 0 || others.length === 0 ? (
        <Rows lots={[...own, ...others]} {...choice} />
      ) : (
        <>
          <h2 className={css.head}>
            <Trans>Mine and watched</Trans>
          </h2>
          <Rows lots={own} {...choice} />
          <h2 className={css.head}>
            <Trans>Other lots of the sale</Trans>
          </h2>
          <Rows lots={others} {...choice} />
        </>
      )
  }
}

const NONE: readonly LotId[] = []

function Rows({
  lots,
  chosen,
  onChoose,
  none = null,
}: Choice & { readonly lots: readonly LotId[]; readonly none?: ReactNode }) {
  return (
    <ul>
      {lots.map((lot) => (
        <LotRow key={lot} id={lot} chosen={lot === chosen} onChoose={onChoose} />
      ))}
      {lots.length === 0 && none !== null && <li className={css.none}>{none}</li>}
    </ul>
  )
}

function NothingHere({ filter }: { readonly filter: Exclude<Filter, 'all'> }) {
  return filter === 'open' ? (
    <Trans>No lot is open now. Those of the next round appear here when it begins.</Trans>
  ) : (
    <Trans>Lots you bid on, bought or watch appear here. Watch one to keep it in sight.</Trans>
  )
}

/** Ids of the open lots. The store compares them as one text, by value, so that a bid alone repaints no list. */
function useOpen(lots: readonly LotId[]): readonly LotId[] {
  const open = useSession((state) => lots.filter((lot) => isOpen(state.lots.get(lot))).join(' '))
  return open.split(' ').filter(Boolean)
}

const isOpen = (lot: Lot | undefined): boolean => lot !== undefined && isRunning(lot)
