import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import type { Server as SocketServer } from 'ws'
import { CLOSE, LIVE_PROTOCOL, LIVE_PROTOCOLS_PAST } from '../../contract/constants.ts'
import type { Allowance as Refusals } from '../store/allowances.ts'
import { TokenBuckets } from '../auth/token-buckets.ts'
import { createTurns, TooBusy } from '../work/turns.ts'
import { sameView } from '../../domain/redact.ts'
import { COMMON, COMMON_HEADERS } from '../http/common-headers.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import { Counter, Gauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import type { Visiting } from '../room/attendance.ts'
import type { RoomService } from '../room/rooms.ts'
import type { Timers } from '../room/timers.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { originOf } from './address.ts'
import type { Proxies } from './address.ts'
import { Admitted } from './admitted.ts'
import { Allowance } from './allowance.ts'
import { Connection, echoOf, LiveSocket } from './connection.ts'
import type { ConnectionHost, Reason, WireSocket } from './connection.ts'
import { Channel, RESUME_MOST } from './channel.ts'
import { PollWire, refuse, StreamWire } from './http-wire.ts'
import { Pauses } from './pauses.ts'
import { sendAway } from './send-away.ts'
import { SEND_QUEUE_LIMITS } from './send-queue.ts'
import type { SendQueueLimits, Sink } from './send-queue.ts'
import type { Holder, LiveTokens } from './ports.ts'
import { askedOf, carriedOf, isLive, turnedAway } from './request.ts'
import type { HttpRequest, SocketRequest, TurnedAway } from './request.ts'
import { lookAtTokens } from './token-rounds.ts'
import { Turns } from './turns.ts'
import type { Mark } from './wire.ts'

/** A heartbeat has some sixty bytes. */
const FRAME_MOST = 4_096
/**
 * Connections of one account in one session. Beyond that the longest silent one is closed: likely the remains of a bad
 * link.
 */
const OF_AN_ACCOUNT = 10
/** Share of the places that onlookers may take: the rest is for buyers, sellers, host and operators. */
const ONLOOKERS_SHARE = 0.9
/**
 * Sockets beyond the places: those that are being looked up, or told that the node is full. Further ones are refused
 * before the handshake, which spares the node a socket and lets a load balancer try another node.
 */
const IN_THE_DOOR = 500
/** When a refused client may come back, in seconds. */
const RETRY_AFTER = 5
/** Refusals allowed per address: a client with an ended token tries a few times, then signs in. */
const REFUSED: Refusals = { most: 60, oneEveryMs: 1_000 }
/** Concurrent token look-ups for addresses beyond their allowance. */
const LOOKED_UP_AT_ONCE = 4
const ADDRESSES_KEPT = 20_000
/** Concurrent token look-ups per address: of many that come at once, later ones are judged by earlier results. */
const CHECKED_AT_ONCE = 20
const SECOND_MS = 1_000
const HALL_KEPT_MS = 30_000
const CUT_MS = 2_000
/** Frames that come soon after the first share its answer to a poll: a busy room would ask for one each otherwise. */
const GATHER_MS = 200
/** Frames of one moment are written one after the other. */
const TOGETHER_MS = 20
/** Longest wait of a poll; ticks answer sooner. */
const POLL_MS = 25_000
/** An answer that takes longer to leave is cut. */
const ANSWER_MS = 120_000

export interface LiveDeps {
  readonly rooms: RoomService
  readonly tokens: LiveTokens
  readonly mark: Mark
  readonly clock: Clock
  readonly timers: Timers
  readonly logger: Logger
  /** Absent or `null`: bids are not traced. */
  readonly tracing?: Tracing | null
  readonly limits?: Partial<SendQueueLimits & { readonly resumeMost: number }>
  /** Places for live connections, of which the last tenth is kept for those who take part; omitted: no limit. */
  readonly connections?: number
  /** Trusted proxies in front, which report the browser's host and address. */
  readonly proxies?: Proxies
  /** The reason to refuse a connection's host name or proxy; `null`: accepted. */
  readonly misdirected?: (request: IncomingMessage) => string | null
}

export interface Live {
  readonly metrics: readonly Metric[]
  /** Serves a socket whose handshake is done. */
  enter(ws: WireSocket, socket: Sink, request: IncomingMessage): Promise<void>
  /**
   * Serves the frames over HTTP: `GET …/live/stream`, `GET …/live/poll`, `POST …/live/beat`. `false`: another request,
   * which is left unanswered.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Ends all connections, within 8 s, with a reason that makes clients resume elsewhere. */
  close(): Promise<void>
}

const refusal = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...COMMON_HEADERS, ...headers, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n')

const TOO_MANY: TurnedAway = { close: 'tooMany', reason: 'call.too_many' }

interface Found {
  readonly asked: SocketRequest
  readonly channel: Channel
  readonly holder: Holder
}

/** What the keys of an account's visits to a session begin with. */
const visitsOf = (timelineId: string, account: string): string => `${timelineId}\n${account}\n`
const visitOf = ({ asked, holder }: Found, id: string): string => visitsOf(asked.timelineId, holder.account) + id

/** Serves the live connection (design §4) on an HTTP server. */
export function attachLive(server: Server, deps: LiveDeps): Live {
  return new Entrance(server, deps)
}

class Entrance implements Live {
  readonly #server: Server
  readonly #deps: LiveDeps
  readonly #sockets: SocketServer<typeof LiveSocket>
  readonly #host: ConnectionHost<Admitted>
  readonly #connections = new Set<Connection<Admitted>>()
  readonly #admitted = new Set<Admitted>()
  readonly #channels = new Map<string, Promise<Channel>>()
  readonly #refused: TokenBuckets
  /** Visits between two polls, and those whose frames come from another node. */
  readonly #pauses: Pauses
  /** Streamed answers, by the client's name for its visit. */
  readonly #streams = new Map<string, Admitted>()
  readonly #checks = new Turns(CHECKED_AT_ONCE)
  readonly #unknown = createTurns(LOOKED_UP_AT_ONCE)
  readonly #cancel: () => void
  #closed = false
  /** Called when the last connection has ended. */
  #emptied: (() => void) | null = null
  readonly #welcomes = new Counter(
    'live_welcomes_total',
    'Connections welcomed: with what they missed, or with a snapshot.',
    'kind',
  )
  readonly #closes = new Counter('live_closes_total', 'Connections this node has ended, by reason.', 'reason')
  readonly #lost = new Counter('live_lost_total', 'Connections that ended from the other side.')
  readonly metrics: readonly Metric[] = [
    this.#welcomes,
    this.#closes,
    this.#lost,
    new Gauge('live_connections', 'Open live connections.', () => this.#connections.size),
    new Gauge('live_seats', 'Live connections that were admitted to a room.', () => this.#admitted.size),
    new Gauge('live_seats_most', 'Live connections that this node admits (LIVE_CONNECTIONS).', () => this.#places),
  ]

  constructor(server: Server, deps: LiveDeps) {
    this.#server = server
    this.#deps = deps
    this.#host = {
      clock: deps.clock,
      now: () => deps.clock.now(),
      after: (ms, run) => deps.timers.after(ms, run),
      limits: { ...SEND_QUEUE_LIMITS, ...deps.limits },
      heard: ({ admitted }, delay) => admitted && this.#heard(admitted, delay),
      closing: (reason) => this.#closes.add(1, reason),
      ended: (connection, reason) => this.#ended(connection, reason),
    }
    this.#sockets = new WebSocketServer({
      WebSocket: LiveSocket,
      noServer: true,
      maxPayload: FRAME_MOST,
      clientTracking: false,
      // A page of an older release is let in to be told that it is outdated: a refused handshake would not tell the
      // page why.
      handleProtocols: (protocols) =>
        [LIVE_PROTOCOL, ...LIVE_PROTOCOLS_PAST].find((known) => protocols.has(known)) ?? false,
      // Long frames are compressed here, once for all (frame.ts); `ws` only negotiates it and reads compressed client
      // frames.
      perMessageDeflate: {
        serverNoContextTakeover: true,
        clientNoContextTakeover: true,
        zlibInflateOptions: { chunkSize: 1_024 },
      },
    })
    this.#pauses = new Pauses(() => deps.clock.now())
    this.#refused = new TokenBuckets(REFUSED, () => deps.clock.now(), ADDRESSES_KEPT)
    this.#cancel = deps.timers.every(SECOND_MS, () => this.#second())
    server.on('upgrade', this.#upgrade)
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (this.#deps.misdirected && this.#deps.misdirected(request) !== null) {
      socket.end(refusal('421 Misdirected Request'))
    } else if (isLive(request) && this.#connections.size >= this.#places + IN_THE_DOOR) {
      this.#closes.add(1, 'full')
      socket.end(refusal('503 Service Unavailable', `Retry-After: ${RETRY_AFTER}`))
    } else if (isLive(request) && this.#isEmptyHanded(request)) {
      this.#closes.add(1, 'tooMany')
      socket.end(refusal('429 Too Many Requests', `Retry-After: ${RETRY_AFTER}`))
    } else if (isLive(request)) {
      this.#sockets.handleUpgrade(request, socket, head, (ws) => {
        this.enter(ws, socket, request).catch((error: unknown) =>
          this.#deps.logger.error({ err: error }, 'a live connection failed'),
        )
      })
    } else if (this.#server.listenerCount('upgrade') === 1) {
      socket.end(refusal('404 Not Found'))
    }
  }

  /** Without a token, from an address that used up its refusals: it gets no socket, which others could need. */
  #isEmptyHanded(request: IncomingMessage): boolean {
    const { proxies = false } = this.#deps
    return 'close' in askedOf(request, proxies !== false) && this.#refused.waitOf(originOf(request, proxies)) > 0
  }

  async enter(ws: WireSocket, socket: Sink, request: IncomingMessage): Promise<void> {
    const connection = new Connection(ws, socket, this.#host)
    this.#connections.add(connection)
    const { proxies = false } = this.#deps
    const origin = originOf(request, proxies)
    const asked = askedOf(request, proxies !== false)
    const found = 'close' in asked ? this.#counted(asked, origin) : await this.#inTurn(asked, origin)
    if ('close' in found) return connection.close(found.close, found.reason)
    if (!connection.open) return
    if (!this.#hasPlace(found.holder)) return connection.close('full', 'full')
    const admitted = this.#seat(found, connection)
    this.#heard(admitted, null)
    const { kind } = await found.channel.join(admitted, found.asked.has)
    this.#welcomes.add(1, kind)
  }

  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { proxies = false } = this.#deps
    const asked = carriedOf(request, proxies !== false)
    if (asked === null) return false
    this.#serve(asked, request, response).catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'a live connection over HTTP failed')
      response.destroy()
    })
    return true
  }

  async #serve(asked: HttpRequest | TurnedAway, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = originOf(request, this.#deps.proxies ?? false)
    if ('close' in asked) {
      const { close, reason } = this.#counted(asked, origin)
      return refuse(response, CLOSE[close], reason)
    }
    if (asked.carrier === 'beat') return this.#beat(asked, origin, response)
    if (this.#closed) return refuse(response, CLOSE.restart, 'restart')
    if (this.#connections.size >= this.#places + IN_THE_DOOR) {
      this.#closes.add(1, 'full')
      return refuse(response, CLOSE.full, 'full')
    }
    if (asked.carrier === 'stream') return this.#stream(asked, origin, response)
    return this.#poll(asked, origin, { request, response })
  }

  async #stream(asked: HttpRequest, origin: string, response: ServerResponse): Promise<void> {
    const wire = new StreamWire(response)
    const admitted = await this.#admitOverHttp(asked, origin, wire)
    if (admitted === null) return
    this.#streams.set(asked.id, admitted)
    const { kind } = await admitted.channel.join(admitted, asked.has)
    this.#welcomes.add(1, kind)
  }

  /** Answers at once if the client missed something, and else with the next frames, a tick at the latest. */
  async #poll(
    asked: HttpRequest,
    origin: string,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): Promise<void> {
    const { clock, timers } = this.#deps
    const arrived = clock.now()
    let waits = false
    const wire = new PollWire(request, response, () => {
      if (!waits) return
      waits = false
      timers.after(Math.max(TOGETHER_MS, arrived + GATHER_MS - clock.now()), answer)
    })
    const admitted = await this.#admitOverHttp(asked, origin, wire)
    if (admitted === null) return
    function answer(): void {
      wire.connection?.answered()
    }
    // The time that the answer was held is no part of the round trip.
    const { t } = asked.beat
    wire.echo = () => {
      const now = clock.now()
      return echoOf({ ...asked.beat, ...(t !== undefined && { t: t + (now - arrived) }) }, now)
    }
    const { kind, news } = await admitted.channel.join(admitted, asked.has)
    if (news || !asked.waits) {
      this.#welcomes.add(1, kind)
      answer()
    } else {
      waits = true
      const cancel = timers.after(POLL_MS, answer)
      response.once('close', cancel)
    }
    const cut = timers.after(ANSWER_MS, () => response.destroy())
    response.once('close', cut)
  }

  /** Seats a client whose frames come over HTTP; `null`: it was turned away, or has left. */
  async #admitOverHttp(asked: HttpRequest, origin: string, wire: StreamWire | PollWire): Promise<Admitted | null> {
    const connection: Connection<Admitted> = new Connection(wire, wire, this.#host)
    this.#connections.add(connection)
    const found = await this.#inTurn(asked, origin)
    if ('close' in found) connection.close(found.close, found.reason)
    if ('close' in found || !connection.open) return null
    const key = visitOf(found, asked.id)
    const before = this.#pauses.take(key)
    const allowance = before?.allowance ?? new Allowance(this.#deps.clock.now())
    const isTooMany = !allowance.take(this.#deps.clock.now())
    if (isTooMany || (before === null && !this.#hasPlace(found.holder))) {
      before?.visiting.leave()
      if (isTooMany) connection.close('tooMany', 'call.too_many')
      else connection.close('full', 'full')
      return null
    }
    wire.begin()
    const admitted = this.#seat(found, connection, before?.visiting ?? null)
    admitted.visit = { key, id: asked.id, allowance }
    // A poll's connection is too short for the rounds that check tokens: they go by the visit.
    admitted.checkedAt = before !== null && before.token === asked.token ? before.checkedAt : 0
    this.#heard(admitted, asked.beat.delay ?? null)
    return admitted
  }

  /** A heartbeat beside a streamed answer, which may come from another node. */
  async #beat(asked: HttpRequest, origin: string, response: ServerResponse): Promise<void> {
    const known = this.#streams.get(asked.id)
    const isOurs = known !== undefined && known.token === asked.token && known.channel.id === asked.timelineId
    const seat = isOurs ? known : await this.#seatOf(asked, origin)
    if ('close' in seat) return refuse(response, CLOSE[seat.close], seat.reason)
    if (seat instanceof Admitted && !seat.connection.beat(asked.beat))
      return refuse(response, CLOSE.tooMany, 'call.too_many')
    const body = echoOf(asked.beat, this.#deps.clock.now())
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...COMMON,
    })
    response.end(body)
  }

  async #seatOf(asked: HttpRequest, origin: string): Promise<Admitted | Found | TurnedAway> {
    const found = await this.#inTurn(asked, origin)
    if ('close' in found) return found
    const key = visitOf(found, asked.id)
    const seat = this.#streams.get(asked.id)
    if (seat?.visit?.key === key) return seat
    const { channel, holder } = found
    const now = this.#deps.clock.now()
    const before = this.#pauses.take(key)
    const allowance = before?.allowance ?? new Allowance(now)
    const visiting =
      before?.visiting ?? channel.watched.enter({ ...holder, source: asked.source, end: () => undefined })
    this.#pauses.keep(key, { visiting, allowance, token: asked.token, checkedAt: 0 })
    if (!allowance.take(now)) return TOO_MANY
    visiting.seen(now, asked.beat.delay ?? null)
    if (holder.viewer.identity === 'buyer') channel.watched.seen(holder.viewer.number, now)
    return found
  }

  get #places(): number {
    return this.#deps.connections ?? Number.POSITIVE_INFINITY
  }

  #hasPlace({ viewer }: Holder): boolean {
    const share = viewer.identity === 'audience' ? ONLOOKERS_SHARE : 1
    return this.#admitted.size + this.#pauses.size < Math.floor(this.#places * share)
  }

  /** Counts a refusal for its address; beyond the allowance the answer is only that there are too many. */
  #counted<T extends object>(found: T | TurnedAway, origin: string): T | TurnedAway {
    if (!('close' in found) || found.close === 'restart') return found
    const isTooMany = this.#refused.waitOf(origin) > 0
    this.#refused.take(origin)
    return isTooMany ? TOO_MANY : found
  }

  /**
   * Looks up a few tokens of an address at a time, so that many that come at once are judged by earlier results. An
   * address that keeps sending invalid tokens waits in a short line; a valid one behind it is still let in.
   */
  async #inTurn(asked: SocketRequest, origin: string): Promise<Found | TurnedAway> {
    const judge = async () => this.#counted(await this.#admit(asked), origin)
    const found = await this.#checks.take(origin, async () => (this.#refused.waitOf(origin) === 0 ? judge() : null))
    if (found !== null) return found
    try {
      return await this.#unknown({ unknown: origin }, judge)
    } catch (error) {
      if (error instanceof TooBusy) return TOO_MANY
      throw error
    }
  }

  #ended(connection: Connection<Admitted>, reason: Reason | null): void {
    this.#connections.delete(connection)
    if (reason === null) this.#lost.add()
    if (connection.admitted) this.#left(connection.admitted, reason)
    if (this.#connections.size === 0) this.#emptied?.()
  }

  async #admit(asked: SocketRequest): Promise<Found | TurnedAway> {
    try {
      const holder = await this.#deps.tokens.holderOf(asked.token, this.#deps.clock.now())
      if ('reason' in holder) return turnedAway(holder.reason)
      if (holder.timelineId !== asked.timelineId) return turnedAway('auth.wrong_session')
      const channel = await this.#channel(asked.timelineId)
      return channel.shown.state.seq === 0 ? turnedAway('session.not_found') : { asked, channel, holder }
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'a live connection could not be admitted')
      return { close: 'restart', reason: 'system.unavailable' }
    }
  }

  #channel(timelineId: string): Promise<Channel> {
    const known = this.#channels.get(timelineId)
    if (known) return known
    const opened = Channel.open(timelineId, this.#deps.rooms, {
      ...this.#deps,
      resumeMost: this.#deps.limits?.resumeMost ?? RESUME_MOST,
    })
    this.#channels.set(timelineId, opened)
    opened.catch(() => this.#channels.delete(timelineId))
    return opened
  }

  #seat(
    { channel, holder, asked }: Found,
    connection: Connection<Admitted>,
    visiting: Visiting | null = null,
  ): Admitted {
    this.#makeRoom(channel, holder.account)
    const admitted = new Admitted(channel, holder, connection, asked, this.#deps.clock.now(), visiting)
    connection.admitted = admitted
    this.#admitted.add(admitted)
    return admitted
  }

  #makeRoom(channel: Channel, account: string): void {
    const own = [...this.#admitted].filter(
      (one) => one.channel === channel && one.account === account && one.connection.open,
    )
    if (own.length < OF_AN_ACCOUNT) return
    const [silent] = own.sort((a, b) => a.lastHeard - b.lastHeard)
    silent?.connection.close('replaced', 'replaced')
  }

  #heard(admitted: Admitted, delay: number | null): void {
    const now = this.#deps.clock.now()
    admitted.lastHeard = now
    admitted.visiting.seen(now, delay)
    if (admitted.viewer.identity === 'buyer') admitted.channel.watched.seen(admitted.viewer.number, now)
  }

  #left(admitted: Admitted, reason: Reason | null): void {
    const { channel, viewer, visit, visiting, token, checkedAt } = admitted
    this.#admitted.delete(admitted)
    channel.leave(admitted)
    if (visit && this.#streams.get(visit.id) === admitted) this.#streams.delete(visit.id)
    if (visit && reason === 'polled')
      return this.#pauses.keep(visit.key, { visiting, allowance: visit.allowance, token, checkedAt })
    visiting.leave()
    if (reason !== null || viewer.identity !== 'buyer') return
    const others =
      this.#pauses.has(visitsOf(channel.id, admitted.account)) ||
      [...this.#admitted].some((one) => one.channel === channel && sameView(one.viewer, viewer) && one.connection.open)
    if (!others) channel.watched.gone(viewer.number, this.#deps.clock.now())
  }

  #second(): void {
    const { clock } = this.#deps
    for (const [timelineId, opened] of this.#channels) {
      opened
        .then((channel) => {
          if (
            channel.emptySince === null ||
            clock.now() - channel.emptySince < HALL_KEPT_MS ||
            this.#channels.get(timelineId) !== opened
          )
            return
          this.#channels.delete(timelineId)
          channel.close()
        })
        .catch(() => this.#channels.delete(timelineId))
    }
    this.#pauses.sweep()
    lookAtTokens(this.#admitted, this.#deps)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#server.off('upgrade', this.#upgrade)
    this.#cancel()
    const ended = new Promise<void>((resolve) => {
      this.#emptied = resolve
    })
    if (this.#connections.size === 0) this.#emptied?.()
    await sendAway(this.#connections, wait)
    // A client that does not answer the close must not delay the server's stop.
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), CUT_MS)
    await ended
    clearTimeout(cut)
    for (const opened of this.#channels.values()) await opened.then((channel) => channel.close()).catch(() => undefined)
    this.#channels.clear()
    await new Promise<void>((resolve) => this.#sockets.close(() => resolve()))
  }
}
