import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLE_STATE } from '../../domain/testing/examples.ts';
import { PATIENCE, play, proof, sale } from '../../domain/testing/sales.ts';
import type { SessionState, StandingBid } from '../../domain/state.ts';
import { instant, minor } from '../../domain/units.ts';
import { sha256 } from './hashing.ts';
import { restore, SNAPSHOT_VERSION, snapshotOf } from './snapshot.ts';

/** As the store keeps and returns it. */
function kept(state: SessionState) {
  const snapshot = snapshotOf({ state, hash: 'hash' });
  const text: unknown = JSON.parse(JSON.stringify(snapshot.state));
  return restore({ ...snapshot, state: text }, state.scheduleTimelineId, state.epoch);
}

test('any state of any sale comes back as it was saved', { timeout: PATIENCE }, () => {
  fc.assert(fc.property(sale({ moves: 60 }), (givens) => {
    const state = play(givens).states.at(-1) ?? EXAMPLE_STATE;
    expect(kept(state)).toEqual({ state, hash: 'hash' });
  }), proof(30));
});

test('a round of a hundred thousand bids is saved and restored', () => {
  let standing: StandingBid | null = null;
  for (let seq = 1; seq <= 100_000; seq++) standing = { seq, number: seq % 7, price: minor(seq), at: instant(seq), root: seq, rootNumber: seq % 7, prev: standing };
  const lot = Object.values(EXAMPLE_STATE.lots)[0]!;
  const state = { ...EXAMPLE_STATE, lots: { [lot.lot]: { ...lot, book: { ...lot.book!, standing } } } };
  let restored = kept(state)!.state.lots[lot.lot]!.book!.standing;
  for (let bid: StandingBid | null = standing; bid !== null; bid = bid.prev) {
    if (restored?.seq !== bid.seq || restored.price !== bid.price) throw new Error(`bid ${bid.seq} came back otherwise`);
    restored = restored.prev;
  }
  expect(restored).toBeNull();
});

/** Names of fields, wherever they are; ids are no names. */
function fields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(/^(\d+|L\d+|S\d+|offer-\d+|bidder:\d+|lot-\d+)$/.test(key) ? [] : [key]), ...fields(inner)]);
}

test('another shape of the state asks for another version of the snapshot', () => {
  const shape = sha256([...new Set(fields(EXAMPLE_STATE))].sort().join(' ')).slice(0, 12);
  // Changed? Then raise SNAPSHOT_VERSION, and write both down here.
  expect([SNAPSHOT_VERSION, shape]).toEqual([1, '54b252b85327']);
});
