import type { FastifyRequest } from 'fastify'
import { PLATFORM } from '../../contract/constants.ts'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import type { Instant } from '../../domain/units.ts'
import type { Asks, Authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { deviceHash, deviceSecretOf } from '../auth/device.ts'
import { networkOf } from '../auth/network.ts'
import type { Origin, Throttle } from '../auth/throttle.ts'
import { API_BASE } from '../../contract/constants.ts'
import type { Clock } from '../ports.ts'
import { forbid } from './answer.ts'
import type { Failure } from './answer.ts'
import { accessOf, refusalOf } from './access.ts'
import type { CallOfAccess } from './access.ts'
import type { Allow, LimitedCall } from './limits.ts'

export interface Admitted {
  readonly kind: 'admitted'
  readonly at: Instant
  readonly from: Origin
  readonly who: Caller | null
}

/** Authenticates a request and applies its rate limits. Every call passes here, whatever its body is. */
export type Admit = (
  request: FastifyRequest,
  call: LimitedCall & CallOfAccess,
  options?: Omit<Asks, 'token' | 'link' | 'platform'> & {
    /** `later`: the guarded route refuses by itself, so that the audit trail records the refusal. */
    readonly guard?: 'later'
    /** The account that the parsed input names; a known one has an allowance of its own. */
    readonly account?: () => string | null
  },
) => Promise<Admitted | Failure>

interface GateNeeds {
  readonly authenticate: Authenticate
  readonly allow: Allow
  readonly throttle: Pick<Throttle, 'isKnown' | 'isKnownDevice'>
  readonly clock: Clock
  readonly lacksFactor: (caller: Caller) => boolean
}

/** The token of an external link is valid only for its platform, which identifies itself in a header (spec §6). */
const isPlatform = (request: FastifyRequest): boolean => request.headers['platform'] === PLATFORM

/** Paths allowed while a required second factor is missing: those that lead to it, and signing out. */
const BEFORE_FACTOR = ['/user/factor/', '/user/device/', '/user/sysUser/', '/auth/logout', '/getRouters'].map(
  (path) => API_BASE + path,
)
const isBeforeFactor = (path = ''): boolean => BEFORE_FACTOR.some((begin) => path.startsWith(begin))

/** The number or address that a code is requested for, as typed. */
function targetOf({ query }: FastifyRequest): string | null {
  if (typeof query !== 'object' || query === null) return null
  const typed = 'phone' in query ? query.phone : 'email' in query ? query.email : null
  return typeof typed === 'string' ? typed.trim().toLowerCase() : null
}

export const openGate = ({ authenticate, allow, throttle, clock, lacksFactor }: GateNeeds): Admit => {
  const knownAs = async (account: string | null, from: Origin): Promise<string | null> => {
    if (from.secret !== null && (await throttle.isKnownDevice(from))) return deviceHash(from.secret)
    if (account === null || !(await throttle.isKnown(account, from))) return null
    return `${networkOf(from.address).nearest} ${account.toLowerCase()}`
  }

  return async (request, call, { guard, account, ...options } = {}) => {
    // The body has arrived in full: a bid's receipt is stamped now, before the token's look-up.
    const at = clock.now()
    const from: Origin = { address: request.ip, secret: deviceSecretOf(request.headers.cookie) }
    const early = await allow.address(call, from, () => knownAs(account?.() ?? null, from), targetOf(request))
    if (early) return early
    const access = accessOf(call)
    const asks: Asks = {
      token: call.token,
      link: access.link === true,
      platform: isPlatform(request),
      unattended: request.headers[UNATTENDED_HEADER] !== undefined,
      ...options,
    }
    const who = await authenticate(request.headers.authorization, asks, at)
    if (who?.kind === 'failed') return who
    if (who && lacksFactor(who) && !isBeforeFactor(request.routeOptions.url))
      return forbid('auth.second_factor_required')
    const refused = guard === 'later' ? null : refusalOf(access, who)
    if (refused) return refused
    const late = who && (await allow.account(call, who.person.id))
    return late ?? { kind: 'admitted', at, from: who ? { ...from, signIn: who.token } : from, who }
  }
}
