import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXAMPLE_STATE } from '../../domain/testing/examples.ts'
import { PATIENCE, play, proof, sale } from '../../domain/testing/sales.ts'
import { newestFirst } from '../../domain/evolve/bids.ts'
import { below, BidsLeftOut } from '../../domain/lot.ts'
import type { StandingBid } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { instant, minor } from '../../domain/units.ts'
import { sha256 } from './hashing.ts'
import { Lots } from '../../domain/lots.ts'
import { restore, SNAPSHOT_VERSION, snapshotOf, STANDING_SAVED } from './snapshot.ts'

/** A round trip through the store's format. */
function kept(state: SessionState) {
  const snapshot = snapshotOf({ state, hash: 'hash' })
  const text: unknown = JSON.parse(JSON.stringify(snapshot.state))
  return restore({ ...snapshot, state: text }, state.scheduleTimelineId)
}

/** The part of a state that a snapshot contains. */
const shortened = (state: SessionState): SessionState => ({
  ...state,
  lots: state.lots.map((lot) => ({
    ...lot,
    book: lot.book && { ...lot.book, standing: newest(lot.book.standing, STANDING_SAVED) },
  })),
})
const newest = (bid: StandingBid['prev'], most: number): StandingBid | null =>
  bid === null || bid === 'left_out'
    ? null
    : { ...bid, prev: most > 1 ? newest(bid.prev, most - 1) : bid.prev && 'left_out' }

test('any state of any sale comes back as it was saved', { timeout: PATIENCE }, () => {
  fc.assert(
    fc.property(sale({ moves: 60 }), (givens) => {
      const state = play(givens).states.at(-1) ?? EXAMPLE_STATE
      expect(kept(state)).toEqual({ state: shortened(state), hash: 'hash' })
    }),
    proof(30),
  )
})

const recentOf = (bid: StandingBid | null) => bid?.recent ?? []

/** A lot with this many bids by three bidders in turn. */
function withBids(count: number): SessionState {
  const lot = [...EXAMPLE_STATE.lots][0]!
  let standing: StandingBid | null = null
  for (let seq = 1; seq <= count; seq++) {
    const number = seq % 3
    standing = {
      seq,
      number,
      price: minor(seq),
      at: instant(seq),
      root: seq,
      rootNumber: number,
      account: null,
      recent: newestFirst(recentOf(standing), number),
      prev: standing,
    }
  }
  return { ...EXAMPLE_STATE, lots: Lots.of([{ ...lot, book: { ...lot.book!, standing } }]) }
}
const standingIn = (state: SessionState | undefined): StandingBid => [...state!.lots][0]!.book!.standing!

test('of a long round the newest bids are saved, at the same cost however long it was', () => {
  const [some, many] = [withBids(1_000), withBids(100_000)].map(
    (state) => JSON.stringify(snapshotOf({ state, hash: 'hash' }).state).length,
  )
  expect(many! / some!).toBeLessThan(1.1)
  let bid = standingIn(kept(withBids(100_000))?.state)
  for (let seq = 100_000; seq > 100_000 - STANDING_SAVED + 1; seq--) {
    expect(bid).toMatchObject({ seq, recent: [seq % 3, (seq + 2) % 3, (seq + 1) % 3] })
    bid = below(bid)!
  }
  expect(() => below(bid)).toThrow(BidsLeftOut)
})

test('what one snapshot left out is left out of the next one too, and a lot whose bids all fit says so', () => {
  const again = kept(kept(withBids(17))!.state)!.state
  expect(again).toEqual(kept(withBids(17))!.state)
  let bid = standingIn(kept(kept(withBids(16))!.state)!.state)
  for (let seq = 16; seq > 1; seq--) bid = below(bid)!
  expect(below(bid)).toBeNull()
})

/** Names of fields, wherever they are; ids are no names. */
function fields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(/^(\d+|L\d+|S\d+|offer-\d+|bidder:\d+|lot-\d+)$/.test(key) ? [] : [key]),
    ...fields(inner),
  ])
}

test('another shape of the state asks for another version of the snapshot', () => {
  const shape = sha256([...new Set(fields(JSON.parse(JSON.stringify(EXAMPLE_STATE))))].sort().join(' ')).slice(0, 12)
  // If this fails, raise SNAPSHOT_VERSION and record both here.
  expect([SNAPSHOT_VERSION, shape]).toEqual([13, 'a7b2e6ba7234'])
})
