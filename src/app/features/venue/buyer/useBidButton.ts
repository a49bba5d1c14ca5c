import { useMemo, useState } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { priceNow } from '../../../../domain/outcome.ts'
import type { Minor } from '../../../../domain/units.ts'
import { ownPrice } from '../../../../client/room/standing.ts'
import { bidButton, chosenPrice, type BidButton, type NextLot } from '../bidButton.ts'
import { deckStatus, type DeckStatus } from '../deckStatus.ts'
import { lotClock, standingOf } from '../marks.ts'
import { nextLot } from '../queue.ts'
import { useLink, usePart, usePending, useSecondsLeft, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { useWatched } from '../room/useCatalogue.ts'

export interface Bidding {
  readonly button: BidButton
  readonly status: DeckStatus
  /** The price of the next bid; where a press does not bid, the current price. */
  readonly price: Minor
  /** The price is the buyer's: chosen, being sent, or leading. */
  readonly isMine: boolean
  readonly lowest: boolean
  /** A press would bid, so the buyer may choose the price. */
  readonly canChoose: boolean
  readonly choose: (price: Minor) => void
}

/** State of the button and its price for one lot. The calling component must use the lot as its key. */
export function useBidButton(lot: Lot, me: BiddingNumber): Bidding {
  const { standing } = useVenue()
  const [chosen, choose] = useState<Minor | null>(null)
  const link = useLink()
  const seq = useSession((state) => state.seq)
  const phase = useSession((state) => state.phase)
  const stage = useSession((state) => state.stage)
  const closure = useSession((state) => state.closure)
  const admitted = useSession((state) => state.bidders[me]?.admitted ?? false)
  const own = usePart(standing, (all) => ownPrice(all, lot))
  const stands = usePart(standing, (all) => standingOf(lot, me, all))
  const pending = usePending(lot.lot, 'bid')
  const timeUp = useTimeUp(lot)
  const button = bidButton({
    link,
    session: { seq, phase, stage, closure },
    lot,
    admitted,
    timeUp,
    pending,
    standing: stands,
    chosen,
    next: useNextLot(lot, me),
  })
  const status = deckStatus({ button, lot, me, standing: stands, closure, pending, own })
  const canChoose = button.action?.type === 'bid'
  const mine = canChoose ? chosenPrice(lot, chosen) : 'price' in button ? button.price : null
  const price = mine ?? priceNow(lot)
  return { button, status, price, isMine: mine !== null, lowest: price <= nextPrice(lot), canChoose, choose }
}

function useTimeUp(lot: Lot): boolean {
  const closure = useSession((state) => state.closure)
  const clock = lot.status === 'open' ? lotClock(lot, closure) : null
  return useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null) === 0
}

/** The next lot, computed only once this lot no longer runs: until then other lots' bids repaint nothing here. */
function useNextLot(lot: Lot, me: BiddingNumber): NextLot | null {
  const { standing } = useVenue()
  const runs = lot.status === 'open' || lot.status === 'held' || lot.status === 'scheduled'
  const lots = useSession((state) => (runs ? null : state.lots))
  const lotOrder = useSession((state) => state.lotOrder)
  const own = useStore(standing)
  const watched = useWatched()
  return useMemo(
    () => lots && nextLot({ lots, lotOrder }, { me, standing: own, watched }, lot.lot),
    [lots, lotOrder, me, own, watched, lot.lot],
  )
}
