import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useWide } from '../../../lib/media.ts'
import { Notices } from '../head/Notices.tsx'
import { Announcer } from '../room/Announcer.tsx'
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
  return (
    <>
      <Announcer lot={chosen} />
      <Notices />
      <HostAlerts onLook={choose} />
      <AddLots />
      <div className={css.bar}>
        <SaleTally />
        {!phone && <StageControls />}
      </div>
      {phone ? <Phone chosen={chosen} onChoose={choose} /> : <Desk chosen={chosen} onChoose={choose} />}
      {/* The bar stays within the thumb's reach. */}
      {phone && (
        <div className={css.stageBar}>
          <StageControls />
        </div>
      )}
    </>
  )
}

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

function Desk({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const [side, setSide] = useState<Side>('log')
  const look = (lot: LotId) => {
    onChoose(lot)
    setSide('lot')
  }
  const tabs = [
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'people', label: <Trans>People</Trans> },
    { key: 'log', label: <Trans>Log</Trans> },
  ] as const
  return (
    <div className={css.wide}>
      <div className={css.board}>
        <LotBoard chosen={chosen} onChoose={look} />
      </div>
      <div className={css.side}>
        <Tabs label={t`Beside the lots`} tabs={tabs} value={side} onChange={setSide}>
          <SidePane side={side} chosen={chosen} />
        </Tabs>
      </div>
    </div>
  )
}

function Phone({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const [pane, setPane] = useState<Pane>('lots')
  const look = (lot: LotId) => {
    onChoose(lot)
    setPane('lot')
  }
  const tabs = [
    { key: 'lots', label: <Trans>All lots</Trans> },
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'people', label: <Trans>People</Trans> },
    { key: 'log', label: <Trans>Messages</Trans> },
  ] as const
  return (
    <div className={css.phone}>
      <Tabs label={t`The room`} tabs={tabs} value={pane} onChange={setPane}>
        {pane === 'lots' ? <LotBoard chosen={chosen} onChoose={look} /> : <SidePane side={pane} chosen={chosen} />}
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
