import { nextPrice } from '../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../domain/lot.ts'
import { minor, type Minor } from '../../../domain/units.ts'
import type { StandingBids } from '../../../client/room/standing.ts'
import { ownPrice } from '../../../client/room/standing.ts'

/** The range of legal prices that the ladder shows: `count` of them from `low`, `step` apart. */
export interface Ladder {
  readonly low: Minor
  readonly step: Minor
  readonly count: number
  /** The lowest price that would be accepted now. */
  readonly next: Minor
}

/** Number of prices shown below the next one, where the leader's and the buyer's own bids are. */
const BEHIND = 4
/** Number of prices kept above the chosen one, so that the buyer can raise it further. */
const AHEAD = 3

/** The ladder moves with the leader, and upwards when the chosen price comes near its end. */
export function ladderOf(lot: Lot, chosen: Minor, count: number): Ladder {
  const next = nextPrice(lot)
  const step = lot.addRange
  const behind = Math.min(BEHIND, (next - lot.startPrice) / step)
  const up = Math.max(0, (chosen - next) / step + behind + AHEAD + 1 - count)
  return { low: minor(next + (up - behind) * step), step, count, next }
}

export const topOf = ({ low, step, count }: Ladder): Minor => minor(low + (count - 1) * step)

/** Position of a price: 0 is the ladder's low end, 1 its top; outside of that it is off the ladder. */
export const placeOnLadder = ({ low, step, count }: Ladder, price: Minor): number =>
  (price - low) / (step * (count - 1))

/** The legal price nearest to a position; never below the next one. */
export function priceAt({ low, step, count, next }: Ladder, place: number): Minor {
  const nth = Math.round(Math.min(1, Math.max(0, place)) * (count - 1))
  return minor(Math.max(next, low + nth * step))
}

const PAGE = 10

/** The price that a key chooses; `null` if the key is not one of the ladder's. */
export function priceByKey(ladder: Ladder, chosen: Minor, key: string): Minor | null {
  const to = (steps: number): Minor => minor(Math.max(ladder.next, chosen + steps * ladder.step))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return to(1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return to(-1)
    case 'PageUp':
      return to(PAGE)
    case 'PageDown':
      return to(-PAGE)
    case 'Home':
      return ladder.next
    case 'End':
      return topOf(ladder)
    default:
      return null
  }
}

/** A mark on the ladder. Where two overlap, the later in this order is on top. */
export interface Peg {
  readonly kind: 'leader' | 'me' | 'ceiling'
  readonly price: Minor
  /** The position, limited to the ladder; `off` says beyond which end it would be. */
  readonly place: number
  readonly off: 'below' | 'above' | null
}

/**
 * Marks of the leader, of the buyer's highest bid where it does not lead, and of the buyer's ceiling, which is secret.
 */
export function pegsOf(ladder: Ladder, lot: Lot, me: BiddingNumber, standing: StandingBids): readonly Peg[] {
  const own = lot.leading?.number === me ? lot.leading.price : ownPrice(standing, lot)
  const leader = lot.leading && lot.leading.number !== me ? lot.leading.price : null
  const ceiling = lot.ceilings[me]?.amount ?? null
  return [peg(ladder, 'leader', leader), peg(ladder, 'me', own), peg(ladder, 'ceiling', ceiling)].flat()
}

function peg(ladder: Ladder, kind: Peg['kind'], price: Minor | null): readonly Peg[] {
  if (price === null) return []
  const place = placeOnLadder(ladder, price)
  const off = place < 0 ? 'below' : place > 1 ? 'above' : null
  return [{ kind, price, place: Math.min(1, Math.max(0, place)), off }]
}
