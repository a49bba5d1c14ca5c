import { useClient } from '../client.ts'
import type { Entry } from './board.ts'
import { nextAsking, nextAskingOfSale, type FollowedLot } from './following.ts'

/** `refetchInterval` of a query whose answer shows lots: the page follows them while it is looked at. */
export function useFollowed<T>(lotsOf: (answer: T) => readonly FollowedLot[]) {
  const { time, ports } = useClient()
  return ({ state: { data } }: { readonly state: { readonly data: T | undefined } }): number | false =>
    data === undefined ? false : nextAsking(lotsOf(data), time.now(), ports.random())
}

/** The same for a query of one session, which changes with time, without a request from the reader. */
export function useFollowedSale() {
  const { time, ports } = useClient()
  return ({ state: { data } }: { readonly state: { readonly data: Entry | null | undefined } }): number | false =>
    data ? nextAskingOfSale(data.timeline, time.now(), ports.random()) : false
}
