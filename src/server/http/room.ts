import { createHash } from 'node:crypto'
import type { Identity } from '../../contract/constants.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { canonical } from '../../domain/canonical.ts'
import type { PersonCommand } from '../../domain/commands.ts'
import type { Actor } from '../../domain/events.ts'
import type { AccountId, BiddingNumber, Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import { viewerOf } from '../auth/caller.ts'
import { actRefused } from '../auth/standing.ts'
import type { VenueCaller } from '../auth/caller.ts'
import type { Keyed, Rooms } from '../ports.ts'
import { numberedVerdict } from '../room/numbered.ts'
import type { BidTrace } from '../tracing/tracing.ts'
import { answerVerdict, forbid, missing } from './answer.ts'
import type { Data, Failure } from './answer.ts'

export interface Entered {
  readonly kind: 'entered'
  readonly state: SessionState
}

/**
 * The caller's session, if it matches the request. `current`: no older than the request, on whichever node it was
 * changed.
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

/** The caller's role in a session. The operator enters as audience, and runs the sale as the host may (A2). */
export type Part = Identity | 'operator'

export const roleOf = (caller: Pick<VenueCaller, 'person' | 'standpoint'>): Part =>
  viewerOf(caller).identity === 'operator' ? 'operator' : caller.standpoint.identity

/** Host and operator run the sale alike (A2). */
export const runsSale = (caller: Pick<VenueCaller, 'person' | 'standpoint'>): boolean =>
  roleOf(caller) === 3 || roleOf(caller) === 'operator'

export function actorOf(caller: Pick<VenueCaller, 'person' | 'standpoint'>): Actor | null {
  const { standpoint } = caller
  switch (standpoint.identity) {
    case 1:
      return `bidder:${standpoint.number}`
    case 2:
      return `seller:${standpoint.seller}`
    case 3:
      return 'host'
    case 0:
    case 4:
      return roleOf(caller) === 'operator' ? 'operator' : null
  }
}

/** A command's context: its arrival time and its idempotency key. */
export interface Order {
  readonly scheduleTimelineId: string
  /** The lot that the command is about; it must be one of the session's. */
  readonly contractObjectId?: string
  readonly at: Instant
  readonly bidKey?: string
  readonly notAfter?: Instant
  /** The call's path and input, without `notAfter`: the same key with another meaning is refused. */
  readonly meaning?: Readonly<Record<string, unknown>>
  /** `null`: bids are not traced. */
  readonly trace?: BidTrace | null
  /** The bidder that host or operator acts for, whose PIN was right. */
  readonly behalf?: BiddingNumber
  /** The person of the bidder's company that it acts for. */
  readonly person?: AccountId | null
}

/** Checks session and lot, then lets the room decide. `access.ts` says who may make the call. */
export async function command(
  rooms: Rooms,
  caller: VenueCaller,
  order: Order,
  say: PersonCommand | ((state: SessionState) => PersonCommand | Promise<PersonCommand>),
): Promise<Data<Verdict> | Failure> {
  if (caller.timelineId !== order.scheduleTimelineId) return forbid('auth.wrong_session')
  const actor = actorOf(caller)
  if (actor === null) return forbid('auth.not_permitted')
  const entered = await enter(rooms, caller, order.scheduleTimelineId)
  if (entered.kind === 'failed') return entered
  const unfit = actRefused(caller.person, caller.standpoint, entered.state)
  if (unfit !== null) return forbid(unfit)
  if (order.contractObjectId !== undefined && !lotIn(entered.state, order.contractObjectId)) return missing()
  const given = typeof say === 'function' ? await say(entered.state) : say
  const verdict = await rooms.give(
    order.scheduleTimelineId,
    given,
    {
      actor,
      account: caller.person.id,
      ...(order.behalf !== undefined && { behalf: order.behalf }),
      ...(order.person && { caller: order.person }),
    },
    options(caller, order),
  )
  return answered(rooms, order.scheduleTimelineId, verdict)
}

/** Answers with a verdict, its numbers translated for readers outside the room. */
export async function answered(rooms: Rooms, timelineId: string, verdict: Verdict): Promise<Data<Verdict>> {
  const numbers = await rooms.numbers(timelineId, verdict.seq ?? 0)
  return answerVerdict(numberedVerdict(verdict, numbers))
}

function options(
  caller: VenueCaller,
  { at, bidKey, notAfter, meaning, trace }: Order,
): { at: Instant; keyed?: Keyed; notAfter?: Instant; trace?: BidTrace } {
  if (bidKey === undefined) return { at }
  const traced = trace ? { trace } : {}
  const keyed = { account: caller.person.id, bidKey, fingerprint: fingerprint({ ...meaning }) }
  return notAfter === undefined ? { at, keyed, ...traced } : { at, keyed, notAfter, ...traced }
}

const fingerprint = (meaning: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(canonical(meaning)).digest('hex')
