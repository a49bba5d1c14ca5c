import { useMemo, useState } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import { priceNow } from '../../../../domain/outcome.ts'
import { minor, type Minor } from '../../../../domain/units.ts'
import { ownPrice } from '../../../../client/room/standing.ts'
import { useClient } from '../../../lib/client.ts'
import { bidButton, type BidButton, type NextLot } from '../bidButton.ts'
import { deckStatus, type DeckStatus } from '../deckStatus.ts'
import { lotClock, standingOf } from '../marks.ts'
import { useTakenIn, type Pressing } from '../parts/useTakenIn.ts'
import { nextLot } from '../queue.ts'
import { useLink, usePart, usePending, useSecondsLeft, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { roomSettingsOf } from '../room/settings.ts'
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
  /** `spoken`: the words with which the control itself says the price to a screen reader. */
  readonly choose: (price: Minor, spoken?: string) => void
  /** What a press of the button does (LAW.md, B11). */
  readonly pressing: Pressing
  readonly follows: boolean
}

/** State of the button and its price for one lot. The calling component must use the lot as its key. */
export function useBidButton(lot: Lot, me: BiddingNumber): Bidding {
  const { standing } = useVenue()
  const client = useClient()
  const { follows } = useStore(roomSettingsOf(client))
  const [chosen, setChosen] = useState<Minor | null>(null)
  /** The newest chosen price that was overtaken, and the price that took its place. */
  const [over, setOver] = useState<{ readonly chosen: Minor; readonly by: Minor } | null>(null)
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
  const next = useNextLot(lot, me)
  const buttonWith = (price: Minor | null) =>
    bidButton({
      link,
      session: { seq, phase, stage, closure },
      lot,
      admitted,
      timeUp,
      pending,
      standing: stands,
      chosen: price,
      next,
    })
  const least = nextPrice(lot)
  if (chosen !== null && own !== null && own >= chosen) {
    // It was bid: it is no longer one that was only chosen.
    setChosen(null)
  } else if (chosen !== null && chosen < least && buttonWith(null).action?.type === 'bid') {
    setChosen(null)
    setOver({ chosen, by: least })
  } else if (over !== null && (over.by < least || pending?.state === 'sending')) setOver(null)
  const pressing = useTakenIn<number>({
    figure: (held) => {
      const { action } = buttonWith(held === null ? chosen : minor(held))
      return action?.type === 'bid' ? action.price : null
    },
    overtaken: over?.by === least ? over.chosen : null,
    lot: lot.lot,
    follows,
  })
  const button = buttonWith(pressing.figure === null ? chosen : minor(pressing.figure))
  const told = pressing.told && {
    why: pressing.told.why,
    price: minor(pressing.told.figure),
    before: pressing.told.before === null ? null : minor(pressing.told.before),
  }
  const status = deckStatus({ button, lot, me, standing: stands, closure, pending, own, told })
  const canChoose = button.action?.type === 'bid'
  const mine = 'price' in button ? button.price : null
  const price = mine ?? priceNow(lot)
  const choose = (one: Minor, spoken?: string) => {
    pressing.chosen(one, spoken)
    setOver(null)
    setChosen(one)
  }
  const lowest = price <= least
  return { button, status, price, isMine: mine !== null, lowest, canChoose, choose, pressing, follows }
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
