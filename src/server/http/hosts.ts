import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import type { AnyReason } from '../../contract/codes.ts'
import { hostNameOf, isLoopback } from '../loopback.ts'
import { fail } from './answer.ts'
import { answer } from './api.ts'
import { COMMON } from './common-headers.ts'

export interface HostRules {
  /** The demo world answers only this machine, and nothing that a proxy passed on. */
  readonly demo: boolean
  /** The public origins; empty: any host name is served. */
  readonly publicUrls?: readonly string[]
}

/** Paths for load balancers, monitors and those who look at one node: they use the machine's address. */
const OF_MACHINES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/status'])

/** Headers set by proxies: the request may come from another machine. */
const PASSED_ON = /^(?:forwarded|x-forwarded-.+|x-real-ip|via)$/

type Asked = Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'httpVersion'>>

/** The reason that a request is not for this server; `null`: it is. `host`: from `Host`, or from a trusted proxy. */
export function misdirected(
  { headers, rawHeaders, url, httpVersion }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url' | 'httpVersion'>,
  host: string | undefined,
  { demo, publicUrls = [] }: HostRules,
): AnyReason | null {
  // Node keeps the first of two `Host` headers; a proxy may have used the other.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) return 'host.unknown'
  // HTTP/2 names the host as `:authority`; a `Host` beside it must be the same (RFC 9113, 8.3.1).
  if ((headers[':authority'] ?? headers.host) !== (headers.host ?? headers[':authority'])) return 'host.unknown'
  // A request line with a full URL, as sent to proxies, must not name another host.
  if (url !== undefined && /^\w+:/.test(url) && URL.parse(url)?.host !== host?.toLowerCase()) return 'host.unknown'
  if (demo) return isDirect({ headers, httpVersion }, host) ? null : 'host.demo'
  if (publicUrls.length === 0 || OF_MACHINES.has(url?.split('?')[0] ?? '')) return null
  return publicUrls.some((origin) => new URL(origin).host === host?.toLowerCase()) ? null : 'host.unknown'
}

/**
 * Whether the request comes from this machine, by a loopback name, and not through a proxy. A proxy would add headers,
 * its browsers would name another site, and a minimal proxy speaks HTTP/1.0.
 */
export function isDirect({ headers, httpVersion }: Asked, host: string | undefined): boolean {
  return (
    isLocal(hostNameOf(host)) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((header) => PASSED_ON.test(header)) &&
    isLocal(URL.parse(headers.origin ?? '')?.hostname ?? 'localhost')
  )
}

const isLocal = (name: string | null): boolean => name !== null && isLoopback(name)

/** Warns of a proxy that is not trusted: all its visitors share one address, and so each other's limits. */
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

/** Sets the headers of every answer, also of those that write to the socket directly. */
export function setCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of Object.entries(COMMON)) reply.raw.setHeader(name, value)
    done()
  })
}

/** Refuses misdirected requests before anything else reads them. */
export function refuseMisdirected(app: FastifyInstance, rules: HostRules): void {
  app.addHook('onRequest', (request, reply, done) => {
    const reason = misdirected(request.raw, request.host, rules)
    if (reason === null) done()
    else void answer(request, reply, fail(CODE.misdirected, reason))
  })
}
