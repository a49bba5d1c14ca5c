import type { FastifyInstance, FastifyReply } from 'fastify'
import { exposition } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'

interface HealthOptions {
  /** Rejects while the node cannot serve: the database is out of reach, or it is shutting down. */
  readonly ready: () => Promise<void>
  readonly metrics: () => readonly Metric[]
}

/** For operators of the server. Answers by HTTP status, the only language of load balancers. */
export function serveHealth(app: FastifyInstance, { ready, metrics }: HealthOptions): void {
  const plain = (reply: FastifyReply, text: string) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)
  app.get('/healthz', (_request, reply) => plain(reply, 'alive\n'))
  app.get('/readyz', async (request, reply) => {
    try {
      await ready()
      return plain(reply, 'ready\n')
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return plain(reply.code(503), 'not ready\n')
    }
  })
  app.get('/metrics', (_request, reply) =>
    reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(exposition(metrics())),
  )
}
