import { and, eq, inArray } from 'drizzle-orm'
import type { Identity } from '../../../contract/constants.ts'
import type { Person } from '../../auth/caller.ts'
import { bidderCompany, bidderOf, isAudience, sellerCodeOf, standpointIn } from '../../auth/standing.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { exclusionOf, exclusionsOf, type Exclusion } from '../../store/exclusions.ts'
import type { Registration } from '../../store/registrations.ts'
import type { ScheduleWithSessions, Session } from '../../store/schedules.ts'
import { lot, registration } from '../../store/schema.ts'

/** The caller's relation to a session. */
export interface Mine {
  readonly identityType: Identity
  readonly biddingNumber: number | null
  readonly registered: boolean
  /** The reason why the company was dismissed; absent as long as it was not. */
  readonly dismissed?: string
}

/** By session id; sessions that the caller cannot enter are absent. */
export type AllMine = ReadonlyMap<string, Mine>

/** The caller's relations to a page of schedules: three queries, and the rooms of unfinished sessions. */
export async function mineIn(
  db: Db,
  rooms: Pick<Rooms, 'state'>,
  person: Person,
  schedules: readonly ScheduleWithSessions[],
): Promise<AllMine> {
  const ids = schedules.flatMap(({ sessions }) => sessions.map(({ timeline }) => timeline.id))
  if (ids.length === 0) return new Map()
  const [signedUp, sells] = await Promise.all([registrations(db, person, ids), sellingIn(db, person, ids)])
  const finished = schedules.flatMap(({ sessions }) => sessions.filter(isFinished))
  const excluded = await exclusionsOf(
    db,
    finished.flatMap(({ timeline: { id } }) => {
      const number = signedUp.get(id)?.biddingNumber ?? null
      return number === null ? [] : [{ timelineId: id, number }]
    }),
  )
  const all = schedules.flatMap(({ practice, sessions }) =>
    sessions.map(async (session): Promise<[string, Mine] | null> => {
      const { id } = session.timeline
      const own = signedUp.get(id) ?? null
      const mine = isFinished(session)
        ? ofFinished(person, session, own, { sells: sells.has(id), exclusion: excluded.get(id) ?? null })
        : await ofUnfinished({ db, rooms }, person, session, practice, own, sells.has(id))
      return mine && [id, mine]
    }),
  )
  return new Map((await Promise.all(all)).filter((entry) => entry !== null))
}

const isFinished = ({ head }: Session): boolean => head?.phase === 5

async function ofUnfinished(
  { db, rooms }: { readonly db: Db; readonly rooms: Pick<Rooms, 'state'> },
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
  const bidder = standpoint.identity === 0 ? bidderOf(state, bidderCompany(person, practice)) : null
  if (bidder) {
    const { number } = bidder
    return { ...mine(0, number, own), dismissed: (await exclusionOf(db, timeline.id, number))?.reason ?? '' }
  }
  // In practice the caller becomes a buyer on entry.
  const willBuy =
    practice &&
    standpoint.identity === 4 &&
    person.status !== 0 &&
    !isAudience(person) &&
    sellerCodeOf(state, person.companyId) === null
  return mine(willBuy ? 1 : standpoint.identity, standpoint.identity === 1 ? standpoint.number : null, own)
}

/** For a finished session, whose state is not built again. */
function ofFinished(
  person: Person,
  { timeline }: Session,
  own: Registration | null,
  { sells, exclusion }: { readonly sells: boolean; readonly exclusion: Exclusion | null },
): Mine | null {
  if (timeline.hostAccountId === person.id) return mine(3, null, own)
  if (sells) return mine(2, null, own)
  if (!own) return null
  if (own.biddingNumber === null) return mine(0, null, own)
  if (exclusion) return { ...mine(0, own.biddingNumber, own), dismissed: exclusion.reason }
  return mine(1, own.biddingNumber, own)
}

const mine = (identityType: Identity, biddingNumber: number | null, own: Registration | null): Mine => ({
  identityType,
  biddingNumber,
  // The operator may admit a company that did not sign up.
  registered: own !== null || biddingNumber !== null,
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
