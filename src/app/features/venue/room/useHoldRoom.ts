import { useHold } from '../../../lib/useHold.ts'
import { isOpen } from '../../../../client/room/pending.ts'
import { usePart, useSession, useVenue } from './RoomContext.ts'

/** While a lot is open, or a bid has no answer, only the person may reload this page. */
export function useHoldRoom(): void {
  const { room } = useVenue()
  const selling = useSession(({ lots }) => [...lots].some(({ status }) => status === 'open' || status === 'held'))
  const waiting = usePart(room.bids.store, (bids) => bids.some(isOpen))
  useHold('room', selling || waiting)
}
