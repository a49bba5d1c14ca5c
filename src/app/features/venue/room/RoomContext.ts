import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Identity } from '../../../../contract/constants.ts'
import type { Receipt } from '../../../../contract/verdict.ts'
import type { BiddingNumber, Lot, LotId, SellerCode } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import type { Instant } from '../../../../domain/units.ts'
import type { Commands } from '../../../../client/room/commands.ts'
import type { LinkView } from '../../../../client/room/linkView.ts'
import type { Pending } from '../../../../client/room/pending.ts'
import type { Room } from '../../../../client/room/room.ts'
import type { StandingBids } from '../../../../client/room/standing.ts'
import type { Readable } from '../../../../client/room/store.ts'
import type { Missing } from '../../../../client/room/witness.ts'
import type { Ticker } from './ticker.ts'

/** The viewer's seat in the room. */
export interface Seat {
  readonly scheduleTimelineId: string
  readonly identity: Identity
  readonly number: BiddingNumber | null
  /** The number of an applicant who was dismissed; `null`: it never had one, or is none. */
  readonly formerNumber: BiddingNumber | null
  readonly seller: SellerCode | null
  /** The seat is the operator's, who enters as audience and may run the sale like its host. */
  readonly operates: boolean
  /** The account that owns the data stored on this device. */
  readonly account: string
}

export interface Venue {
  readonly seat: Seat
  readonly room: Room
  readonly commands: Commands
  readonly ticker: Ticker
  readonly standing: Readable<StandingBids>
  /** This session's receipts on this device, newest last. */
  readonly receipts: Readable<readonly Receipt[]>
  /** Fetches the receipts of what clerks did for this company; never rejects. */
  readonly fetchReceipts: () => Promise<void>
  /** Those whose entries the log was found not to have. */
  readonly missing: Readable<Missing>
  readonly leave: () => void
}

const VenueContext = createContext<Venue | null>(null)
export const VenueProvider = VenueContext.Provider

export function useVenue(): Venue {
  const venue = use(VenueContext)
  if (!venue) throw new Error('outside the venue')
  return venue
}

export const useStore = <T>(store: Readable<T>): T => useSyncExternalStore(store.subscribe, store.get)

/**
 * A selected part of a store; the component repaints when the part changes. `pick` must return the same object while
 * nothing has changed.
 */
export function usePart<T, P>(store: Readable<T>, pick: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

/** A part of the session's state. Only for screens below `Doors`, where the state is present. */
export function useSession<P>(pick: (state: SessionState) => P): P {
  const { room } = useVenue()
  return usePart(room.replica, ({ state }) => {
    if (!state) throw new Error('the room has not said anything yet')
    return pick(state)
  })
}

export const useLot = (lot: LotId): Lot | null => useSession((state) => state.lots.get(lot) ?? null)
export const useLink = (): LinkView => useStore(useVenue().room.link)
export const useIsLive = (): boolean => usePart(useVenue().room.link, (link) => link.kind === 'live')

/** The time when the screen was last live, by the server's clock; `null` while it is live. */
export function useStaleSince(): Instant | null {
  const { room } = useVenue()
  const restoredAt = useStore(room.restoredAt)
  const lostAt = usePart(room.link, (link) => ('since' in link ? room.serverTime(link.since) : null))
  return restoredAt ?? lostAt
}

/** The newest command of this kind on the lot. */
export function usePending(lot: LotId, kind: Pending['kind']): Pending | null {
  return usePart(
    useVenue().room.bids.store,
    (all) => all.findLast((pending) => pending.lot === lot && pending.kind === kind) ?? null,
  )
}

/**
 * Whole seconds until an instant of the server's clock, or those left on a stopped clock; `null` without an instant.
 */
export function useSecondsLeft(until: Instant | null, stoppedAt: Instant | null = null): number | null {
  const { ticker, room } = useVenue()
  const left = useCallback(
    () => (until === null ? null : Math.max(0, Math.ceil((until - (stoppedAt ?? room.serverTime())) / 1000))),
    [until, stoppedAt, room],
  )
  return useSyncExternalStore(ticker.subscribe, left)
}

/** The server's clock in whole seconds. */
export function useServerSecond(): Instant {
  const { ticker, room } = useVenue()
  return useSyncExternalStore(ticker.subscribe, () => secondOf(room.serverTime()))
}

const secondOf = (now: Instant): Instant => (now - (now % 1000)) as Instant
