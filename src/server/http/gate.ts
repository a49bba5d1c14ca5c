import type { FastifyRequest } from 'fastify'
import type { Instant } from '../../domain/units.ts'
import type { Asks, Authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Clock } from '../ports.ts'
import type { Failure } from './answer.ts'
import type { Allow, LimitedCall } from './limits.ts'

export interface Admitted {
  readonly kind: 'admitted'
  readonly at: Instant
  readonly address: string
  readonly who: Caller | null
}

/** Whose request this is, and that he does not ask too much. Every call passes here, whatever its body is. */
export type Admit = (
  request: FastifyRequest,
  call: LimitedCall,
  options?: Omit<Asks, 'token'>,
) => Promise<Admitted | Failure>

export const openGate =
  (authenticate: Authenticate, allow: Allow, clock: Clock): Admit =>
  async (request, call, options = {}) => {
    // The body is here in full: a bid counts from now, however long looking up its token takes.
    const at = clock.now()
    const address = request.ip
    const early = allow.address(call, address)
    if (early) return early
    const who = await authenticate(request.headers.authorization, { token: call.token, ...options }, at)
    if (who?.kind === 'failed') return who
    const late = who && allow.account(call, who.person.id)
    return late ?? { kind: 'admitted', at, address, who }
  }
