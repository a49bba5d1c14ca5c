import * as z from 'zod'
import { Schedule } from '../../../contract/calls/schedule.ts'
import { HOME_SCHEDULES } from '../../../contract/pages.ts'
import type { HomeData } from '../../../contract/pages.ts'
import type { Clock } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { listSchedules } from '../../store/schedules.ts'
import type { ScheduleQuery } from '../../store/schedules.ts'
import { scheduleOf } from '../schedule/present.ts'
import type { Variant } from './pages.ts'

/** What the home page's calls would answer to somebody unknown: nobody's own matters are in it. */
export async function readHome(db: Db, clock: Clock, { locale, known }: Variant): Promise<HomeData> {
  const list = async (query: ScheduleQuery): Promise<HomeData['schedules']> => {
    const { rows, total } = await listSchedules(db, query)
    return { rows: rows.map((row) => z.encode(Schedule, scheduleOf(row, locale, new Map()))), total }
  }
  const at = clock.now()
  const [schedules, practice] = await Promise.all([
    list({ offset: 0, limit: HOME_SCHEDULES }),
    list({ offset: 0, limit: 1, practice: true }),
  ])
  return { locale, known, at, schedules, practice }
}
