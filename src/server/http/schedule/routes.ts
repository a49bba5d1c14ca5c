import * as calls from '../../../contract/calls/index.ts'
import type { Caller } from '../../auth/caller.ts'
import { draftsOf } from '../../auth/standing.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { saleRulesOf } from '../../content/saleRules.ts'
import { findSchedule, findScheduleOf, findSessionFor, listSchedules } from '../../store/schedules.ts'
import type { ScheduleWithSessions } from '../../store/schedules.ts'
import { publishedRules } from '../../store/witness.ts'
import { data, missing, rows } from '../answer.ts'
import { enter } from '../room.ts'
import { anyone, inVenue } from '../route.ts'
import { mineIn } from './mine.ts'
import type { AllMine } from './mine.ts'
import { scheduleOf } from './present.ts'

/** Public auction schedules; a signed-in caller also gets its own participation. */
export const scheduleRoutes = (db: Db, rooms: Rooms) => {
  const allMine = async (caller: Caller | null, schedules: readonly ScheduleWithSessions[]): Promise<AllMine | null> =>
    caller && mineIn(db, rooms, caller.person, schedules)

  return {
    scheduleList: anyone(
      calls.scheduleList,
      async ({ query, locale }, caller) => {
        const { state, practice } = query
        const found = await listSchedules(db, {
          ...slice(query),
          drafts: draftsOf(caller?.person ?? null),
          ...(state && { states: [state] }),
          ...(practice !== undefined && { practice }),
        })
        const mine = await allMine(caller, found.rows)
        return rows(
          found.rows.map((schedule) => scheduleOf(schedule, locale, mine)),
          found.total,
        )
      },
      { bearer: 'honoured', open: true },
    ),

    scheduleInfo: anyone(
      calls.scheduleInfo,
      async ({ params, locale }, caller) => {
        const found = await findSchedule(db, params.scheduleId, draftsOf(caller?.person ?? null))
        return found ? data(scheduleOf(found, locale, await allMine(caller, [found]))) : missing()
      },
      { bearer: 'honoured', open: true },
    ),

    timelineInfo: anyone(
      calls.timelineInfo,
      async ({ params, locale }, caller) => {
        const found = await findScheduleOf(db, params.scheduleTimelineId, draftsOf(caller?.person ?? null))
        return found ? data(scheduleOf(found, locale, await allMine(caller, [found]))) : missing()
      },
      { bearer: 'honoured', open: true, renewed: 'whole' },
    ),

    saleRules: anyone(
      calls.saleRules,
      async ({ query, locale }, caller) => {
        const found = await findSessionFor(db, query.scheduleTimelineId, draftsOf(caller?.person ?? null))
        if (!found) return missing('session.not_found')
        const { timeline, schedule } = found
        const { text, hash } = saleRulesOf(timeline, await publishedRules(db, timeline.id))
        return data({
          scheduleTimelineId: timeline.id,
          scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
          startTime: timeline.startTime,
          ...text[locale],
          hash,
        })
      },
      { bearer: 'honoured', open: true },
    ),

    ruleInfo: inVenue(calls.ruleInfo, async ({ query }, caller) => {
      const entered = await enter(rooms, caller, query.scheduleTimelineId)
      return entered.kind === 'failed'
        ? entered
        : data({ scheduleTimelineId: query.scheduleTimelineId, ...entered.state.rule })
    }),
  }
}
