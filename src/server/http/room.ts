import { createHash } from 'node:crypto'
import type { Identity } from '../../contract/constants.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { canonical } from '../../domain/canonical.ts'
import type { PersonCommand } from '../../domain/commands.ts'
import type { Actor } from '../../domain/events.ts'
import type { Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { VenueCaller } from '../auth/caller.ts'
import type { Keyed, Rooms } from '../ports.ts'
import { answerVerdict, forbid, missing } from './answer.ts'
import type { Data, Failure } from './answer.ts'

export interface Entered {
  readonly kind: 'entered'
  readonly state: SessionState
}

/**
 * The session that the caller is in, if it is the one he speaks of. `current`: no older than the request, on whichever
 * node it was moved on.
 */
export async function enter(
  rooms: Rooms,
  caller: VenueCaller,
  scheduleTimelineId: string,
  how: 'state' | 'current' = 'state',
): Promise<Entered | Failure> {
  if (caller.timelineId !== scheduleTimelineId) return forbid('auth.wrong_session')
  const state = await rooms[how](scheduleTimelineId)
  return state ? { kind: 'entered', state } : missing('session.not_found')
}

export const lotIn = (state: SessionState, id: string): Lot | null => state.lots.get(id) ?? null

/** Checked here so that nothing reaches the room that is not its business; the law checks again. */
export function permit(caller: VenueCaller, ...identities: readonly Identity[]): Failure | null {
  if (caller.person.status === 0) return forbid('auth.account_suspended')
  return identities.includes(caller.standpoint.identity) ? null : forbid('auth.not_permitted')
}

export function actorOf({ standpoint }: Pick<VenueCaller, 'standpoint'>): Actor | null {
  switch (standpoint.identity) {
    case 1:
      return `bidder:${standpoint.number}`
    case 2:
      return `seller:${standpoint.seller}`
    case 3:
      return 'host'
    case 0:
    case 4:
      return null
  }
}

/** What a command is besides its meaning: when it came, and what makes it safe to repeat. */
export interface Order {
  readonly scheduleTimelineId: string
  /** Must be one of the session's lots, if it is about a lot. */
  readonly contractObjectId?: string
  readonly at: Instant
  readonly bidKey?: string
  readonly notAfter?: Instant
  /** The call's path and what was asked, without `notAfter`: the same key with another meaning is refused. */
  readonly meaning?: Readonly<Record<string, unknown>>
}

/** Permit, then look that it is this session and its lot, then let the room decide. */
export async function command(
  rooms: Rooms,
  caller: VenueCaller,
  identities: readonly Identity[],
  order: Order,
  say: PersonCommand | ((state: SessionState) => PersonCommand),
): Promise<Data<Verdict> | Failure> {
  const refused =
    caller.timelineId === order.scheduleTimelineId ? permit(caller, ...identities) : forbid('auth.wrong_session')
  if (refused) return refused
  const actor = actorOf(caller)
  if (actor === null) return forbid('auth.not_permitted')
  const entered = await enter(rooms, caller, order.scheduleTimelineId)
  if (entered.kind === 'failed') return entered
  if (order.contractObjectId !== undefined && !lotIn(entered.state, order.contractObjectId)) return missing()
  const given = typeof say === 'function' ? say(entered.state) : say
  const verdict = await rooms.give(
    order.scheduleTimelineId,
    given,
    { actor, account: caller.person.id },
    options(caller, order),
  )
  return answerVerdict(verdict)
}

function options(
  caller: VenueCaller,
  { at, bidKey, notAfter, meaning }: Order,
): { at: Instant; keyed?: Keyed; notAfter?: Instant } {
  if (bidKey === undefined) return { at }
  const keyed = { account: caller.person.id, bidKey, fingerprint: fingerprint({ ...meaning }) }
  return notAfter === undefined ? { at, keyed } : { at, keyed, notAfter }
}

export const fingerprint = (meaning: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(canonical(meaning)).digest('hex')
