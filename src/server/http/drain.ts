import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50

/**
 * A closing server waits for its connections, and clients keep connections alive for a minute. So answers during
 * closing announce the connection's end, and remaining connections are closed once idle. `sendsAway`: this node cannot
 * serve, though it stays; its answers announce that too, so that the next call reaches another one.
 */
export function drainOnClose(app: FastifyInstance, sendsAway: () => boolean = () => false): void {
  let closing = false
  app.addHook('onSend', (request, reply, payload, done) => {
    // HTTP/2 forbids the header `connection`; there a closing server sends a GOAWAY frame.
    if (request.raw.httpVersionMajor === 2) void reply.removeHeader('connection')
    else if (closing || sendsAway()) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    closing = true
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    // A server that never listened emits no `close`.
    if (!app.server.listening) clearInterval(timer)
    done()
  })
}
