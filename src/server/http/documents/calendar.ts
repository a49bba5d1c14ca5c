import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { calendarEvent } from '../../documents/calendar.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { findScheduleOf, findSession, NO_DRAFTS } from '../../store/schedules.ts'
import { missing } from '../answer.ts'
import { fileRoute } from './route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state' | 'numbers'>
}

/** Path of the sale's page, from which its room is entered. */
const pageOf = (timelineId: string): string => `/target/list?scheduleTimelineId=${encodeURIComponent(timelineId)}`

/** Sessions for a calendar. */
export const calendarOf = ({ db, rooms }: Needs) => ({
  calendarFile: fileRoute(calls.calendarFile, async ({ params, query, locale: asked, origin }) => {
    const { scheduleTimelineId: id } = params
    // Like the public schedule, drafts answer as missing.
    const [published, session] = await Promise.all([findScheduleOf(db, id, NO_DRAFTS), findSession(db, id)])
    if (!published || !session) return missing()
    const [state, numbers] = await Promise.all([rooms.state(id), rooms.numbers(id)])
    const { timeline, schedule } = session
    const locale: Locale = query?.lang ?? asked
    const { biddingSeconds, staggerSeconds, negotiationMinutes } = state?.rule ?? timeline.rule
    const startTime = state?.startTime ?? timeline.startTime
    const text = calendarEvent({
      id,
      // Grows only with public events, so it reveals no secret ones (R9).
      sequence: state === null ? 0 : numbers.of(state.seq),
      stamp: state?.shown.at ?? timeline.createdAt,
      from: startTime,
      // Duration of the first round and the negotiation.
      seconds: biddingSeconds + staggerSeconds * Math.max(0, timeline.lotCount - 1) + negotiationMinutes * 60,
      name: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
      place: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
      about: ABOUT[locale](timeline.lotCount),
      address: origin === null ? null : origin + pageOf(id),
    })
    return {
      kind: 'file',
      name: `sale-${id}.ics`,
      type: 'text/calendar; charset=utf-8',
      bytes: Buffer.from(text),
    }
  }),
})

const ABOUT: Readonly<Record<Locale, (lots: number) => string>> = {
  zh: (lots) => `木材竞价，共 ${lots} 项标的。请提前报名，并在开始前进入会场。`,
  en: (lots) => `Timber sale, number of lots: ${lots}. Sign up in time, and enter the room before it begins.`,
}
