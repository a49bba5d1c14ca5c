import type { AccountId } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { instant, type Instant } from '../../domain/units.ts'
import type { Rooms } from '../ports.ts'
import type { Db } from '../store/open.ts'
import { comings } from './sessions.ts'

/** A person's last sign of presence in a session: entry, connection, or leading bid. `null`: never. */
export type LastSigns = ReadonlyMap<string, Instant>

interface AttendanceDeps {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'people'>
  readonly isRobot: (account: AccountId) => boolean
}

export async function signsOf(
  states: ReadonlyMap<string, SessionState>,
  robotCompanies: ReadonlySet<string>,
  deps: AttendanceDeps,
  now: Instant,
): Promise<LastSigns> {
  const came = await comings(deps.db, [...states.keys()])
  const signs = await Promise.all(
    [...states].map(async ([id, state]): Promise<readonly [string, Instant] | null> => {
      const online = (await deps.rooms.people(id)).some((person) => person.online && !deps.isRobot(person.account))
      const latest = Math.max(online ? now : 0, came.get(id) ?? 0, lastBidOfPerson(state, robotCompanies))
      return latest > 0 ? [id, instant(latest)] : null
    }),
  )
  return new Map(signs.filter((sign) => sign !== null))
}

/** Some clients bid without a live connection. */
function lastBidOfPerson({ lots, bidders }: SessionState, robotCompanies: ReadonlySet<string>): number {
  const times = [...lots].flatMap(({ leading }) => {
    const company = leading && bidders[leading.number]?.company
    return leading && company && !robotCompanies.has(company) ? [leading.at] : []
  })
  return Math.max(0, ...times)
}
