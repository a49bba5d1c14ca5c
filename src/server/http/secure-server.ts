import type { Server } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type {
  Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  SecureServerOptions,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import { networkOf } from '../auth/network.ts'
import type { CertificatePair } from '../certificate.ts'

/** A silent connection is closed after this, as HTTP/1.1 ones are. */
const IDLE_MS = 72_000
/** Time for the streams of a silent connection to end before it is cut. */
const CUT_MS = 5_000
const MAX_STREAMS = 100
/** Open connections of one network (an IPv4 address, an IPv6 /64): an office behind one address has far fewer. */
const MAX_CONNECTIONS = 1_000
const MAX_HEADER_BYTES = 16 * 1024
/** Unread bytes that a client may have under way. HTTP/2's own 64 KiB would slow an upload on a long link. */
const STREAM_WINDOW = 256 * 1024
const SESSION_WINDOW = 1024 * 1024

/**
 * The limits of HTTP/2. Extended CONNECT stays off, so that browsers open the live connection by HTTP/1.1 on the same
 * port. Streams that are opened and reset in a flood end their connection.
 */
const LIMITS: SecureServerOptions = {
  allowHTTP1: true,
  settings: {
    maxConcurrentStreams: MAX_STREAMS,
    maxHeaderListSize: MAX_HEADER_BYTES,
    initialWindowSize: STREAM_WINDOW,
    enableConnectProtocol: false,
  },
  /** MB of buffers and streams; further streams are refused. */
  maxSessionMemory: 10,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  streamResetBurst: 200,
  streamResetRate: 33,
}

/** Counts places by network; `null`: the network has used its own up. The answer gives the place back. */
export function createPlaces(most: number): (address: string) => (() => void) | null {
  const taken = new Map<string, number>()
  return (address) => {
    const network = networkOf(address).nearest
    const now = taken.get(network) ?? 0
    if (now >= most) return null
    taken.set(network, now + 1)
    return () => {
      const left = (taken.get(network) ?? 1) - 1
      if (left === 0) taken.delete(network)
      else taken.set(network, left)
    }
  }
}

interface SecureServer {
  readonly serverFactory: FastifyServerFactory
  /** New connections get this certificate; those that are open go on. */
  renew(pair: CertificatePair): void
}

/**
 * TLS with HTTP/2, and with HTTP/1.1 for clients that do not offer it.
 *
 * @param requestMs The longest time in which a request must have arrived.
 */
export function secureServer(pair: CertificatePair, requestMs: number): SecureServer {
  const opened: Http2SecureServer[] = []
  return {
    serverFactory(handler) {
      // Fastify serves both kinds of requests, and its types know one of them at a time.
      const listener = handler as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void
      const server = createSecureServer({ ...LIMITS, ...pair }, listener)
      opened.push(server)
      server.on('session', (session: ServerHttp2Session) => {
        session.setLocalWindowSize(SESSION_WINDOW)
        closeWhenSilent(session)
      })
      server.on('stream', (stream: ServerHttp2Stream) => cutWhenLate(stream, requestMs))
      return likePlain(server, requestMs)
    },
    renew: (renewed) => opened.forEach((server) => server.setSecureContext(renewed)),
  }
}

function closeWhenSilent(session: ServerHttp2Session): void {
  session.setTimeout(IDLE_MS, () => {
    session.close()
    setTimeout(() => session.destroy(), CUT_MS).unref()
  })
}

/** The time limit of a request's body, which Node keeps for HTTP/1.1 alone. */
function cutWhenLate(stream: ServerHttp2Stream, requestMs: number): void {
  if (stream.endAfterHeaders) return
  const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestMs).unref()
  for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(late))
}

/**
 * Adds the members of a plain server that the app uses: time limits of HTTP/1.1, and `closeAllConnections`, for which
 * sockets are counted from before their handshake.
 */
function likePlain(server: Http2SecureServer, requestMs: number): Server {
  const sockets = new Set<Socket>()
  const byAddress = createPlaces(MAX_CONNECTIONS)
  function count(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', (socket: Socket) => {
    const leave = byAddress(socket.remoteAddress ?? '')
    // Before the handshake, which is what costs.
    if (leave === null) socket.destroy()
    else {
      socket.once('close', leave)
      count(socket)
    }
  })
  server.on('secureConnection', count)
  return Object.assign(server, {
    requestTimeout: requestMs,
    keepAliveTimeout: IDLE_MS,
    closeAllConnections: () => sockets.forEach((socket) => socket.destroy()),
  }) as unknown as Server
}
