import type { Standing } from '../../../domain/commands.ts'
import { decide, isRefusal } from '../../../domain/decide.ts'
import { worthOf } from '../../../domain/deposit.ts'
import type { CompanyId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Person } from '../../auth/caller.ts'
import { saleRulesOf } from '../../content/saleRules.ts'
import type { Pins } from '../../auth/pins.ts'
import { bidderOf } from '../../auth/standing.ts'
import type { Clock, Rooms } from '../../ports.ts'
import { accountById, holdsOperatorsRights, sharing } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { findRegistration, keepBiddingNumber, register } from '../../store/registrations.ts'
import type { Registration } from '../../store/registrations.ts'
import type { SessionOfSchedule, Timeline } from '../../store/schedules.ts'
import { publishedRules } from '../../store/witness.ts'
import { forbid, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { depositCovered, limitsAtAdmission } from './deposit.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly clock: Clock
  readonly pins: Pins
}
interface SignedUp {
  readonly kind: 'signedUp'
  readonly registration: Registration
  readonly state: SessionState
  /** The PIN, shown only this once, at the admission. */
  readonly pin: string | null
}

/** Signs a company up, and admits it at once unless the operator admits. Repeating it changes nothing. */
export async function signUp(
  needs: Needs,
  person: Person,
  session: SessionOfSchedule,
  company: CompanyId | null,
  { at, rulesHash }: { readonly at: Instant; /** Of the rules as shown. */ readonly rulesHash: string | null },
): Promise<SignedUp | Failure> {
  const { db, rooms } = needs
  const { id, hostAccountId } = session.timeline
  if (person.status === 0) return forbid('auth.account_suspended')
  const state = await rooms.state(id)
  if (!state || state.phase === 1) return refuse('session.not_started')
  if (hostAccountId === person.id) return refuse('bidder.hosts_here')
  if (company === null) return refuse('bidder.not_certified')

  const known = await findRegistration(db, id, company)
  const waits =
    !state.practice && (state.rule.admission === 'operator' || !(await depositCovered(db, session.timeline, company)))
  if (known && (waits || bidderOf(state, company))) return { kind: 'signedUp', registration: known, state, pin: null }

  const { hash } = saleRulesOf(session.timeline, await publishedRules(db, id))
  if (rulesHash !== null && rulesHash !== hash) return refuse('session.rules_changed')
  const standing = await standingOf(db, person, company, session.timeline)
  const refused = waits
    ? mayNotBeAdmitted(needs.clock, state, standing, at)
    : await admit(rooms, person, id, standing, at)
  if (refused) return refused
  await register(db, id, company, person.id, at, hash)
  const signedUp = await keepNumber(db, rooms, id, company, state)
  return waits ? signedUp : { ...signedUp, pin: await needs.pins.renew(id, company, at) }
}

/** The facts about a company that the law asks for. */
export async function standingOf(
  db: Db,
  person: Pick<Person, 'id' | 'status'>,
  company: CompanyId,
  timeline: Timeline,
): Promise<Standing> {
  const [member, shared, operates, limits] = await Promise.all([
    accountById(db, person.id),
    sharing(db, timeline.id, company),
    holdsOperatorsRights(db, company),
    limitsAtAdmission(db, timeline, company),
  ])
  return {
    company,
    status: person.status,
    agreementInEffect: member?.company?.agreementStatus === 1,
    operates,
    flags: shared.map(({ companyId, what }) => `${what}:${companyId}`),
    limits,
    worth: worthOf(timeline.deposits),
  }
}

/** Asks the law for its refusal, without deciding. */
function mayNotBeAdmitted(clock: Clock, state: SessionState, standing: Standing, at: Instant): Failure | null {
  const decision = decide(
    state,
    { command: { type: 'admit', standing }, by: { actor: 'operator', account: null }, at },
    clock.now(),
  )
  return isRefusal(decision) ? refuse(decision.refused, decision.numbers) : null
}

async function admit(
  rooms: Rooms,
  person: Person,
  timelineId: string,
  standing: Standing,
  at: Instant,
): Promise<Failure | null> {
  const { reason, numbers } = await rooms.give(
    timelineId,
    { type: 'admit', standing },
    { actor: 'room', account: person.id },
    { at },
  )
  return reason === null || reason === 'bidder.already_admitted' ? null : refuse(reason, numbers)
}

async function keepNumber(
  db: Db,
  rooms: Rooms,
  timelineId: string,
  company: CompanyId,
  before: SessionState,
): Promise<SignedUp> {
  const state = (await rooms.state(timelineId)) ?? before
  const bidder = bidderOf(state, company)
  if (bidder) await keepBiddingNumber(db, timelineId, company, bidder.number)
  const registration = await findRegistration(db, timelineId, company)
  if (!registration) throw new Error(`the sign-up of ${company} for ${timelineId} is gone`)
  return { kind: 'signedUp', registration, state, pin: null }
}
