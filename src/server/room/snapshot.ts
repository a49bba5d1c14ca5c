import { Lots } from '../../domain/lots.ts'
import { newestFirst } from '../../domain/evolve/bids.ts'
import type { AccountId, BiddingNumber, Book, Lot, LotId, StandingBid } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant, Minor } from '../../domain/units.ts'
import type { Snapshot } from '../store/log.ts'
import type { Position } from './position.ts'

/**
 * Version of a saved state's shape. Raise it with every change of `SessionState`: old snapshots are then ignored, not
 * misread.
 */
export const SNAPSHOT_VERSION = 13

/**
 * The number of newest standing bids saved per lot, so that a snapshot's cost does not grow with the round. Only a void
 * that reaches below them needs the others; the log is then folded from its beginning.
 */
export const STANDING_SAVED = 16

type FlatBid = readonly [
  seq: number,
  number: BiddingNumber,
  price: Minor,
  at: Instant,
  root: number,
  rootNumber: BiddingNumber,
  account: AccountId | null,
]
/** A round's standing bids are a linked list: they are saved flat, oldest first. */
interface Stack {
  readonly bids: readonly FlatBid[]
  /** Recent bidders at the oldest saved bid; those at later bids follow from it. */
  readonly recent: readonly BiddingNumber[]
  /** Whether older standing bids are left out. */
  readonly leftOut: boolean
}
type FlatLot = Omit<Lot, 'book' | 'ceilings'> & {
  readonly book: (Omit<Book, 'standing'> & { readonly standing: Stack }) | null
}
interface Saved {
  readonly version: typeof SNAPSHOT_VERSION
  readonly state: Omit<SessionState, 'lots'> & { readonly lots: readonly FlatLot[] }
}

/** Ceilings, by lot. They are saved apart from the state, sealed (`store/sealed-log.ts`). */
type Ceilings = Readonly<Record<LotId, Lot['ceilings']>>

export const snapshotOf = ({ state, hash }: Position): Snapshot => {
  const saved: Saved = { version: SNAPSHOT_VERSION, state: { ...state, lots: Array.from(state.lots, flatten) } }
  const secret: Ceilings = Object.fromEntries(
    [...state.lots].flatMap(({ lot, ceilings }) => (Object.keys(ceilings).length === 0 ? [] : [[lot, ceilings]])),
  )
  return { timelineId: state.scheduleTimelineId, seq: state.seq, hash, state: saved, secret }
}

/** `null`: no snapshot, or one of another version. */
export function restore(snapshot: Snapshot | null, timelineId: string): Position | null {
  if (snapshot === null || !isSaved(snapshot.state)) return null
  const { state } = snapshot.state
  if (state.scheduleTimelineId !== timelineId || state.seq !== snapshot.seq) return null
  const ceilings = snapshot.secret as Ceilings
  return {
    state: { ...state, lots: Lots.of(state.lots.map((lot) => deepen(lot, ceilings[lot.lot] ?? {}))) },
    hash: snapshot.hash,
  }
}

/** The server wrote the value, and the version vouches for its shape. */
function isSaved(value: unknown): value is Saved {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === SNAPSHOT_VERSION &&
    'state' in value
  )
}

const flatten = ({ ceilings: _secret, ...lot }: Lot): FlatLot => ({
  ...lot,
  book: lot.book && { ...lot.book, standing: stackOf(lot.book.standing) },
})

function stackOf(top: StandingBid | null): Stack {
  const bids: FlatBid[] = []
  let recent: readonly BiddingNumber[] = []
  let next: StandingBid['prev'] = top
  while (next !== null && next !== 'left_out' && bids.length < STANDING_SAVED) {
    const { seq, number, price, at, root, rootNumber, account }: StandingBid = next
    bids.push([seq, number, price, at, root, rootNumber, account])
    recent = next.recent
    next = next.prev
  }
  // Bids omitted from the saved state of origin stay omitted.
  return { bids: bids.reverse(), recent, leftOut: next !== null }
}

const deepen = (lot: FlatLot, ceilings: Lot['ceilings']): Lot => ({
  ...lot,
  ceilings,
  book: lot.book && { ...lot.book, standing: chainOf(lot.book.standing) },
})

function chainOf({ bids, recent: first, leftOut }: Stack): StandingBid | null {
  let top: StandingBid | null = null
  for (const [seq, number, price, at, root, rootNumber, account] of bids) {
    const recent: readonly BiddingNumber[] = top === null ? first : newestFirst(top.recent, number)
    top = { seq, number, price, at, account, root, rootNumber, recent, prev: top ?? (leftOut ? 'left_out' : null) }
  }
  return top
}
