import { CODE } from '../../contract/codes.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { TokenKind } from '../../contract/wire.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { fail } from '../failure.ts'
import type { Failure } from '../failure.ts'
import type { Rooms } from '../ports.ts'
import type { LiveTokens } from '../socket/ports.ts'
import { bearerOf } from './bearer.ts'
import { viewerOf } from './caller.ts'
import { holdsRights, needsFactor } from './permissions.ts'
import type { Caller } from './caller.ts'
import { isOutlived, secondsUntil, VENUE_TOKEN_MS } from './token-lifetimes.ts'
import type { Found, Tokens } from './tokens.ts'

/** A call's requirements on the caller's token. */
export interface Asks {
  readonly token: TokenKind
  /** For calls without a token: a valid token changes the answer. */
  readonly bearer?: 'honoured'
  /** An ended token is accepted too: signing out twice is no error. */
  readonly ended?: 'honoured'
  /** The token of an external link is accepted. */
  readonly link?: boolean
  /** The call was made by an idle page, so it does not keep the sign-in alive. */
  readonly unattended?: boolean
  /** The request names the platform that the token is for. */
  readonly platform?: boolean
}

/** The caller; `null`: anonymous; a failure: the token is refused. */
export type Authenticate = (header: string | undefined, asks: Asks, at: Instant) => Promise<Caller | Failure | null>

type Good = Extract<Found, { kind: 'seller' | 'venue' }>

/** Looks up a token and everything that can end it. */
async function check(
  tokens: Pick<Tokens, 'find'>,
  rooms: Pick<Rooms, 'state'>,
  secret: string,
  asks: Asks,
  at: Instant,
): Promise<Good | AnyReason> {
  const found = await tokens.find(secret)
  if (!found || (found.ended && asks.ended !== 'honoured')) return 'auth.token_invalid'
  if (found.kind === 'platform') return ofLink(found, asks, at)
  if ((found.kind !== 'seller' && found.kind !== 'venue') || (asks.token !== 'either' && asks.token !== found.kind))
    return 'auth.wrong_token_kind'
  if (asks.ended === 'honoured') return found
  const over =
    found.expiresAt <= at ||
    (found.kind === 'venue' && isOutlived(found.createdAt, await rooms.state(found.timelineId), at))
  return over ? 'auth.token_expired' : found
}

/** A platform's token stands for its account in calls that accept it; operators get none. */
function ofLink(
  found: Extract<Found, { kind: 'platform' }>,
  { link, platform, ended }: Asks,
  at: Instant,
): Good | AnyReason {
  if (platform !== true || holdsRights(found.person)) return 'auth.wrong_token_kind'
  if (link !== true) return 'auth.link_reads'
  if (ended !== 'honoured' && found.expiresAt <= at) return 'auth.token_expired'
  return { ...found, kind: 'seller' as const }
}

/** How often a sign-in's last use is stored. */
const SEEN_EVERY_MS = 5 * 60_000
/** More often for operators, whose sign-ins end after idling. */
const OPERATOR_SEEN_EVERY_MS = 60_000

interface Idling {
  /** Operators are signed out after idling this long; absent: never. */
  readonly operatorIdleMs?: number
}

const isIdle = ({ person, lastSeenAt }: Good, { operatorIdleMs }: Idling, at: Instant): boolean =>
  operatorIdleMs !== undefined && holdsRights(person) && later(lastSeenAt, operatorIdleMs) <= at

/** Stores the use of a sign-in, for its owner's list and for the idle limit. */
async function noteUse(tokens: Pick<Tokens, 'touch'>, found: Good, at: Instant): Promise<void> {
  const every = holdsRights(found.person) ? OPERATOR_SEEN_EVERY_MS : SEEN_EVERY_MS
  if (at - found.lastSeenAt >= every) await tokens.touch(found, at)
}

export function authenticateWith(
  tokens: Pick<Tokens, 'find' | 'touch'>,
  rooms: Pick<Rooms, 'state'>,
  idling: Idling = {},
): Authenticate {
  async function callerOf(header: string | undefined, asks: Asks, at: Instant): Promise<Caller | Failure> {
    const bearer = bearerOf(header)
    if (bearer.kind === 'none') return fail(CODE.unauthorised, 'auth.token_missing')
    const found = bearer.kind === 'token' ? await check(tokens, rooms, bearer.token, asks, at) : 'auth.token_invalid'
    if (typeof found !== 'string') {
      if (asks.ended !== 'honoured' && isIdle(found, idling, at))
        return fail(CODE.unauthorised, 'auth.idle', {
          numbers: { minutes: Math.round((idling.operatorIdleMs ?? 0) / 60_000) },
        })
      if (asks.unattended !== true) await noteUse(tokens, found, at)
      return asCaller(found)
    }
    // A valid sign-in stays valid; only this call is refused.
    return fail(found === 'auth.link_reads' ? CODE.forbidden : CODE.unauthorised, found)
  }

  return async (header, asks, at) => {
    if (asks.token !== 'none') return callerOf(header, asks, at)
    if (asks.bearer !== 'honoured') return null
    const who = await callerOf(header, { ...asks, token: 'either' }, at)
    // A call that needs no token ignores a bad one.
    return who.kind === 'failed' ? null : who
  }
}

function asCaller(found: Good): Caller {
  const { person, hash: token } = found
  if (found.kind === 'seller') return { kind: 'seller', person, token }
  const { timelineId, standpoint, createdAt } = found
  return { kind: 'venue', person, token, timelineId, standpoint, createdAt }
}

interface LiveRules extends Idling {
  /** Operators and hosts without a second factor may not connect to a room. */
  readonly secondFactor?: 'required'
}

/** Venue tokens for the live connection. */
export function liveTokens(
  tokens: Pick<Tokens, 'find' | 'renew' | 'touch'>,
  rooms: Pick<Rooms, 'state'>,
  rules: LiveRules = {},
): LiveTokens {
  const venue = (secret: string, at: Instant) => check(tokens, rooms, secret, { token: 'venue' }, at)
  return {
    async holderOf(secret, at) {
      const found = await venue(secret, at)
      if (typeof found === 'string') return { reason: found }
      if (found.kind !== 'venue') return { reason: 'auth.wrong_token_kind' }
      if (found.person.status === 0) return { reason: 'auth.account_suspended' }
      if (isIdle(found, rules, at)) return { reason: 'auth.idle' }
      if (rules.secondFactor === 'required' && found.person.secondFactor !== true && needsFactor(found))
        return { reason: 'auth.second_factor_required' }
      // Called each minute while the room is open: a person in the room is not idle.
      await noteUse(tokens, found, at)
      return {
        account: found.person.id,
        timelineId: found.timelineId,
        viewer: viewerOf(found),
        loginTime: found.createdAt,
      }
    },
    async renew(secret, at) {
      const found = await venue(secret, at)
      if (typeof found === 'string' || found.kind !== 'venue' || found.expiresAt - at > VENUE_TOKEN_MS / 2) return null
      if ((await rooms.state(found.timelineId))?.phase === 5) return null
      // The same token is prolonged, since another tab of the browser may hold it too.
      const end = later(at, VENUE_TOKEN_MS)
      await tokens.renew(found.hash, end)
      return { access_token: secret, expires_in: secondsUntil(end, at) }
    },
  }
}
