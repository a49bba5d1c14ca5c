import { nextPrice } from '../../../domain/prices.ts'
import type { BiddingNumber, Lot } from '../../../domain/lot.ts'
import { minor, type Minor } from '../../../domain/units.ts'
import type { StandingBids } from '../../../client/room/standing.ts'
import { ownPrice } from '../../../client/room/standing.ts'

/** The stretch of legal prices that the ladder shows: `count` of them from `low`, `step` apart. */
export interface Ladder {
  readonly low: Minor
  readonly step: Minor
  readonly count: number
  /** The least that would be accepted now. */
  readonly next: Minor
}

/** Prices below the next one: where the leader and the buyer's own bid stand. */
const BEHIND = 4
/** Prices kept above the chosen one, so that it can be raised further. */
const AHEAD = 3

/** The ladder moves with the leader, and further up once the chosen price comes near its end. */
export function ladderOf(lot: Lot, chosen: Minor, count: number): Ladder {
  const next = nextPrice(lot)
  const step = lot.addRange
  const behind = Math.min(BEHIND, (next - lot.startPrice) / step)
  const up = Math.max(0, (chosen - next) / step + behind + AHEAD + 1 - count)
  return { low: minor(next + (up - behind) * step), step, count, next }
}

export const topOf = ({ low, step, count }: Ladder): Minor => minor(low + (count - 1) * step)

/** Where a price stands: 0 is the ladder's low end, 1 its top; beyond them it is off the ladder. */
export const placeOnLadder = ({ low, step, count }: Ladder, price: Minor): number =>
  (price - low) / (step * (count - 1))

/** The legal price nearest to a place; never below the next one. */
export function priceAt({ low, step, count, next }: Ladder, place: number): Minor {
  const nth = Math.round(Math.min(1, Math.max(0, place)) * (count - 1))
  return minor(Math.max(next, low + nth * step))
}

const PAGE = 10

/** The price that a key chooses; `null`: not one of the ladder's keys. */
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

/** A mark on the ladder. Where two meet, the later in this order stands above. */
export interface Peg {
  readonly kind: 'leader' | 'me' | 'ceiling'
  readonly price: Minor
  /** The place, kept within the ladder; `off` says on which side it would be beyond. */
  readonly place: number
  readonly off: 'below' | 'above' | null
}

/** The leader, the buyer's own highest bid where it does not lead, and the buyer's ceiling, which is no one else's to see. */
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
