import { useState, type ReactNode } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { useWide } from '../../../lib/media.ts'
import { classes } from '../../../ui/classes.ts'
import { Awards } from '../deals/Awards.tsx'
import { Lobby } from '../lobby/Lobby.tsx'
import { firstLot } from '../marks.ts'
import { LotStage } from '../parts/LotStage.tsx'
import { LotTerms } from '../parts/LotTerms.tsx'
import { Offers } from '../negotiate/Offers.tsx'
import { useRoomy } from '../../../lib/media.ts'
import { Announcer } from '../room/Announcer.tsx'
import { useLot, useSession, useVenue } from '../room/RoomContext.ts'
import { RoomLog } from '../talk/RoomLog.tsx'
import { BidBar } from './BidBar.tsx'
import css from './BuyerScreen.module.css'
import { LotStrip } from './LotStrip.tsx'
import { LotTable } from './LotTable.tsx'
import { Outcome } from './Outcome.tsx'
import { SideActions } from './SideActions.tsx'
import { useSwipe } from './useSwipe.ts'

/** The buyer's room; without a number of its own it is the audience's: the same view without the bar. */
export function BuyerScreen() {
  const phone = !useWide()
  const { chosen, choose } = useChosenLot()
  return (
    <>
      <Announcer lot={chosen} />
      <Awards />
      {phone ? <Phone chosen={chosen} onChoose={choose} /> : <Desk chosen={chosen} onChoose={choose} />}
    </>
  )
}

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId | null) => void
}

/** Default choice: during the bidding, the most urgent lot. Before it, the lobby. */
function useChosenLot() {
  const { seat, standing } = useVenue()
  const [chosen, choose] = useState<LotId | null>(null)
  const begun = useSession((state) => state.stage === 'bidding' || state.stage === 'negotiation')
  const first = useSession((state) =>
    begun && chosen === null ? (firstLot(state, seat.number, standing.get())?.lot ?? null) : null,
  )
  // Chosen once: urgency changes with every bid, the lot on screen must not.
  if (first !== null) choose(first)
  return { chosen, choose }
}

function Phone({ chosen, onChoose }: Choice) {
  const order = useSession((state) => state.lotOrder)
  const swipe = useSwipe((step) => {
    const at = chosen === null ? -1 : order.indexOf(chosen)
    const next = order[at + step]
    if (next !== undefined) onChoose(next)
  })
  return (
    <div className={css.phone}>
      <LotStrip chosen={chosen} onChoose={onChoose} />
      <div className={css.scroll} {...swipe}>
        <InHand chosen={chosen} />
        <SideActions lot={chosen} />
        {chosen !== null && <LotTerms id={chosen} />}
      </div>
      {chosen !== null && <Bar id={chosen} />}
    </div>
  )
}

function Desk({ chosen, onChoose }: Choice) {
  const roomy = useRoomy()
  return (
    <div className={classes(css.wide, roomy && css.roomy)}>
      <div className={css.column}>
        <LotTable chosen={chosen} onChoose={onChoose} />
      </div>
      <div className={css.middle}>
        <InHand chosen={chosen} />
        {chosen !== null && <Bar id={chosen} />}
        <SideActions lot={chosen} />
        {chosen !== null && <LotTerms id={chosen} />}
      </div>
      {roomy && (
        <div className={css.column}>
          <RoomLog />
        </div>
      )}
    </div>
  )
}

/** The lot in hand; before the sale the lobby, after it the outcome. */
function InHand({ chosen }: { readonly chosen: LotId | null }) {
  const over = useSession((state) => state.stage === 'finish')
  return (
    <>
      {over && <Outcome />}
      {chosen !== null && <LotPane key={chosen} id={chosen} />}
      {chosen === null && !over && <Lobby />}
    </>
  )
}

function LotPane({ id }: { readonly id: LotId }) {
  const lot = useLot(id)
  return lot && <LotStage lot={lot} />
}

/** The bar of the stage: bids, offers, or nothing for spectators. */
function Bar({ id }: { readonly id: LotId }): ReactNode {
  const { seat } = useVenue()
  const lot = useLot(id)
  const negotiating = useSession((state) => state.stage === 'negotiation')
  if (!lot || seat.number === null) return null
  return negotiating && isOnTable(lot) ? (
    <div className={css.offers}>
      <Offers lot={lot} />
    </div>
  ) : (
    <BidBar key={id} lot={lot} me={seat.number} />
  )
}

const isOnTable = (lot: Lot): boolean => lot.status === 'unsold' || lot.parent !== null
