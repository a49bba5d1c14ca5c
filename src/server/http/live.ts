import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../contract/live.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '../../contract/constants.ts'
import type { Live } from '../socket/live.ts'

const below = (path: string): string => path.slice(API_BASE.length)

/**
 * Hands the live connection's calls to it: it checks their token as it does that of a WebSocket. Like a WebSocket's
 * frames, they leave no line each in the log: a poll comes as often as a bid.
 */
export function serveLive(api: FastifyInstance, live: () => Pick<Live, 'serve'>): void {
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack()
    if (!live().serve(request.raw, reply.raw)) reply.raw.writeHead(404).end()
  }
  const quiet = { exposeHeadRoute: false, logLevel: 'warn' } as const
  api.get(below(LIVE_STREAM_PATH), quiet, handler)
  api.get(below(LIVE_POLL_PATH), quiet, handler)
  api.post(below(LIVE_BEAT_PATH), quiet, handler)
}
