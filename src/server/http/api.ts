import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { IM_USED, ROWS_IM } from '../../contract/changed-rows.ts'
import { API_BASE, ONCE_HEADER } from '../../contract/constants.ts'
import { SECOND_FACTOR_HEADER } from '../../contract/second-factor.ts'
import { OnceKey } from '../../contract/once.ts'
import { deviceCookies } from '../auth/device.ts'
import { fail, invalid } from './answer.ts'
import { failureOf } from './errors.ts'
import type { Admit, Admitted } from './gate.ts'
import { accountIn, parseInput } from './input.ts'
import { takeJson } from './json.ts'
import { localeOf } from './language.ts'
import { envelopeOf, httpStatusOf } from './present.ts'
import type { About, Route, Served } from './route.ts'
import { sentKeyOf } from './sent-key.ts'
import { digestOf, SentRows } from './sent-rows.ts'

interface ApiOptions {
  readonly routes: readonly Route[]
  readonly admit: Admit
}

/** All JSON calls below `/prod-api`: one entry and one exit. */
export function serveApi(app: FastifyInstance, { routes, admit }: ApiOptions): void {
  takeJson(app)
  const sent = new SentRows()
  app.setNotFoundHandler((request, reply) => answer(request, reply, fail(CODE.notFound, 'call.not_found')))
  for (const route of routes) {
    app.route({
      method: route.call.method satisfies HTTPMethods,
      url: route.call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(route.options.bodyLimit !== undefined && { bodyLimit: route.options.bodyLimit }),
      handler: async (request, reply) => {
        const served = await serve(route, request)
        if (isOpen(route, request, served)) return answerMarked(request, reply, served, OPEN)
        const { renewed } = route.options
        if (renewed === undefined || served.kind === 'failed') return answer(request, reply, served)
        const changes = renewed === 'whole' ? null : { sent, id: renewed.rowId }
        return answerMarked(request, reply, served, PRIVATE, changes)
      },
    })
  }

  async function serve(route: Route, request: FastifyRequest): Promise<Served> {
    const parse = () => parseInput(route.call, request)
    const admitted = await admit(request, route.call, {
      ...route.options,
      guard: 'later',
      account: () => accountIn(parse()),
    })
    if (admitted.kind === 'failed') return admitted
    const key = OnceKey.nullable().safeParse((route.call.once && request.headers[ONCE_HEADER]) ?? null)
    if (!key.success) return invalid({ path: `header.${ONCE_HEADER}`, code: 'invalid_value' })
    const parsed = parse()
    const onceKey = key.data === null || !parsed.ok ? null : sentKeyOf(key.data, route.call, parsed.value)
    return route.run(parsed, admitted.who, { ...aboutOf(request, admitted), onceKey })
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

/**
 * Adds an ETag for revalidation. Weak: compressed or not, the content is the same. A caller that has the list before is
 * sent the rows that changed, if it takes them.
 */
function answerMarked(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
  how: Leaving,
  changes: { readonly sent: SentRows; readonly id: string } | null = null,
): FastifyReply {
  const mark = `W/"${digestOf(envelopeOf(served, localeOf(request.headers['accept-language'])))}"`
  void reply.header('etag', mark)
  const had = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (had.includes(mark)) {
    request.answered = { code: CODE.ok, reason: null }
    return reply.code(304).header('cache-control', how.keep).header('vary', how.vary).send()
  }
  if (served.kind !== 'rows' || changes === null) return answer(request, reply, served, how)
  const [copy = null] = request.headers['a-im'] === ROWS_IM ? had : []
  const changed = changes.sent.changed(served.rows, changes.id, mark, copy)
  if (changed === null) return answer(request, reply, served, how)
  void reply.header('im', ROWS_IM)
  return answer(request, reply, { ...served, rows: changed }, { ...how, status: IM_USED })
}

const oneOf = (header: string | string[] | undefined): string | null => (typeof header === 'string' ? header : null)

/** The `User-Agent`, which is unverified. */
const deviceOf = (agent: string | undefined): string => (agent ?? '').slice(0, 300)

interface Leaving {
  readonly keep: 'no-store' | 'no-cache'
  readonly vary: string
  /** HTTP status for a file protocol that uses more than 200. */
  readonly status?: number
}
/** A browser keeps the answer and revalidates it. */
const OPEN: Leaving = { keep: 'no-cache', vary: 'accept-language, authorization' }
/** No cache keeps the answer; the page that asked for it may name its mark. */
export const PRIVATE: Leaving = { keep: 'no-store', vary: 'accept-language' }

/** Sends every JSON answer. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
  { keep, vary, status }: Leaving = PRIVATE,
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
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-language', locale === 'zh' ? 'zh-CN' : 'en-US')
    .header('vary', vary)
  return reply.send(envelope)
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
