import type * as z from 'zod'
import type { Registration } from '../../../contract/calls/schedule.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { SessionState } from '../../../domain/state.ts'
import { PIN_TRIES, type Pins } from '../../auth/pins.ts'
import { bidderCompany, bidderOf, draftsOf } from '../../auth/standing.ts'
import type { Clock, Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { exclusionsOf } from '../../store/exclusions.ts'
import { pinFailures, pinKey } from '../../store/pins.ts'
import { listRegistrations } from '../../store/registrations.ts'
import type { Registration as Row } from '../../store/registrations.ts'
import { findSessionFor } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { data, done, forbid, missing, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'
import { fileObjection } from '../../trade/deposit-holds.ts'
import { depositAsked } from './deposit.ts'
import { signUp } from './sign-up.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly clock: Clock
  readonly pins: Pins
}

/** Companies sign up for sessions. */
export const registrationRoutes = (needs: Needs) => {
  return {
    biddingRegistrationAdd: signedIn(calls.biddingRegistrationAdd, async ({ body, at, locale }, { person }) => {
      const session = await findSessionFor(needs.db, body.scheduleTimelineId, draftsOf(person))
      if (!session) return missing('session.not_found')
      const company = bidderCompany(person, session.schedule.practice)
      const signedUp = await signUp(needs, person, session, company, { at, rulesHash: body.rulesHash ?? null })
      if (signedUp.kind === 'failed') return signedUp
      const tries = await triesOf(needs.db, [signedUp.registration])
      return data({
        ...registrationOf(session, signedUp.registration, signedUp.state, tries, locale),
        deposit: await depositAsked(needs.db, session, signedUp.registration.companyId, at),
        pin: signedUp.pin,
      })
    }),

    admissionPin: signedIn(calls.admissionPin, async ({ body, at }, { person }) => {
      const { scheduleTimelineId: id } = body
      if (person.status === 0) return forbid('auth.account_suspended')
      const session = await findSessionFor(needs.db, id, draftsOf(person))
      const state = session && (await needs.rooms.state(id))
      if (!state) return missing('session.not_found')
      const company = bidderCompany(person, session.schedule.practice)
      if (company === null || bidderOf(state, company)?.admitted !== true) return refuse('bidder.not_admitted')
      return data({ pin: await needs.pins.renew(id, company, at) })
    }),

    depositObject: signedIn(calls.depositObject, async ({ body, at }, { person }) => {
      const { scheduleTimelineId: timelineId, hold, text } = body
      const session = await findSessionFor(needs.db, timelineId, draftsOf(person))
      if (!session) return missing('session.not_found')
      const companyId = bidderCompany(person, session.schedule.practice)
      if (companyId === null) return refuse('deposit.no_hold')
      const refused = await fileObjection(needs.db, { timelineId, companyId, hold, text, accountId: person.id, at })
      return refused === null ? done : refuse(refused.reason)
    }),

    biddingRegistrationList: signedIn(calls.biddingRegistrationList, async ({ query, locale, at }, { person }) => {
      const company = bidderCompany(person, true)
      if (company === null) return rows([])
      const found = await listRegistrations(needs.db, company, slice(query))
      const tries = await triesOf(
        needs.db,
        found.rows.map(({ registration }) => registration),
      )
      const list = await Promise.all(
        found.rows.map(async ({ registration, ...session }) => {
          // A finished session's state is not built again, since the number is stored.
          const state = session.head && session.head.phase < 5 ? await needs.rooms.state(session.timeline.id) : null
          return {
            ...registrationOf(session, registration, state, tries, locale),
            deposit: await depositAsked(needs.db, session, company, at),
          }
        }),
      )
      const excluded = await exclusionsOf(
        needs.db,
        list.flatMap(({ scheduleTimelineId: timelineId, biddingNumber: number }) =>
          number === null ? [] : [{ timelineId, number }],
        ),
      )
      const told = list.map((one) => {
        const exclusion = excluded.get(one.scheduleTimelineId)
        return exclusion ? { ...one, identityType: 0 as const, dismissed: exclusion.reason } : one
      })
      return rows(told, found.total)
    }),
  }
}

function registrationOf(
  { timeline, schedule, head }: SessionOfSchedule,
  row: Row,
  state: SessionState | null,
  tries: Tries,
  locale: Locale,
): Omit<z.output<typeof Registration>, 'deposit'> {
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
    pinTries: tries(row),
  }
}

type Tries = (of: Pick<Row, 'timelineId' | 'companyId'>) => number | null

/** Remaining PIN attempts of these sign-ups. */
export async function triesOf(db: Db, rows: readonly Pick<Row, 'timelineId' | 'companyId'>[]): Promise<Tries> {
  const failures = await pinFailures(
    db,
    rows.map(({ timelineId }) => timelineId),
    rows.map(({ companyId }) => companyId),
  )
  return ({ timelineId, companyId }) => {
    const failed = failures.get(pinKey(timelineId, companyId))
    return failed === undefined ? null : PIN_TRIES - failed
  }
}
