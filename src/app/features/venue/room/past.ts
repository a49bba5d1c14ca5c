import * as z from 'zod'
import { BidRow } from '../../../../contract/calls/bidding.ts'
import type { LotId } from '../../../../domain/state.ts'
import type { Activity } from '../../../sync/activity.ts'
import { withBid, withoutBids, type Standing } from '../../../sync/standing.ts'

/** A bid that the room tells of when it is asked: a page that came late did not hear it. */
export interface PastBid extends z.output<typeof BidRow> {
  readonly lot: LotId
}

export function readPast(lot: LotId, rows: readonly unknown[]): readonly PastBid[] {
  return z
    .array(BidRow)
    .parse(rows)
    .map((row) => ({ ...row, lot }))
}

/** Newer tidings of the same bid take the place of older ones: it may have been struck meanwhile. */
export function withPast(past: readonly PastBid[], bids: readonly PastBid[]): readonly PastBid[] {
  const seqs = new Set(bids.map(({ seq }) => seq))
  return [...past.filter(({ seq }) => !seqs.has(seq)), ...bids].sort((a, b) => a.seq - b.seq)
}

export const standingWith = (standing: Standing, bids: readonly PastBid[], me: number): Standing =>
  bids
    .filter(({ biddingNumber }) => biddingNumber === me)
    .reduce(
      (before, { lot, seq, at, struck }) =>
        struck ? withoutBids(before, lot, [seq]) : withBid(before, lot, { seq, at }),
      standing,
    )

/** As the log on screen has it. What was heard live is left to the live log. */
export function pastActivity(past: readonly PastBid[], heard: readonly Activity[]): readonly Activity[] {
  const seqs = new Set(heard.flatMap((entry) => (entry.kind === 'event' ? [entry.event.seq] : [])))
  return past
    .filter(({ seq }) => !seqs.has(seq))
    .map(({ lot, seq, at, biddingNumber, price, struck }) => ({
      kind: 'event',
      struck,
      event: {
        type: 'bid',
        lot,
        number: biddingNumber,
        price,
        deadline: at,
        origin: null,
        account: null,
        seq,
        at,
        actor: `bidder:${biddingNumber}`,
      },
    }))
}
