import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Awards } from '../deals/Awards.tsx'
import { Lobby } from '../lobby/Lobby.tsx'
import { AllOffers } from '../negotiate/Offers.tsx'
import { waitingForMe } from '../negotiate/offers.ts'
import { useRoomy } from '../../../lib/media.ts'
import { Notices } from '../head/Notices.tsx'
import { Announcer } from '../room/Announcer.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { RoomLog } from '../talk/RoomLog.tsx'
import { SellerLot } from './SellerLot.tsx'
import { SellerLots } from './SellerLots.tsx'
import css from './SellerScreen.module.css'
import { groupThousands } from '../../../lib/format/index.ts'

type Pane = 'lots' | 'lot' | 'offers' | 'log'

/** The seller's room: own lots, possible adjustments, and offers that wait for an answer. */
export function SellerScreen() {
  const phone = !useRoomy()
  const { seat } = useVenue()
  const [picked, pick] = useState<LotId | null>(null)
  const first = useSession((state) => ownLots(state, seat.seller)[0] ?? null)
  const preparing = useSession((state) => state.stage === 'preparation')
  // Before the start the lobby is shown; the seller can still choose a lot.
  const chosen = picked ?? (preparing ? null : first)
  return (
    <>
      <Announcer lot={chosen} />
      <Notices />
      <Awards />
      {phone ? <Phone chosen={chosen} onChoose={pick} /> : <Desk chosen={chosen} onChoose={pick} />}
    </>
  )
}

const ownLots = ({ lotOrder, lots }: SessionState, seller: string | null): readonly LotId[] =>
  lotOrder.filter((id) => lots.get(id)?.seller === seller)

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

function Desk({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const [picked, setPane] = useState<'offers' | 'log' | null>(null)
  const negotiating = useSession((state) => state.stage === 'negotiation')
  const pane = picked ?? (negotiating ? 'offers' : 'log')
  const tabs = [
    { key: 'offers', label: <OffersTab /> },
    { key: 'log', label: <Trans>Log and messages</Trans> },
  ] as const
  return (
    <>
      {pane !== 'offers' && <WaitingOffers onShow={() => setPane('offers')} />}
      <div className={css.wide}>
        <div className={css.column}>
          <SellerLots chosen={chosen} onChoose={onChoose} />
        </div>
        <div className={css.middle}>
          <Chosen id={chosen} />
        </div>
        <div className={css.column}>
          <Tabs label={t`Beside the lots`} tabs={tabs} value={pane} onChange={setPane}>
            {pane === 'offers' ? <OffersPane /> : <RoomLog />}
          </Tabs>
        </div>
      </div>
    </>
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
    { key: 'lots', label: <Trans>My lots</Trans> },
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'offers', label: <OffersTab /> },
    { key: 'log', label: <Trans>Messages</Trans> },
  ] as const
  return (
    <div className={css.phone}>
      {pane !== 'offers' && <WaitingOffers onShow={() => setPane('offers')} />}
      <Tabs label={t`The room`} tabs={tabs} value={pane} onChange={setPane}>
        {pane === 'lots' && <SellerLots chosen={chosen} onChoose={look} />}
        {pane === 'lot' && (
          <div className={css.middle}>
            <Chosen id={chosen} />
          </div>
        )}
        {pane === 'offers' && <OffersPane />}
        {pane === 'log' && <RoomLog />}
      </Tabs>
    </div>
  )
}

function OffersPane() {
  return (
    <div className={css.offers}>
      <AllOffers />
    </div>
  )
}

/** Announces offers that wait for the seller's answer on top of the screen, because their time is short. */
function WaitingOffers({ onShow }: { readonly onShow: () => void }) {
  const { seat } = useVenue()
  const waiting = useSession((state) => waitingForMe(state.offers, seat))
  if (waiting === 0) return null
  return (
    <output className={css.waiting}>
      <Icon name="clock" size={18} />
      <span>
        <Plural
          value={waiting}
          one="One offer waits for your answer"
          other={`${groupThousands(waiting)} offers wait for your answer`}
        />
      </span>
      <Button size="small" onClick={onShow}>
        <Trans>Show offers</Trans>
      </Button>
    </output>
  )
}

function OffersTab() {
  const { seat } = useVenue()
  const waiting = useSession((state) => waitingForMe(state.offers, seat))
  return (
    <span className={css.tab}>
      <Trans>Offers</Trans>
      {waiting > 0 && <b className={css.count}>{waiting}</b>}
    </span>
  )
}

function Chosen({ id }: { readonly id: LotId | null }) {
  const { seat } = useVenue()
  const some = useSession((state) => ownLots(state, seat.seller).length > 0)
  if (id === null && some) return <Lobby />
  if (id === null)
    return (
      <Empty title={<Trans>You have no lots in this sale</Trans>}>
        <Trans>Lots that the catalogue lists under your company appear here.</Trans>
      </Empty>
    )
  return <SellerLot key={id} id={id} />
}
