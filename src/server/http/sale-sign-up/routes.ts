import type * as z from 'zod'
import type { Registration } from '../../../contract/calls/schedule.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { SessionState } from '../../../domain/state.ts'
import { bidderCompany, bidderOf } from '../../auth/standing.ts'
import type { Clock, Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { listRegistrations } from '../../store/registrations.ts'
import type { Registration as Row } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { data, missing, rows } from '../answer.ts'
import { signedIn } from '../route.ts'
import { signUp } from './sign-up.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly clock: Clock
}

/** Companies sign up for sessions. */
export const registrationRoutes = (needs: Needs) => ({
  biddingRegistrationAdd: signedIn(calls.biddingRegistrationAdd, async ({ body, at, locale }, { person }) => {
    const session = await findSession(needs.db, body.scheduleTimelineId)
    if (!session) return missing('session.not_found')
    const company = bidderCompany(person, session.schedule.practice)
    const signedUp = await signUp(needs, person, session, company, at)
    return signedUp.kind === 'failed'
      ? signedUp
      : data(registrationOf(session, signedUp.registration, signedUp.state, locale))
  }),

  biddingRegistrationList: signedIn(calls.biddingRegistrationList, async ({ query, locale }, { person }) => {
    const company = bidderCompany(person, true)
    if (company === null) return rows([])
    const found = await listRegistrations(needs.db, company, slice(query))
    const list = found.rows.map(async ({ registration, ...session }) => {
      // A finished session's log need not be read again: the number was kept.
      const state = session.head && session.head.phase < 5 ? await needs.rooms.state(session.timeline.id) : null
      return registrationOf(session, registration, state, locale)
    })
    return rows(await Promise.all(list), found.total)
  }),
})

function registrationOf(
  { timeline, schedule, head }: SessionOfSchedule,
  row: Row,
  state: SessionState | null,
  locale: Locale,
): z.output<typeof Registration> {
  const bidder = bidderOf(state, row.companyId)
  const number = bidder?.number ?? row.biddingNumber
  const admitted = bidder ? bidder.admitted : state === null && number !== null
  return {
    scheduleTimelineId: timeline.id,
    scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
    venue: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
    practice: schedule.practice,
    startTime: timeline.startTime,
    signUpDeadline: timeline.signUpDeadline,
    state: state?.phase ?? head?.phase ?? 1,
    biddingNumber: number,
    identityType: admitted ? 1 : 0,
    registrationTime: row.createdAt,
    lotCount: timeline.lotCount,
  }
}
