import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50

/**
 * A server that closes waits for its connections, and one that was in the middle of a request when the closing began is
 * kept alive by its client for a minute after that. So answers say that they are the last of their connection, and
 * whoever stays all the same is let go once nothing is asked.
 */
export function drainOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    // A server that never listened does not close.
    if (!app.server.listening) clearInterval(timer)
    done()
  })
}
