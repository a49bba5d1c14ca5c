import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
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
import { useMovable } from '../parts/useMovable.tsx'
import { News } from '../room/News.tsx'
import { useSaid } from '../room/Said.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { RoomLog } from '../talk/RoomLog.tsx'
import { SellerLot } from './SellerLot.tsx'
import { SellerLots } from './SellerLots.tsx'
import css from './SellerScreen.module.css'
import { groupThousands } from '../../../lib/format/index.ts'

type Pane = 'lots' | 'lot' | 'offers' | 'log'

type Beside = 'offers' | 'log'

/** The seller's room: own lots, possible adjustments, and offers that wait for an answer. */
export function SellerScreen() {
  const phone = !useRoomy()
  const { seat } = useVenue()
  const [picked, pick] = useState<LotId | null>(null)
  const first = useSession((state) => ownLots(state, seat.seller)[0] ?? null)
  const preparing = useSession((state) => state.stage === 'preparation')
  const negotiating = useSession((state) => state.stage === 'negotiation')
  // Before the start the lobby is shown; the seller can still choose a lot.
  const chosen = picked ?? (preparing ? null : first)
  // On a phone the panes take turns; the one that the seller works in stays in sight when the layout changes.
  const [pane, setPane] = useState<Pane>('lots')
  const [turned, setBeside] = useState<Beside | null>(null)
  const beside = turned ?? (negotiating ? 'offers' : 'log')
  const turn = (next: Pane) => {
    setPane(next)
    if (next === 'offers' || next === 'log') setBeside(next)
  }
  const shows = (one: Pane) => (phone ? pane === one : one === 'lot' || beside === one)
  const lot = useMovable(
    shows('lot') ? (
      <div className={css.pane} onFocusCapture={() => setPane('lot')}>
        <Chosen id={chosen} />
      </div>
    ) : null,
  )
  const offers = useMovable(
    shows('offers') ? (
      <div className={css.offers} onFocusCapture={() => turn('offers')}>
        <AllOffers />
      </div>
    ) : null,
  )
  const layout = { chosen, onChoose: pick, turn, lot: lot.place, offers: offers.place }
  return (
    <>
      {lot.content}
      {offers.content}
      <News lot={chosen} />
      <Notices />
      <Awards />
      {phone ? <Phone {...layout} pane={pane} /> : <Desk {...layout} pane={beside} />}
    </>
  )
}

const ownLots = ({ lotOrder, lots }: SessionState, seller: string | null): readonly LotId[] =>
  lotOrder.filter((id) => lots.get(id)?.seller === seller)

interface LayoutProps<P extends Pane> {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
  readonly pane: P
  readonly turn: (pane: Pane) => void
  /** The chosen lot and the offers; both keep their state when the layout changes. */
  readonly lot: ReactNode
  readonly offers: ReactNode
}

function Desk({ chosen, onChoose, pane, turn, lot, offers }: LayoutProps<Beside>) {
  const { t } = useLingui()
  const tabs = [
    { key: 'offers', label: <OffersTab /> },
    { key: 'log', label: <Trans>Log and messages</Trans> },
  ] as const
  return (
    <>
      {pane !== 'offers' && <WaitingOffers onShow={() => turn('offers')} />}
      <div className={css.wide}>
        <div className={css.column}>
          <SellerLots chosen={chosen} onChoose={onChoose} />
        </div>
        <div className={css.middle}>{lot}</div>
        <div className={css.column}>
          <Tabs label={t`Beside the lots`} tabs={tabs} value={pane} onChange={turn}>
            {pane === 'offers' ? offers : <LogPane turn={turn} />}
          </Tabs>
        </div>
      </div>
    </>
  )
}

function Phone({ chosen, onChoose, pane, turn, lot, offers }: LayoutProps<Pane>) {
  const { t } = useLingui()
  const look = (id: LotId) => {
    onChoose(id)
    turn('lot')
  }
  const tabs = [
    { key: 'lots', label: <Trans>My lots</Trans> },
    { key: 'lot', label: <Trans>Lot details</Trans> },
    { key: 'offers', label: <OffersTab /> },
    { key: 'log', label: <Trans>Messages</Trans> },
  ] as const
  return (
    <div className={css.phone}>
      {pane !== 'offers' && <WaitingOffers onShow={() => turn('offers')} />}
      <Tabs label={t`The room`} tabs={tabs} value={pane} onChange={turn}>
        {pane === 'lots' && <SellerLots chosen={chosen} onChoose={look} />}
        {pane === 'lot' && <div className={css.middle}>{lot}</div>}
        {pane === 'offers' && offers}
        {pane === 'log' && <LogPane turn={turn} />}
      </Tabs>
    </div>
  )
}

const LogPane = ({ turn }: Pick<LayoutProps<Pane>, 'turn'>) => (
  <div className={css.pane} onFocusCapture={() => turn('log')}>
    <RoomLog />
  </div>
)

/** Announces offers that wait for the seller's answer on top of the screen, because their time is short. */
function WaitingOffers({ onShow }: { readonly onShow: () => void }) {
  const { seat } = useVenue()
  const waiting = useSession((state) => waitingForMe(state.offers, seat))
  const words = useSaid<HTMLSpanElement>('party')
  if (waiting === 0) return null
  return (
    <div className={css.waiting}>
      <Icon name="clock" size={18} />
      <span ref={words}>
        <Plural
          value={waiting}
          one="One offer waits for your answer"
          other={`${groupThousands(waiting)} offers wait for your answer`}
        />
      </span>
      <Button size="small" onClick={onShow}>
        <Trans>Show offers</Trans>
      </Button>
    </div>
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
