import type * as z from 'zod'
import type { Schedule, Timeline } from '../../../contract/calls/schedule.ts'
import type { Locale } from '../../../contract/constants.ts'
import { depositDue } from '../../../domain/deposit.ts'
import type { ScheduleWithSessions, Session } from '../../store/schedules.ts'
import type { AllMine } from './mine.ts'

export const scheduleOf = (
  schedule: ScheduleWithSessions,
  locale: Locale,
  /** Null for an anonymous caller. */
  mine: AllMine | null,
): z.output<typeof Schedule> => ({
  scheduleId: schedule.id,
  name: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
  venue: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
  practice: schedule.practice,
  state: schedule.state,
  timelines: schedule.sessions.map((session) => timelineOf(schedule, session, mine)),
})

const timelineOf = (
  { practice }: Pick<ScheduleWithSessions, 'practice'>,
  { timeline, head }: Session,
  mine: AllMine | null,
): z.output<typeof Timeline> => ({
  scheduleTimelineId: timeline.id,
  startTime: timeline.startTime,
  signUpDeadline: timeline.signUpDeadline,
  state: head?.phase ?? 1,
  stage: head?.stage ?? 'preparation',
  lotCount: timeline.lotCount,
  soldCount: head?.sold ?? 0,
  unsoldCount: head?.unsold ?? 0,
  ...(!practice &&
    timeline.deposits.length > 0 && { deposit: { required: [...timeline.deposits], due: depositDue(timeline) } }),
  ...(mine && { mine: mine.get(timeline.id) ?? null }),
})
