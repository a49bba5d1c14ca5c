import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Db } from '../store/open.ts'
import { sessionHead, timeline } from '../store/schema.ts'
import type { Calendar } from './ports.ts'

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
        ),
      )
    return rows.map(({ id }) => id)
  },
})
