import type { Award, Lot } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import type { Seat } from '../room/RoomContext.ts'

export interface Awarded {
  readonly lot: Lot
  readonly award: Award
}

/**
 * Deals that wait for this party's confirmation: those of the seller's lots, and those offered to a buyer after a
 * cancellation.
 */
export function awardsFor(
  { lots }: Pick<SessionState, 'lots'>,
  seat: Pick<Seat, 'number' | 'seller'>,
): readonly Awarded[] {
  return [...lots].flatMap((lot) => {
    const { award } = lot
    if (award === null) return []
    const mine = award.asks === 'seller' ? lot.seller === seat.seller : award.number === seat.number
    return mine ? [{ lot, award }] : []
  })
}
