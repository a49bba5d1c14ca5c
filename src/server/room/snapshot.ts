import type { Book, Lot, SessionState, StandingBid } from '../../domain/state.ts';
import type { Snapshot } from '../store/log.ts';
import type { Position } from './position.ts';

/** Of the shape of a saved state. Raise it with every change of `SessionState`: an old snapshot is then ignored, not misread. */
export const SNAPSHOT_VERSION = 1;

/** A round's standing bids are a linked list, too deep for JSON after some thousand bids: they are saved flat, newest first. */
type FlatBid = Omit<StandingBid, 'prev'>;
type FlatLot = Omit<Lot, 'book'> & { readonly book: (Omit<Book, 'standing'> & { readonly standing: readonly FlatBid[] }) | null };
interface Saved {
  readonly version: typeof SNAPSHOT_VERSION;
  readonly state: Omit<SessionState, 'lots'> & { readonly lots: Readonly<Record<string, FlatLot>> };
}

export const snapshotOf = ({ state, hash }: Position): Snapshot => {
  const saved: Saved = { version: SNAPSHOT_VERSION, state: { ...state, lots: mapLots(state.lots, flatten) } };
  return { timelineId: state.scheduleTimelineId, seq: state.seq, hash, state: saved };
};

/** `null` when there is none that this version of the program can use. */
export function restore(snapshot: Snapshot | null, timelineId: string, epoch: string): Position | null {
  if (snapshot === null || !isSaved(snapshot.state)) return null;
  const { state } = snapshot.state;
  if (state.scheduleTimelineId !== timelineId || state.epoch !== epoch || state.seq !== snapshot.seq) return null;
  return { state: { ...state, lots: mapLots(state.lots, deepen) }, hash: snapshot.hash };
}

/** We wrote it, and the version vouches for its shape. */
function isSaved(value: unknown): value is Saved {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === SNAPSHOT_VERSION && 'state' in value;
}

function flatten(lot: Lot): FlatLot {
  if (lot.book === null) return { ...lot, book: null };
  const standing: FlatBid[] = [];
  for (let bid = lot.book.standing; bid !== null; bid = bid.prev) {
    const { prev: _, ...flat } = bid;
    standing.push(flat);
  }
  return { ...lot, book: { ...lot.book, standing } };
}

const deepen = (lot: FlatLot): Lot => ({
  ...lot,
  book: lot.book && { ...lot.book, standing: lot.book.standing.reduceRight<StandingBid | null>((prev, bid) => ({ ...bid, prev }), null) },
});

const mapLots = <A, B>(lots: Readonly<Record<string, A>>, put: (lot: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(lots).map(([id, lot]) => [id, put(lot)]));
