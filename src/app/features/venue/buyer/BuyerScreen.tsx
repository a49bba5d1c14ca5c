import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type MouseEvent, type ReactNode } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { useWide } from '../../../lib/media.ts'
import { classes } from '../../../ui/classes.ts'
import { Awards } from '../deals/Awards.tsx'
import { StandingNotice } from '../applicant/StandingNotice.tsx'
import { Notices } from '../head/Notices.tsx'
import { Lobby } from '../lobby/Lobby.tsx'
import { firstLot } from '../marks.ts'
import { Mends } from '../parts/Mends.tsx'
import { LotStage } from '../parts/LotStage.tsx'
import { LotTerms } from '../parts/LotTerms.tsx'
import { useMovable } from '../parts/useMovable.tsx'
import { Offers } from '../negotiate/Offers.tsx'
import { useRoomy } from '../../../lib/media.ts'
import { News } from '../room/News.tsx'
import { HearingChoice } from '../room/HearingChoice.tsx'
import { useIsLive, useLot, useSession, useVenue } from '../room/RoomContext.ts'
import { useStanding } from '../room/useStanding.ts'
import { RoomLog } from '../talk/RoomLog.tsx'
import { BidBar } from './BidBar.tsx'
import css from './BuyerScreen.module.css'
import { LotStrip } from './LotStrip.tsx'
import { LotTable } from './LotTable.tsx'
import { NoBids } from './NoBids.tsx'
import { Outcome } from './Outcome.tsx'
import { SideActions } from './SideActions.tsx'
import { useSwipe } from './useSwipe.ts'

/** The buyer's room. Audience and applicants have no bidding number: the same view without the bar. */
export function BuyerScreen() {
  const phone = !useWide()
  const { seat } = useVenue()
  const { chosen, choose } = useChosenLot()
  const live = useIsLive()
  /** The lot that the deck's button led to. */
  const [next, setNext] = useState<LotId | null>(null)
  const showNext = (lot: LotId) => {
    setNext(lot)
    choose(lot)
  }
  const bar = useMovable(
    chosen === null ? null : (
      <Mends>
        <Bar id={chosen} onShow={showNext} />
      </Mends>
    ),
  )
  const side = useMovable(<SideActions lot={chosen} />)
  const notices = (
    <Mends>
      <Notices inHand={chosen !== null} deck={chosen !== null && seat.number !== null} />
    </Mends>
  )
  const Layout = phone ? Phone : Desk
  return (
    <>
      {bar.content}
      {side.content}
      <News lot={chosen} />
      {chosen !== null && seat.number !== null && <SkipToBid />}
      <Awards />
      <Frame chosen={chosen} live={live}>
        <Mends>
          <StandingNotice />
        </Mends>
        {chosen === null && notices}
        <Layout
          chosen={chosen}
          next={next}
          onChoose={choose}
          bar={bar.place}
          side={side.place}
          notices={chosen !== null && notices}
        />
      </Frame>
    </>
  )
}

/** All lots stand before the deck; this leads past them. The deck takes the focus, not its button: a second Enter would bid. */
function SkipToBid() {
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.querySelector<HTMLElement>('[data-deck]')?.focus()
  }
  return (
    <a className="visually-hidden skip-link" href="#bid" onClick={skip}>
      <Trans>To the bid</Trans>
    </a>
  )
}

interface FrameProps {
  readonly chosen: LotId | null
  readonly live: boolean
  readonly children: ReactNode
}

/**
 * The screen's edge and the header show the buyer's standing on the lot in hand by colour; the deck says it in words.
 */
function Frame({ chosen, live, children }: FrameProps) {
  const lot = useSession((state) => (chosen === null ? null : (state.lots.get(chosen) ?? null)))
  return lot === null ? (
    <div className={css.frame}>{children}</div>
  ) : (
    <Edged lot={lot} live={live}>
      {children}
    </Edged>
  )
}

function Edged({ lot, live, children }: { readonly lot: Lot; readonly live: boolean; readonly children: ReactNode }) {
  const standing = useStanding(lot)
  const edge = standing === 'leading' || standing === 'outbid' || standing === 'won' ? standing : 'none'
  return (
    // What was bought stays bought while the link is lost.
    <div className={css.frame} data-edge={live || edge === 'won' ? edge : 'lost'}>
      {children}
    </div>
  )
}

interface LayoutProps {
  readonly chosen: LotId | null
  /** The lot that the deck's button led to: it takes the focus. */
  readonly next: LotId | null
  readonly onChoose: (lot: LotId | null) => void
  /** The bar of the chosen lot; both keep their state when the layout changes. */
  readonly bar: ReactNode
  readonly side: ReactNode
  /** With a lot in hand: neither the lots nor the bar moves when a notice comes, and both stay in reach. */
  readonly notices: ReactNode
}

/** The chosen lot: during the bidding the most urgent one by default, before it none, which shows the lobby. */
function useChosenLot() {
  const { seat, standing } = useVenue()
  const [chosen, choose] = useState<LotId | null>(null)
  const begun = useSession((state) => state.stage === 'bidding' || state.stage === 'negotiation')
  const first = useSession((state) =>
    begun && chosen === null ? (firstLot(state, seat.number, standing.get())?.lot ?? null) : null,
  )
  // Chosen only once: urgency changes with every bid, but the lot on screen must not.
  if (first !== null) choose(first)
  return { chosen, choose }
}

function Phone({ chosen, next, onChoose, bar, side, notices }: LayoutProps) {
  const order = useSession((state) => state.lotOrder)
  const swipe = useSwipe((step) => {
    const at = chosen === null ? -1 : order.indexOf(chosen)
    const beside = order[at + step]
    if (beside !== undefined) onChoose(beside)
  })
  return (
    <div className={css.phone}>
      <Mends>
        <LotStrip chosen={chosen} onChoose={onChoose} />
      </Mends>
      <div className={css.between}>
        <div className={css.shared}>
          {notices}
          <div className={css.scroll} {...swipe}>
            <Mends>
              <InHand chosen={chosen} next={next} />
            </Mends>
            {side}
            {chosen !== null && <LotTerms id={chosen} />}
            <HearingChoice />
          </div>
        </div>
      </div>
      {bar}
    </div>
  )
}

function Desk({ chosen, next, onChoose, bar, side, notices }: LayoutProps) {
  const roomy = useRoomy()
  return (
    <>
      <div className={classes(css.wide, roomy && css.roomy)}>
        <div className={css.column}>
          <Mends>
            <LotTable chosen={chosen} onChoose={onChoose} />
          </Mends>
        </div>
        <div className={css.middle}>
          <Mends>
            <InHand chosen={chosen} next={next} />
          </Mends>
          {bar}
          {side}
          {chosen !== null && <LotTerms id={chosen} />}
          <HearingChoice />
        </div>
        {roomy && (
          <div className={css.column}>
            <Mends>
              <RoomLog />
            </Mends>
          </div>
        )}
      </div>
      {notices}
    </>
  )
}

/** The lot in hand, or the lobby before the sale, or the outcome after it. */
function InHand({ chosen, next }: Pick<LayoutProps, 'chosen' | 'next'>) {
  const over = useSession((state) => state.stage === 'finish')
  return (
    <>
      {over && <Outcome />}
      {chosen !== null && <LotPane key={chosen} id={chosen} takesFocus={chosen === next} />}
      {chosen === null && !over && <Lobby />}
    </>
  )
}

function LotPane({ id, takesFocus }: { readonly id: LotId; readonly takesFocus: boolean }) {
  const lot = useLot(id)
  return lot && <LotStage lot={lot} takesFocus={takesFocus} />
}

/** The bar of the stage: bids, offers, the reason why there are none, or nothing for spectators. */
function Bar({ id, onShow }: { readonly id: LotId; readonly onShow: (lot: LotId) => void }): ReactNode {
  const { t } = useLingui()
  const { seat } = useVenue()
  const lot = useLot(id)
  const negotiating = useSession((state) => state.stage === 'negotiation')
  const admitted = useSession(({ bidders }) => seat.number !== null && (bidders[seat.number]?.admitted ?? false))
  if (!lot || seat.number === null) return null
  if (!admitted) return <NoBids lot={lot} me={seat.number} />
  return negotiating && isOnTable(lot) ? (
    <section className={css.offers} aria-label={t`Offers for lot ${lot.position}`} id="bid" data-deck="" tabIndex={-1}>
      <Offers lot={lot} />
    </section>
  ) : (
    <BidBar key={id} lot={lot} me={seat.number} onShow={onShow} />
  )
}

/** A lot, or a part of one, that an offer has bought is no longer on the table: its bar says who bought it. */
const isOnTable = ({ status }: Lot): boolean => status === 'unsold'
