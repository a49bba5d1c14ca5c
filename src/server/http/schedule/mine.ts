import { and, eq, inArray } from 'drizzle-orm'
import type { Identity } from '../../../contract/constants.ts'
import type { Person } from '../../auth/caller.ts'
import { bidderCompany, isAudience, sellerCodeOf, standpointIn } from '../../auth/standing.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import type { Registration } from '../../store/registrations.ts'
import type { ScheduleWithSessions, Session } from '../../store/schedules.ts'
import { lot, registration } from '../../store/schema.ts'

/** The caller's relation to a session. */
export interface Mine {
  readonly identityType: Identity
  readonly biddingNumber: number | null
  readonly registered: boolean
}

/** By session id; sessions that the caller cannot enter are absent. */
export type AllMine = ReadonlyMap<string, Mine>

/** The caller's relations to a page of schedules: two queries, and the rooms of unfinished sessions. */
export async function mineIn(
  db: Db,
  rooms: Pick<Rooms, 'state'>,
  person: Person,
  schedules: readonly ScheduleWithSessions[],
): Promise<AllMine> {
  const ids = schedules.flatMap(({ sessions }) => sessions.map(({ timeline }) => timeline.id))
  if (ids.length === 0) return new Map()
  const [signedUp, sells] = await Promise.all([registrations(db, person, ids), sellingIn(db, person, ids)])
  const all = schedules.flatMap(({ practice, sessions }) =>
    sessions.map(async (session): Promise<[string, Mine] | null> => {
      const { id } = session.timeline
      const own = signedUp.get(id) ?? null
      const mine =
        session.head?.phase === 5
          ? ofFinished(person, session, own, sells.has(id))
          : await ofUnfinished(rooms, person, session, practice, own, sells.has(id))
      return mine && [id, mine]
    }),
  )
  return new Map((await Promise.all(all)).filter((entry) => entry !== null))
}

async function ofUnfinished(
  rooms: Pick<Rooms, 'state'>,
  person: Person,
  { timeline, head }: Session,
  practice: boolean,
  own: Registration | null,
  sells: boolean,
) {
  const state = head ? await rooms.state(timeline.id) : null
  const facts = { id: timeline.id, practice, hostAccountId: timeline.hostAccountId }
  const standpoint = standpointIn(person, facts, state, own !== null)
  // Before publication the log names no sellers, so the catalogue is asked.
  if (!standpoint) return !state && sells ? mine(2, null, own) : null
  // In practice the caller becomes a buyer on entry.
  const willBuy =
    practice &&
    standpoint.identity === 4 &&
    person.status !== 0 &&
    !isAudience(person) &&
    sellerCodeOf(state, person.companyId) === null
  return mine(willBuy ? 1 : standpoint.identity, standpoint.identity === 1 ? standpoint.number : null, own)
}

/** For a finished session, whose log is not read again. */
function ofFinished(person: Person, { timeline }: Session, own: Registration | null, sells: boolean): Mine | null {
  if (timeline.hostAccountId === person.id) return mine(3, null, own)
  if (sells) return mine(2, null, own)
  return own ? mine(own.biddingNumber === null ? 0 : 1, own.biddingNumber, own) : null
}

const mine = (identityType: Identity, biddingNumber: number | null, own: Registration | null): Mine => ({
  identityType,
  biddingNumber,
  registered: own !== null,
})

async function registrations(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Registration>> {
  const companies = [bidderCompany(person, false), bidderCompany(person, true)].filter((company) => company !== null)
  const found = await db
    .select()
    .from(registration)
    .where(and(inArray(registration.companyId, companies), inArray(registration.timelineId, [...ids])))
  return new Map(found.map((row) => [row.timelineId, row]))
}

async function sellingIn(db: Db, { companyId }: Person, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (companyId === null) return new Set()
  const found = await db
    .selectDistinct({ id: lot.timelineId })
    .from(lot)
    .where(and(eq(lot.sellerCompanyId, companyId), inArray(lot.timelineId, [...ids])))
  return new Set(found.map(({ id }) => id))
}
