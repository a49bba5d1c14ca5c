import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { BidRow } from '../../../contract/calls/bidding.ts'
import type { BiddingNumber, LotId } from '../../../domain/lot.ts'
import type { Instant, Minor } from '../../../domain/units.ts'
import type { Db } from '../../store/open.ts'
import { sessionEvent } from '../../store/schema.ts'

/** A bid of the log, struck or not. */
export interface Bid {
  readonly seq: number
  readonly at: Instant
  readonly number: BiddingNumber
  readonly price: Minor
  readonly round: number
  readonly struck: boolean
}

const Fields = z.object({
  bid: z.object({ number: z.number(), price: z.custom<Minor>((v) => Number.isSafeInteger(v)) }),
  voided: z.object({ struck: z.array(z.number()) }),
}).shape

interface Asked {
  readonly timelineId: string
  readonly lot: LotId
  /** Number of the newest log entry to include. */
  readonly upTo: number
  readonly offset?: number
  readonly limit?: number
}

const { timelineId: timeline, lotId, seq, at, type, payload } = sessionEvent

/**
 * Bids on a lot, newest first, read from the log: the state holds only the standing bids of the running round. A page
 * costs the same in a sale of a thousand events and of a hundred thousand.
 */
export async function bidHistory(db: Db, { timelineId, lot, upTo, offset, limit }: Asked): Promise<readonly Bid[]> {
  const bids = db
    .select({ seq, at, payload })
    .from(sessionEvent)
    .where(and(eq(timeline, timelineId), eq(type, 'bid'), eq(lotId, lot), lte(seq, upTo)))
    .orderBy(desc(seq))
  const [page, struck, rounds] = await Promise.all([
    limit === undefined ? bids : bids.offset(offset ?? 0).limit(limit),
    struckOn(db, timelineId, lot),
    roundsOf(db, timelineId),
  ])
  return page.map((bid) => ({
    seq: bid.seq,
    at: bid.at,
    ...Fields.bid.parse(bid.payload),
    round: rounds.findLastIndex((begun) => begun < bid.seq) + 1,
    struck: struck.has(bid.seq),
  }))
}

async function struckOn(db: Db, timelineId: string, lot: LotId): Promise<ReadonlySet<number>> {
  const voids = await db
    .select({ payload })
    .from(sessionEvent)
    .where(and(eq(timeline, timelineId), eq(type, 'bid.voided'), eq(lotId, lot)))
  return new Set(voids.flatMap((one) => Fields.voided.parse(one.payload).struck))
}

/**
 * The log numbers at which rounds began. The payloads, which may name ten thousand lots, are not read: a bid on a lot
 * always belongs to the running round.
 */
async function roundsOf(db: Db, timelineId: string): Promise<readonly number[]> {
  const opened = await db
    .select({ seq })
    .from(sessionEvent)
    .where(and(eq(timeline, timelineId), eq(type, sql`'round.opened'`)))
    .orderBy(asc(seq))
  return opened.map((one) => one.seq)
}

export const bidRow = ({ number, ...bid }: Bid, companyName: string | null): z.output<typeof BidRow> => ({
  ...bid,
  biddingNumber: number,
  companyName,
})
