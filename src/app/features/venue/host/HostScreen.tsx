import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useWide } from '../../../lib/media.ts'
import { Notices } from '../head/Notices.tsx'
import { Mends } from '../parts/Mends.tsx'
import { useMovable } from '../parts/useMovable.tsx'
import { News } from '../room/News.tsx'
import { RoomLog } from '../talk/RoomLog.tsx'
import { AddLots } from './AddLots.tsx'
import { HostAlerts } from './HostAlerts.tsx'
import css from './HostScreen.module.css'
import { LinkWeather } from './LinkWeather.tsx'
import { LotBoard } from './LotBoard.tsx'
import { LotControls } from './LotControls.tsx'
import { People } from './People.tsx'
import { SaleTally } from './SaleTally.tsx'
import { StageControls } from './StageControls.tsx'

type Side = 'lot' | 'people' | 'log'
type Pane = Side | 'lots'

/** The host's overview of the whole sale, with the controls. */
export function HostScreen() {
  const phone = !useWide()
  const [chosen, choose] = useState<LotId | null>(null)
  const [side, setSide] = useState<Side>('log')
  // On a phone the lots take turns with the panes that stand beside them on a wide screen.
  const [onLots, setOnLots] = useState(true)
  const turn = (pane: Pane) => {
    setOnLots(pane === 'lots')
    if (pane !== 'lots') setSide(pane)
  }
  const look = (lot: LotId) => {
    choose(lot)
    turn('lot')
  }
  const stage = useMovable(<StageControls />)
  const pane = useMovable(
    phone && onLots ? null : (
      // What the host works in stays in sight when the layout changes.
      <div className={css.pane} onFocusCapture={() => setOnLots(false)}>
        <Mends>
          <SidePane side={side} chosen={chosen} />
        </Mends>
      </div>
    ),
  )
  const board = (
    <Mends>
      <LotBoard chosen={chosen} onChoose={look} />
    </Mends>
  )
  return (
    <>
      {stage.content}
      {pane.content}
      <News lot={chosen} />
      <Mends>
        <Notices />
      </Mends>
      <Mends>
        <HostAlerts onLook={choose} />
      </Mends>
      <AddLots />
      <div className={css.bar}>
        <Mends>
          <SaleTally />
        </Mends>
        {!phone && stage.place}
      </div>
      {phone ? (
        <Phone value={onLots ? 'lots' : side} onChange={turn}>
          {onLots ? board : pane.place}
        </Phone>
      ) : (
        <Desk value={side} onChange={turn} board={board}>
          {pane.place}
        </Desk>
      )}
      {/* The bar stays within the thumb's reach. */}
      {phone && <div className={css.stageBar}>{stage.place}</div>}
    </>
  )
}

interface LayoutProps<P extends Pane> {
  readonly value: P
  readonly onChange: (pane: Pane) => void
  readonly children: ReactNode
}

function Desk({ value, onChange, board, children }: LayoutProps<Side> & { readonly board: ReactNode }) {
  const { t } = useLingui()
  const tabs = [
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'people', label: <Trans>People</Trans> },
    { key: 'log', label: <Trans>Log</Trans> },
  ] as const
  return (
    <div className={css.wide}>
      <div className={css.board}>{board}</div>
      <div className={css.side}>
        <Tabs label={t`Beside the lots`} tabs={tabs} value={value} onChange={onChange}>
          {children}
        </Tabs>
      </div>
    </div>
  )
}

function Phone({ value, onChange, children }: LayoutProps<Pane>) {
  const { t } = useLingui()
  const tabs = [
    { key: 'lots', label: <Trans>All lots</Trans> },
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'people', label: <Trans>People</Trans> },
    { key: 'log', label: <Trans>Messages</Trans> },
  ] as const
  return (
    <div className={css.phone}>
      <Tabs label={t`The room`} tabs={tabs} value={value} onChange={onChange}>
        {children}
      </Tabs>
    </div>
  )
}

function SidePane({ side, chosen }: { readonly side: Side; readonly chosen: LotId | null }) {
  switch (side) {
    case 'lot':
      return <LotControls id={chosen} />
    case 'people':
      return <People />
    case 'log':
      return (
        <div className={css.log}>
          <LinkWeather />
          <RoomLog />
        </div>
      )
  }
}
