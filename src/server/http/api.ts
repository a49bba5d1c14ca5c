import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { fail } from './answer.ts'
import { failureOf } from './errors.ts'
import type { Admit } from './gate.ts'
import { takeJson } from './json.ts'
import { localeOf } from './language.ts'
import { envelopeOf, httpStatusOf } from './present.ts'
import type { Route, Served } from './route.ts'

interface ApiOptions {
  readonly routes: readonly Route[]
  readonly admit: Admit
}

/** Everything below `/prod-api` that answers in JSON: one way in and one way out. */
export function serveApi(app: FastifyInstance, { routes, admit }: ApiOptions): void {
  takeJson(app)
  app.setNotFoundHandler((request, reply) => answer(request, reply, fail(CODE.notFound, 'call.not_found')))
  for (const route of routes) {
    app.route({
      method: route.call.method satisfies HTTPMethods,
      url: route.call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(route.options.bodyLimit !== undefined && { bodyLimit: route.options.bodyLimit }),
      handler: async (request, reply) => {
        const served = await serve(route, request)
        return isOpen(route, request, served) ? answerOpen(request, reply, served) : answer(request, reply, served)
      },
    })
  }

  async function serve(route: Route, request: FastifyRequest): Promise<Served> {
    const admitted = await admit(request, route.call, route.options)
    if (admitted.kind === 'failed') return admitted
    const { at, address, who } = admitted
    const device = deviceOf(request.headers['user-agent'])
    const { params, query, body } = request
    return route.run({ params, query, body }, who, {
      at,
      locale: localeOf(request.headers['accept-language']),
      address,
      device,
    })
  }
}

/** The same for everybody who asks in this language, so whoever has it need not be sent it again. */
const isOpen = ({ options }: Route, { headers }: FastifyRequest, { kind }: Served): boolean =>
  options.open === true && kind !== 'failed' && !(options.bearer === 'honoured' && headers.authorization !== undefined)

/** With a mark by which to ask whether it changed. Weak: compressed or not, it says the same. */
function answerOpen(request: FastifyRequest, reply: FastifyReply, served: Served): FastifyReply {
  const mark = `W/"${createHash('sha256')
    .update(JSON.stringify(envelopeOf(served, localeOf(request.headers['accept-language']))))
    .digest('base64url')
    .slice(0, 22)}"`
  void reply.header('etag', mark)
  const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(mark)
  const answered = answer(request, reply, served, {
    keep: 'no-cache',
    vary: 'accept-language, authorization',
    send: !known,
  })
  return known ? answered.code(304).send() : answered
}

/** As the browser calls itself; what anybody may claim. */
const deviceOf = (agent: string | undefined): string => (agent ?? '').slice(0, 300)

interface Leaving {
  readonly keep: 'no-store' | 'no-cache'
  readonly vary: string
  /** Else its headers alone are set. */
  readonly send: boolean
  /** Where the protocol of a file says more than 200. */
  readonly status?: number
}
export const PRIVATE: Leaving = { keep: 'no-store', vary: 'accept-language', send: true }

/** The one exit. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
  { keep, vary, send, status }: Leaving = PRIVATE,
): FastifyReply {
  const locale = localeOf(request.headers['accept-language'])
  const envelope = envelopeOf(served, locale)
  request.answered = { code: envelope.code, reason: envelope.reason ?? null }
  if (served.kind === 'failed' && served.retryAfter !== undefined) void reply.header('retry-after', served.retryAfter)
  void reply
    .code(status ?? httpStatusOf(envelope.code))
    .type('application/json; charset=utf-8')
    .header('cache-control', keep)
    .header('x-content-type-options', 'nosniff')
    .header('content-language', locale === 'zh' ? 'zh-CN' : 'en-US')
    .header('vary', vary)
  return send ? reply.send(envelope) : reply
}

/** Errors thrown on the way, below `/prod-api` and elsewhere alike. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  if (failure.code === CODE.failed || failure.code === CODE.unavailable)
    request.log.error({ err: error }, failure.reason)
  return answer(request, reply, failure)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller was told: for the request log and the counters. */
    answered: { readonly code: number; readonly reason: string | null } | null
  }
}
