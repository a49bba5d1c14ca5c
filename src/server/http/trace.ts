import type { FastifyInstance } from 'fastify'
import { bidOrCounteroffer } from '../../contract/calls/index.ts'
import { API_BASE } from '../../contract/constants.ts'
import type { BidTrace, Tracing } from '../tracing/tracing.ts'

const BID = API_BASE + bidOrCounteroffer.path

/** Traces the calls that bid, from the head of the request to the end of the answer. */
export function traceBids(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('trace', null)
  if (tracing === null) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    if (request.routeOptions.url === BID)
      request.trace = tracing.begin(typeof traceparent === 'string' ? traceparent : undefined)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.trace?.end(reply.statusCode)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: BidTrace | null
  }
}
