import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../../src/contract/constants.ts'
import { wholeFrame } from '../../../src/contract/short.ts'
import { ServerFrame } from '../../../src/contract/live.ts'
import type { ServerFrame as Frame } from '../../../src/contract/live.ts'
import type { Viewer } from '../../../src/domain/redact.ts'
import { quiet } from '../../../src/server/logger.ts'
import type { Clock } from '../../../src/server/ports.ts'
import type { RoomService } from '../../../src/server/room/rooms.ts'
import type { Timers } from '../../../src/server/room/timers.ts'
import { attachLive } from '../../../src/server/socket/live.ts'
import type { Live, LiveDeps } from '../../../src/server/socket/live.ts'
import type { Holder, LiveTokens } from '../../../src/server/socket/ports.ts'
import { signerOf } from '../../../src/server/receipt.ts'
import { until } from './fake-time.ts'
import { KEY } from './sale.ts'

/** Tokens as a test deals them out. */
class DealtTokens implements LiveTokens {
  readonly #holders = new Map<string, Holder>()
  /** Tokens past half of their life, and their replacements. */
  readonly renewals = new Map<string, { access_token: string; expires_in: number }>()

  deal(timelineId: string, viewer: Viewer, account: string, clock: Clock): string {
    const token = randomBytes(32).toString('base64url')
    this.#holders.set(token, { account, timelineId, viewer, loginTime: clock.now() })
    return token
  }

  end(token: string): void {
    this.#holders.delete(token)
  }

  async holderOf(token: string): Promise<Holder | { reason: 'auth.token_invalid' }> {
    return this.#holders.get(token) ?? { reason: 'auth.token_invalid' }
  }

  async renew(token: string) {
    return this.renewals.get(token) ?? null
  }
}

export interface LiveServer {
  readonly port: number
  readonly live: Live
  readonly tokens: DealtTokens
  stop(): Promise<void>
}

export async function liveServer(
  rooms: RoomService,
  time: Clock & Timers,
  limits: LiveDeps['limits'] = {},
  connections?: number,
): Promise<LiveServer> {
  const server = createServer((request, response) => {
    if (!live.serve(request, response)) response.writeHead(404).end()
  })
  const tokens = new DealtTokens()
  const live = attachLive(server, {
    rooms,
    tokens,
    clock: time,
    timers: time,
    logger: quiet,
    limits,
    ...(connections !== undefined && { connections }),
    mark: signerOf(KEY).mark,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    live,
    tokens,
    async stop() {
      await live.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Connecting {
  readonly token?: string
  readonly timelineId: string
  readonly has?: { readonly epoch: string; readonly seq: number; readonly privy?: number; readonly mark?: string }
  readonly protocols?: readonly string[]
  readonly origin?: string
  readonly deflate?: boolean
  /** Answers ticks, as the room's own client does. */
  readonly answers?: boolean
}

type Of<T extends Frame['sendType']> = Extract<Frame, { sendType: T }>

/** A client that stores all it receives, as bytes and as frames; every frame must match the contract. */
export class LiveClient {
  readonly ws: WebSocket
  readonly texts: string[] = []
  readonly frames: Frame[] = []
  closed: { readonly code: number; readonly reason: string } | null = null
  #socket: Socket | null = null

  constructor(
    port: number,
    { token, timelineId, has, protocols, origin, deflate = false, answers = false }: Connecting,
  ) {
    const query = new URLSearchParams({
      scheduleTimelineId: timelineId,
      ...(has && { epoch: has.epoch, seq: String(has.seq) }),
      ...(has?.privy && { privy: String(has.privy) }),
      ...(has?.mark && { mark: has.mark }),
    })
    const offered = protocols ?? [LIVE_PROTOCOL, ...(token === undefined ? [] : [`${BEARER_PREFIX}${token}`])]
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}?${query}`, [...offered], {
      ...(origin && { origin }),
      perMessageDeflate: deflate,
    })
    this.ws.on('upgrade', ({ socket }) => {
      this.#socket = socket
    })
    this.ws.on('message', (data) => {
      const text = (data as Buffer).toString('utf8')
      this.texts.push(text)
      const frame = ServerFrame.parse(wholeFrame(JSON.parse(text), timelineId))
      this.frames.push(frame)
      if (answers && frame.sendType === '6') this.beat({ seq: frame.seq })
    })
    this.ws.on('error', () => undefined)
    this.ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
    })
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0
  }

  all<T extends Frame['sendType']>(sendType: T): Of<T>[] {
    return this.frames.filter((frame): frame is Of<T> => frame.sendType === sendType)
  }

  async first<T extends Frame['sendType']>(sendType: T): Promise<Of<T>> {
    return until(() => this.all(sendType)[0])
  }

  welcome(): Promise<Of<'2'>> {
    return this.first('2')
  }

  /** All received log events in sequence: the welcome's and the later ones. */
  get events() {
    return this.frames.flatMap((frame) =>
      frame.sendType === '3' ? frame.events : frame.sendType === '2' && frame.recovered ? frame.events : [],
    )
  }

  get seq(): number {
    return Math.max(-1, ...[...this.all('2'), ...this.all('6'), ...this.events].map(({ seq }) => seq))
  }

  /** Its position, as it would send it to resume. */
  get place(): { readonly epoch: string; readonly seq: number; readonly privy: number; readonly mark: string } {
    const told = this.frames.flatMap((frame) => (frame.sendType === '2' || frame.sendType === '3' ? [frame] : []))
    const [welcome] = this.all('2')
    const last = told.at(-1)
    if (welcome === undefined || last?.mark === undefined) throw new Error('not welcomed')
    const seq = last.sendType === '2' ? last.seq : (last.events.at(-1)?.seq ?? 0)
    return { epoch: welcome.epoch, seq, privy: last.privy ?? 0, mark: last.mark }
  }

  beat(more: object = {}): void {
    this.ws.send(JSON.stringify({ sendType: '1', ...more }))
  }

  /** Sends a heartbeat and waits for its answer: the server has heard it. */
  async answered(): Promise<void> {
    const before = this.all('1').length
    this.beat()
    await until(() => this.all('1').length > before || this.closed)
  }

  /** Waits until all bytes written by the server have arrived. The server does not count a ping as a sign of life. */
  async hasAll(): Promise<void> {
    const pong = new Promise((resolve) => this.ws.once('pong', resolve))
    this.ws.ping()
    await pong
  }

  async end(): Promise<void> {
    this.ws.close(1000)
    await until(() => this.closed)
  }

  /** Stops reading while the socket stays open, like a client in a tunnel. */
  stopReading(): void {
    this.ws.pause()
  }
}

/** A socket after its handshake, for handmade bytes. */
export async function rawSocket(
  port: number,
  { token, timelineId, has }: { token: string; timelineId: string; has?: { epoch: string; seq: number; mark: string } },
): Promise<Socket> {
  const since = has === undefined ? '' : `&epoch=${has.epoch}&seq=${has.seq}&mark=${has.mark}`
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(
    [
      `GET ${LIVE_PATH}?scheduleTimelineId=${timelineId}${since} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Sec-WebSocket-Protocol: ${LIVE_PROTOCOL}, ${BEARER_PREFIX}${token}`,
      '',
      '',
    ].join('\r\n'),
  )
  return socket
}
