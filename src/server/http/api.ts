import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { API_BASE, ONCE_HEADER } from '../../contract/constants.ts'
import { SECOND_FACTOR_HEADER } from '../../contract/second-factor.ts'
import { OnceKey } from '../../contract/once.ts'
import { deviceCookies } from '../auth/device.ts'
import { fail, invalid } from './answer.ts'
import { failureOf } from './errors.ts'
import type { Admit, Admitted } from './gate.ts'
import { takeJson } from './json.ts'
import { localeOf } from './language.ts'
import { envelopeOf, httpStatusOf } from './present.ts'
import type { About, Route, Served } from './route.ts'

interface ApiOptions {
  readonly routes: readonly Route[]
  readonly admit: Admit
}

/** All JSON calls below `/prod-api`: one entry and one exit. */
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
    const admitted = await admit(request, route.call, { ...route.options, guard: 'later' })
    if (admitted.kind === 'failed') return admitted
    const { params, query, body } = request
    const key = OnceKey.nullable().safeParse((route.call.once && request.headers[ONCE_HEADER]) ?? null)
    if (!key.success) return invalid({ path: `header.${ONCE_HEADER}`, code: 'invalid_value' })
    return route.run({ params, query, body }, admitted.who, { ...aboutOf(request, admitted), onceKey: key.data })
  }
}

/** The context of an admitted request, besides its input. */
export const aboutOf = ({ headers, id, host, trace }: FastifyRequest, { at, from }: Admitted): About => ({
  at,
  locale: localeOf(headers['accept-language']),
  address: from.address,
  from,
  device: deviceOf(headers['user-agent']),
  requestId: id,
  second: oneOf(headers[SECOND_FACTOR_HEADER]),
  site: { host },
  trace,
  note: () => undefined,
  onceKey: null,
})

/** Whether the answer is the same for every caller in this language, so that a client's copy can be revalidated. */
const isOpen = ({ options }: Route, { headers }: FastifyRequest, { kind }: Served): boolean =>
  options.open === true && kind !== 'failed' && !(options.bearer === 'honoured' && headers.authorization !== undefined)

/** Adds an ETag for revalidation. Weak: compressed or not, the content is the same. */
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

const oneOf = (header: string | string[] | undefined): string | null => (typeof header === 'string' ? header : null)

/** The `User-Agent`, which is unverified. */
const deviceOf = (agent: string | undefined): string => (agent ?? '').slice(0, 300)

interface Leaving {
  readonly keep: 'no-store' | 'no-cache'
  readonly vary: string
  /** `false`: only headers are set. */
  readonly send: boolean
  /** HTTP status for a file protocol that uses more than 200. */
  readonly status?: number
}
export const PRIVATE: Leaving = { keep: 'no-store', vary: 'accept-language', send: true }

/** Sends every JSON answer. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
  { keep, vary, send, status }: Leaving = PRIVATE,
): FastifyReply {
  const locale = localeOf(request.headers['accept-language'])
  const envelope = envelopeOf(served, locale)
  request.answered = { code: envelope.code, reason: envelope.reason ?? null }
  if ('deviceSecret' in served && served.deviceSecret !== undefined)
    void reply.header('set-cookie', deviceCookies(served.deviceSecret, API_BASE, request.protocol === 'https'))
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

/** Errors thrown in handling, below `/prod-api` and elsewhere. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  if (failure.code === CODE.failed || failure.code === CODE.unavailable)
    request.log.error({ err: error }, failure.reason)
  return answer(request, reply, failure)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer's code and reason, for the request log and the counters. */
    answered: { readonly code: number; readonly reason: string | null } | null
  }
}
