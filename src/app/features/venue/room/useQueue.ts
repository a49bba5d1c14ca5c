import { useMemo } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { queueOf } from '../queue.ts'
import { useSession, useStore, useVenue } from './RoomContext.ts'
import { useWatched } from './useCatalogue.ts'

interface Queue {
  /** The buyer's lots by urgency. */
  readonly own: readonly LotId[]
  /** All other lots, in the catalogue's order. */
  readonly others: readonly LotId[]
}

export function useQueue(): Queue {
  const { seat, standing } = useVenue()
  const own = useStore(standing)
  const watched = useWatched()
  const order = useSession((state) => state.lotOrder)
  // Ids as one text, which the store compares by value: a bid that does not change the order repaints nothing.
  const queue = useSession((state) => queueOf(state, { me: seat.number, standing: own, watched }).join(' '))
  return useMemo(() => {
    const first = queue.split(' ').filter(Boolean)
    const isFirst = new Set(first)
    return { own: first, others: order.filter((lot) => !isFirst.has(lot)) }
  }, [queue, order])
}
