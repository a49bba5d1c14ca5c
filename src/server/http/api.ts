import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { CODE } from '../../contract/codes.ts';
import { fail } from './answer.ts';
import { failureOf } from './errors.ts';
import type { Admit } from './gate.ts';
import { takeJson } from './json.ts';
import { localeOf } from './language.ts';
import { envelopeOf, httpStatusOf } from './present.ts';
import type { Route, Served } from './route.ts';

export interface ApiOptions {
  readonly routes: readonly Route[];
  readonly admit: Admit;
}

/** Everything below `/prod-api` that answers in JSON: one way in and one way out. */
export function serveApi(app: FastifyInstance, { routes, admit }: ApiOptions): void {
  takeJson(app);
  app.setNotFoundHandler((request, reply) => answer(request, reply, fail(CODE.notFound, 'call.not_found')));
  for (const route of routes) {
    app.route({
      method: route.call.method satisfies HTTPMethods,
      url: route.call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(route.options.bodyLimit !== undefined && { bodyLimit: route.options.bodyLimit }),
      handler: async (request, reply) => answer(request, reply, await serve(route, request)),
    });
  }

  async function serve(route: Route, request: FastifyRequest): Promise<Served> {
    const admitted = await admit(request, route.call, route.options);
    if (admitted.kind === 'failed') return admitted;
    const { at, address, who } = admitted;
    const device = deviceOf(request.headers['user-agent']);
    const { params, query, body } = request;
    return route.run({ params, query, body }, who, { at, locale: localeOf(request.headers['accept-language']), address, device });
  }
}

/** As the browser calls itself; what anybody may claim. */
const deviceOf = (agent: string | undefined): string => (agent ?? '').slice(0, 300);

/** The one exit. */
export function answer(request: FastifyRequest, reply: FastifyReply, served: Served): FastifyReply {
  const locale = localeOf(request.headers['accept-language']);
  const envelope = envelopeOf(served, locale);
  request.answered = { code: envelope.code, reason: envelope.reason ?? null };
  if (served.kind === 'failed' && served.retryAfter !== undefined) void reply.header('retry-after', served.retryAfter);
  return reply
    .code(httpStatusOf(envelope.code))
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-language', locale === 'zh' ? 'zh-CN' : 'en-US')
    .header('vary', 'accept-language')
    .send(envelope);
}

/** Errors thrown on the way, below `/prod-api` and elsewhere alike. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error);
  if (failure.code === CODE.failed || failure.code === CODE.unavailable) request.log.error({ err: error }, failure.reason);
  return answer(request, reply, failure);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller was told: for the request log and the counters. */
    answered: { readonly code: number; readonly reason: string | null } | null;
  }
}
