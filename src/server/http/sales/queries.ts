import * as calls from '../../../contract/calls/index.ts'
import { startExpiresAt } from '../../../domain/decide/wake.ts'
import type { Rooms } from '../../ports.ts'
import { accountById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { registrationsOf } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import { data, missing } from '../answer.ts'
import { pageOf } from '../page.ts'
import { signedIn } from '../route.ts'
import { bidderRows } from './bidders.ts'
import { dealRows, isOpenDeal, dealtLots } from './deals.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
}

/** A sale as its operator sees it. */
export const saleQueries = ({ db, rooms }: Needs) => ({
  saleInfo: signedIn(calls.saleInfo, async ({ params, locale }) => {
    const session = await findSession(db, params.scheduleTimelineId)
    if (!session) return missing('session.not_found')
    const { timeline, schedule, head } = session
    const [state, signUps, host] = await Promise.all([
      rooms.state(timeline.id),
      registrationsOf(db, timeline.id),
      timeline.hostAccountId === null ? null : accountById(db, timeline.hostAccountId),
    ])
    const known = new Set(Object.values(state?.bidders ?? {}).map(({ company }) => company))
    return data({
      scheduleTimelineId: timeline.id,
      scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
      venue: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
      practice: schedule.practice,
      startTime: state?.startTime ?? timeline.startTime,
      signUpDeadline: state?.signUpDeadline ?? timeline.signUpDeadline,
      unstartedUntil: state && startExpiresAt(state),
      state: state?.phase ?? head?.phase ?? 1,
      stage: state?.stage ?? 'preparation',
      admission: (state?.rule ?? timeline.rule).admission,
      hostName: host?.account.name ?? null,
      scheduleId: timeline.scheduleId,
      postponed: state?.postponed ?? null,
      cancelled: state?.cancelled ?? null,
      lotCount: timeline.lotCount,
      waiting: state?.phase === 5 ? 0 : signUps.filter(({ companyId }) => !known.has(companyId)).length,
      dealsOpen: state === null ? 0 : dealtLots(state).filter(isOpenDeal).length,
    })
  }),

  saleBidderList: signedIn(calls.saleBidderList, async ({ query, locale }) => {
    const session = await findSession(db, query.scheduleTimelineId)
    if (!session) return missing('session.not_found')
    const state = await rooms.state(query.scheduleTimelineId)
    return pageOf(await bidderRows(db, session.timeline, state, locale), query)
  }),

  saleDealList: signedIn(calls.saleDealList, async ({ query, locale }) => {
    const state = await rooms.state(query.scheduleTimelineId)
    if (!state) return missing('session.not_found')
    const page = pageOf(dealtLots(state), query)
    return { ...page, rows: await dealRows(db, state, page.rows, locale) }
  }),
})
