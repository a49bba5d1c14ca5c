import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import type { AnyReason } from '../../contract/codes.ts'
import { hostNameOf, isLoopback } from '../loopback.ts'
import { fail } from './answer.ts'
import { answer } from './api.ts'

export interface HostRules {
  /** The demo world: this machine alone, and nothing that a proxy passed on. */
  readonly demo: boolean
}

/** Set by proxies: the request began on another machine, or may have. */
const PASSED_ON = /^(?:forwarded|x-forwarded-.+|x-real-ip)$/

/** Why a request is not for this server; `null`: it is. `host`: as the browser asked for it, `Host` or a proxy's word. */
export function misdirected(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  host: string | undefined,
  { demo }: HostRules,
): AnyReason | null {
  // Node keeps the first of two; a proxy may have used the other.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) return 'host.unknown'
  if (!demo) return null
  const name = hostNameOf(host)
  const local = name !== null && isLoopback(name) && !Object.keys(headers).some((header) => PASSED_ON.test(header))
  return local ? null : 'host.demo'
}

/** A proxy in front whose word does not count: all its visitors share one address, and so one another's limits. */
export function warnOfUntrusted(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      request.log.warn('X-Forwarded-For arrives while TRUST_PROXY=0: everybody behind that proxy counts as one address')
    }
    done()
  })
}

/** Refuses misdirected requests before anything looks at them. */
export function refuseMisdirected(app: FastifyInstance, rules: HostRules): void {
  app.addHook('onRequest', (request, reply, done) => {
    const reason = misdirected(request.raw, request.host, rules)
    if (reason === null) done()
    else void answer(request, reply, fail(CODE.misdirected, reason))
  })
}
