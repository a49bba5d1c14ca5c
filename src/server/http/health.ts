import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'
import { exposition } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import type { Impairment } from '../ports.ts'
import { isDirect } from './hosts.ts'

/** What a node knows of its own health. */
export interface Health {
  /** Rejects while the node cannot serve: the database is out of reach, or it is shutting down. */
  readonly ready: () => Promise<void>
  /** What this node lacks though it can serve; empty: nothing. */
  readonly impaired: () => Promise<readonly Impairment[]>
  readonly metrics: () => readonly Metric[]
}

interface HealthOptions extends Health {
  /** `null`: `/metrics` answers only this machine. */
  readonly metricsToken: string | null
}

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

const PREFIX: Readonly<Record<Impairment['lacks'], string>> = {
  bids: 'without bids',
  files: 'without files',
  space: 'without uploads and imports',
  standby: 'warning',
  messages: 'without messages',
  entries: 'without entries that receipts vouch for',
}
/** `told`: with the reason, which may name machines. */
const lineOf = ({ lacks, message }: Impairment, told: boolean): string =>
  told ? `${PREFIX[lacks]}: ${message}` : PREFIX[lacks]

/** For operators of the server. Answers by HTTP status, the only language of load balancers. */
export function serveHealth(app: FastifyInstance, { ready, impaired, metrics, metricsToken }: HealthOptions): void {
  const plain = (reply: FastifyReply, text: string) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)
  const mayRead = ({ raw, host, headers: { authorization = '' } }: FastifyRequest): boolean =>
    metricsToken === null
      ? isLoopback(raw.socket.remoteAddress ?? '') && isDirect(raw, host)
      : sameText(authorization, `Bearer ${metricsToken}`)
  app.get('/healthz', (_request, reply) => plain(reply, 'alive\n'))
  app.get('/readyz', async (request, reply) => {
    try {
      await ready()
      const told = mayRead(request)
      return plain(reply, ['ready', ...(await impaired()).map((one) => lineOf(one, told)), ''].join('\n'))
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return plain(reply.code(503), 'not ready\n')
    }
  })
  app.get('/metrics', (request, reply) => {
    if (!mayRead(request)) return plain(reply.code(metricsToken === null ? 404 : 401), 'not readable\n')
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(exposition(metrics()))
  })
}
