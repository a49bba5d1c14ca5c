import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { BidRow } from '../../../contract/calls/bidding.ts'
import type { BiddingNumber, LotId } from '../../../domain/lot.ts'
import type { Instant, Minor } from '../../../domain/units.ts'
import type { Db } from '../../store/open.ts'
import { sessionEvent } from '../../store/schema.ts'

/** A bid as the log tells it, struck or not. */
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
  round: z.object({ round: z.number(), lots: z.array(z.object({ lot: z.string() })) }),
}).shape

/** All bids on a lot, newest first. The state keeps those that stand in the running round; the log keeps every one. */
export async function bidHistory(db: Db, timelineId: string, lot: LotId): Promise<readonly Bid[]> {
  const { type, payload } = sessionEvent
  const onLot = and(inArray(type, ['bid', 'bid.voided']), eq(sql`${payload} ->> 'lot'`, lot))
  const events = await db
    .select({ seq: sessionEvent.seq, at: sessionEvent.at, type, payload })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, timelineId), or(onLot, eq(type, 'round.opened'))))
    .orderBy(asc(sessionEvent.seq))

  const bids: Omit<Bid, 'struck'>[] = []
  const struck = new Set<number>()
  let round = 0
  for (const event of events) {
    if (event.type === 'bid') bids.push({ seq: event.seq, at: event.at, round, ...Fields.bid.parse(event.payload) })
    else if (event.type === 'bid.voided') for (const seq of Fields.voided.parse(event.payload).struck) struck.add(seq)
    else round = roundOf(event.payload, lot) ?? round
  }
  return bids.map((bid) => ({ ...bid, struck: struck.has(bid.seq) })).toReversed()
}

function roundOf(payload: unknown, lot: LotId): number | null {
  const opened = Fields.round.parse(payload)
  return opened.lots.some((one) => one.lot === lot) ? opened.round : null
}

export const bidRow = ({ number, ...bid }: Bid, companyName: string | null): z.output<typeof BidRow> => ({
  ...bid,
  biddingNumber: number,
  companyName,
})
