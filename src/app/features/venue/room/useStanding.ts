import type { Lot } from '../../../../domain/lot.ts'
import { standingOf, type LotStanding } from '../marks.ts'
import { usePart, useVenue } from './RoomContext.ts'

export function useStanding(lot: Lot): LotStanding {
  const { seat, standing } = useVenue()
  return usePart(standing, (all) => standingOf(lot, seat.number, all))
}
