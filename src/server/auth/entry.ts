import { CODE } from '../../contract/codes.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import { fail, forbid, missing, refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import type { Rooms } from '../ports.ts'
import type { Person, Standpoint } from './caller.ts'
import { bidderCompany, bidderOf, isAudience, sellerCodeOf, standpointIn } from './standing.ts'
import type { SessionFacts } from './standing.ts'

export interface Entry {
  readonly kind: 'entry'
  readonly standpoint: Standpoint
  readonly state: SessionState
}

export interface EntryNeeds {
  readonly rooms: Pick<Rooms, 'state' | 'give'>
  /** `null`: for this person the session does not exist. */
  readonly facts: (timelineId: string, person: Person) => Promise<SessionFacts | null>
  readonly isSignedUp: (timelineId: string, companyId: string) => Promise<boolean>
}

/** Admits a person to a session, or returns the refusal. A practice session admits immediately. */
export async function enterSession(
  { rooms, facts, isSignedUp }: EntryNeeds,
  person: Person,
  timelineId: string,
  at: Instant,
): Promise<Entry | Failure> {
  const session = await facts(timelineId, person)
  const state = session && (await rooms.state(timelineId))
  if (!session) return missing('session.not_found')
  if (person.status === 0) return forbid('auth.account_suspended')
  if (!state || state.phase === 1) return refuse('session.not_started')

  const now = admitsOnTheSpot(person, session, state) ? await admit(rooms, person, session, state, at) : state
  const company = bidderCompany(person, session.practice)
  const standpoint = standpointIn(person, session, now, company !== null && (await isSignedUp(timelineId, company)))
  return standpoint ? { kind: 'entry', standpoint, state: now } : fail(CODE.forbidden, 'catalogue.not_certified')
}

function admitsOnTheSpot(person: Person, { practice, hostAccountId }: SessionFacts, state: SessionState): boolean {
  if (!practice || state.phase === 5 || hostAccountId === person.id || isAudience(person)) return false
  return sellerCodeOf(state, person.companyId) === null && !bidderOf(state, bidderCompany(person, practice))
}

/** Ignores the law's refusal: the state afterwards decides the person's role. */
async function admit(
  rooms: EntryNeeds['rooms'],
  person: Person,
  { id, practice }: SessionFacts,
  state: SessionState,
  at: Instant,
): Promise<SessionState> {
  const company = bidderCompany(person, practice)
  if (company === null) return state
  // In practice the law asks for neither certification nor agreement (A6).
  const standing = { company, status: person.status, agreementInEffect: false, operates: false, flags: [] }
  await rooms.give(id, { type: 'admit', standing }, { actor: 'room', account: person.id }, { at })
  return (await rooms.state(id)) ?? state
}
