import { useState } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../../domain/lot.ts'
import type { Minor } from '../../../../domain/units.ts'
import { hasBid } from '../../../../client/room/standing.ts'
import { bidButton, chosenPrice, type BidButton } from '../bidButton.ts'
import { lotClock } from '../marks.ts'
import { useLink, usePart, usePending, useSecondsLeft, useSession, useVenue } from '../room/RoomContext.ts'

export interface Bidding {
  readonly button: BidButton
  /** The price of the next press, and whether it can be lowered. */
  readonly price: Minor
  readonly lowest: boolean
  readonly choose: (price: Minor) => void
}

/** The button and its price for one lot. The component that uses it takes the lot as its key. */
export function useBidButton(lot: Lot, me: BiddingNumber): Bidding {
  const { standing } = useVenue()
  const [chosen, choose] = useState<Minor | null>(null)
  const link = useLink()
  const seq = useSession((state) => state.seq)
  const phase = useSession((state) => state.phase)
  const stage = useSession((state) => state.stage)
  const closure = useSession((state) => state.closure)
  const admitted = useSession((state) => state.bidders[me]?.admitted ?? false)
  const bidden = usePart(standing, (all) => hasBid(all, lot))
  const pending = usePending(lot.lot, 'bid')
  const timeUp = useTimeUp(lot)
  const button = bidButton({
    link,
    session: { seq, phase, stage, closure },
    lot,
    me,
    admitted,
    timeUp,
    pending,
    hasBid: bidden,
    chosen,
  })
  const price = chosenPrice(lot, chosen)
  return { button, price, lowest: price <= nextPrice(lot), choose }
}

function useTimeUp(lot: Lot): boolean {
  const closure = useSession((state) => state.closure)
  const clock = lot.status === 'open' ? lotClock(lot, closure) : null
  return useSecondsLeft(clock?.until ?? null, clock?.stoppedAt ?? null) === 0
}
