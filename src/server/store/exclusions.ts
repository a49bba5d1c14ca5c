import { sql } from 'drizzle-orm'
import type { BiddingNumber } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { sessionEvent } from './schema.ts'

/** An exclusion of a bidder that is still in effect, from a session's log. */
export interface Exclusion {
  readonly type: 'bidder.suspended' | 'bidder.dismissed'
  readonly reason: string
}

/** A bidder of a session. */
export interface BidderIn {
  readonly timelineId: string
  readonly number: BiddingNumber
}

/**
 * The exclusions in effect, by session id; a bidder who was never excluded, or readmitted since, is absent. `bidders`: at
 * most one of each session. One query, by the index `session_event_bidder`.
 */
export async function exclusionsOf(db: Db, bidders: readonly BidderIn[]): Promise<ReadonlyMap<string, Exclusion>> {
  if (bidders.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; type: string; reason: string | null }>(sql`
    SELECT DISTINCT ON (e.timeline_id) e.timeline_id AS id, e.type, e.payload->>'reason' AS reason
    FROM ${sessionEvent} e
    JOIN json_to_recordset(${JSON.stringify(bidders)}::json) AS asked ("timelineId" text, number int)
      ON asked."timelineId" = e.timeline_id AND asked.number = (e.payload->>'number')::int
    WHERE e.type IN ('bidder.admitted', 'bidder.suspended', 'bidder.dismissed')
    ORDER BY e.timeline_id, e.seq DESC`)
  return new Map(
    rows
      .filter(({ type }) => type !== 'bidder.admitted')
      .map(({ id, type, reason }) => [
        id,
        { type: type === 'bidder.suspended' ? type : 'bidder.dismissed', reason: reason ?? '' },
      ]),
  )
}

/** The bidder's exclusion in effect, `null`: it is admitted, or was never there. */
export const exclusionOf = async (db: Db, timelineId: string, number: BiddingNumber): Promise<Exclusion | null> =>
  (await exclusionsOf(db, [{ timelineId, number }])).get(timelineId) ?? null
