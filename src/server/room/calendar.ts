import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { LAW } from '../../domain/rule.ts'
import { later } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { sessionEvent, sessionHead, timeline } from '../store/schema.ts'
import type { Calendar } from './ports.ts'

/** A deal is offered until 72 h after the seal; its clock stands still while every node is down. */
const ASKED_WITHIN_MS = 10 * LAW.dealsOpenMs

/** After the seal only deals are written about, so the log's end is short: more were offered than answered or lapsed (D5). */
const isAsked = sql`(
  SELECT count(*) FILTER (WHERE e.type = 'deal.offered') > count(*) FILTER (WHERE e.type IN ('deal.confirmed', 'deal.lapsed'))
  FROM ${sessionEvent} e
  WHERE e.timeline_id = ${sessionHead.timelineId} AND e.seq > (
    SELECT f.seq FROM ${sessionEvent} f
    WHERE f.timeline_id = ${sessionHead.timelineId} AND f.type = 'session.finished' ORDER BY f.seq DESC LIMIT 1
  )
)`

export const calendarOf = (db: Db): Calendar => ({
  async due(now) {
    const rows = await db
      .select({ id: sessionHead.timelineId })
      .from(sessionHead)
      .innerJoin(timeline, eq(timeline.id, sessionHead.timelineId))
      .where(
        or(
          inArray(sessionHead.phase, [3, 4]),
          and(eq(sessionHead.phase, 2), lte(timeline.signUpDeadline, now)),
          and(eq(sessionHead.phase, 5), gt(sessionHead.seq, sessionHead.projectedSeq)),
          and(eq(sessionHead.phase, 5), gt(sessionHead.aliveAt, later(now, -ASKED_WITHIN_MS)), isAsked),
        ),
      )
    return rows.map(({ id }) => id)
  },
})
