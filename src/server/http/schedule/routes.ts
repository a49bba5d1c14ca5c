import type * as z from 'zod';
import type { Schedule, Timeline } from '../../../contract/calls/schedule.ts';
import { calls } from '../../../contract/index.ts';
import type { Locale } from '../../../contract/constants.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Rooms } from '../../ports.ts';
import type { Db } from '../../store/open.ts';
import { slice } from '../../store/page.ts';
import { findSchedule, listSchedules } from '../../store/schedules.ts';
import type { ScheduleWithSessions, Session } from '../../store/schedules.ts';
import { data, missing, rows } from '../answer.ts';
import { enter } from '../room.ts';
import { anyone, inVenue } from '../route.ts';
import { mineIn } from './mine.ts';
import type { AllMine } from './mine.ts';

/** Auction schedules for everybody; who is signed in learns what he is in each. */
export const scheduleRoutes = (db: Db, rooms: Rooms) => {
  const allMine = async (caller: Caller | null, schedules: readonly ScheduleWithSessions[]): Promise<AllMine> =>
    caller ? mineIn(db, rooms, caller.person, schedules) : new Map();

  return {
    scheduleList: anyone(calls.scheduleList, async ({ query, locale }, caller) => {
      const { state, practice } = query;
      const found = await listSchedules(db, { ...slice(query), ...(state && { states: [state] }), ...(practice !== undefined && { practice }) });
      const mine = await allMine(caller, found.rows);
      return rows(found.rows.map((schedule) => scheduleOf(schedule, locale, mine)), found.total);
    }, { bearer: 'honoured', open: true }),

    scheduleInfo: anyone(calls.scheduleInfo, async ({ params, locale }, caller) => {
      const found = await findSchedule(db, params.scheduleId);
      return found ? data(scheduleOf(found, locale, await allMine(caller, [found]))) : missing();
    }, { bearer: 'honoured', open: true }),

    ruleInfo: inVenue(calls.ruleInfo, async ({ query }, caller) => {
      const entered = await enter(rooms, caller, query.scheduleTimelineId);
      return entered.kind === 'failed' ? entered : data({ scheduleTimelineId: query.scheduleTimelineId, ...entered.state.rule });
    }),
  };
};

const scheduleOf = (schedule: ScheduleWithSessions, locale: Locale, mine: AllMine): z.output<typeof Schedule> => ({
  scheduleId: schedule.id,
  name: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
  venue: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
  practice: schedule.practice,
  state: schedule.state,
  timelines: schedule.sessions.map((session) => timelineOf(session, mine)),
});

const timelineOf = ({ timeline, head }: Session, mine: AllMine): z.output<typeof Timeline> => ({
  scheduleTimelineId: timeline.id,
  startTime: timeline.startTime,
  signUpDeadline: timeline.signUpDeadline,
  state: head?.phase ?? 1,
  stage: head?.stage ?? 'preparation',
  lotCount: timeline.lotCount,
  soldCount: head?.sold ?? 0,
  unsoldCount: head?.unsold ?? 0,
  mine: mine.get(timeline.id) ?? null,
});
