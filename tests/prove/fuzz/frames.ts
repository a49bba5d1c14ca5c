import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../../src/contract/constants.ts'
import { noise, pick } from './junk.ts'
import type { Random } from './junk.ts'
import type { Ground } from './malformed.ts'

interface Handshake {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}
interface BadLive {
  readonly what: string
  readonly handshake: Handshake
  /** Sent once the room has said welcome; none: the handshake itself is wrong. */
  readonly bytes: Buffer | null
}
export type Ended = { readonly status: number } | { readonly close: number | null; readonly reason: string }

const TEXT = 1
const BINARY = 2
const CLOSE = 8
const PING = 9

/** A frame as a client sends it; `flags` are FIN and the reserved bits. */
function frame(
  opcode: number,
  payload: Buffer,
  { flags = 0x80, masked = true }: { flags?: number; masked?: boolean } = {},
): Buffer {
  const mask = masked ? randomBytes(4) : Buffer.alloc(0)
  const bit = masked ? 0x80 : 0
  const length =
    payload.length < 126
      ? Buffer.from([bit | payload.length])
      : payload.length < 65_536
        ? Buffer.from([bit | 126, payload.length >> 8, payload.length & 255])
        : long(bit, payload.length)
  const body = masked ? Buffer.from(payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0))) : payload
  return Buffer.concat([Buffer.from([flags | opcode]), length, mask, body])
}

function long(bit: number, length: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = bit | 127
  bytes.writeBigUInt64BE(BigInt(length), 1)
  return bytes
}

const text = (value: unknown): Buffer =>
  frame(TEXT, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))

export function badLive(ground: Ground): BadLive {
  const { random, session, other, endedToken } = ground
  const buyer = pick(random, session.bidders)
  const good = shake(session.id, buyer.venueToken)
  if (random() < 0.4) {
    const [what, handshake] = pick<readonly [string, Handshake]>(random, [
      ['no subprotocol', without(good, 'sec-websocket-protocol')],
      ['another subprotocol', { ...good, headers: { ...good.headers, 'sec-websocket-protocol': 'venue.v0, chat' } }],
      ['a subprotocol of noise', { ...good, headers: { ...good.headers, 'sec-websocket-protocol': 'venue.v1,,;=' } }],
      ['no token', { ...good, headers: { ...good.headers, 'sec-websocket-protocol': LIVE_PROTOCOL } }],
      ['a token of noise', shake(session.id, noise(random, 40).toString('hex'))],
      ['an ended token', shake(session.id, endedToken)],
      ['a seller token', shake(session.id, buyer.sellerToken)],
      ['another session', shake(other.id, buyer.venueToken)],
      ['no such session', shake('nowhere', buyer.venueToken)],
      ['a session of poison', shake('__proto__', buyer.venueToken)],
      ['no session', { ...good, path: LIVE_PATH }],
      ['a seq that is none', { ...good, path: `${good.path}&epoch=x&seq=-1` }],
      ['a seq of text', { ...good, path: `${good.path}&epoch=x&seq=many` }],
      ['an epoch too long', { ...good, path: `${good.path}&epoch=${'x'.repeat(200)}&seq=1` }],
      ['another site', { ...good, headers: { ...good.headers, origin: 'https://example.org' } }],
      ['an old version', { ...good, headers: { ...good.headers, 'sec-websocket-version': '7' } }],
      ['a key that is none', { ...good, headers: { ...good.headers, 'sec-websocket-key': 'short' } }],
      ['another address', { ...good, path: `${LIVE_PATH}2?scheduleTimelineId=${session.id}` }],
    ])
    return { what, handshake, bytes: null }
  }
  const [what, bytes] = badFrame(random)
  return { what, handshake: good, bytes }
}

function badFrame(random: Random): readonly [string, Buffer] {
  return pick<() => readonly [string, Buffer]>(random, [
    () => [
      'text that is no JSON',
      text(pick(random, ['', 'hello', '{', '{"sendType":"1"', 'null', '[]', '42', '"1"'])),
    ],
    () => [
      'a frame of another kind',
      text({ sendType: pick<unknown>(random, ['0', '2', '3', '5', '6', '7', 1, null, {}, '__proto__']) }),
    ],
    () => ['a mark that is no number', text({ sendType: '1', t: pick<unknown>(random, ['now', {}, [], true, null]) })],
    () => [
      'a delay that is none',
      text({ sendType: '1', delay: pick<unknown>(random, [-1, 1.5, 1e9, '5', null, []]) }),
    ],
    () => ['deep nesting', text('['.repeat(100 + Math.floor(random() * 3_900)))],
    () => ['binary', frame(BINARY, noise(random, 500))],
    () => ['too long', text({ sendType: '1', x: 'x'.repeat(4_100 + Math.floor(random() * 20_000)) })],
    () => [
      'a length beyond all',
      Buffer.concat([Buffer.from([0x81]), long(0x80, Number.MAX_SAFE_INTEGER), noise(random, 100)]),
    ],
    () => ['not masked', frame(TEXT, Buffer.from('{"sendType":"1"}'), { masked: false })],
    () => ['a reserved opcode', frame(pick(random, [3, 5, 7, 11, 15]), Buffer.from('{}'))],
    () => [
      'reserved bits',
      frame(TEXT, Buffer.from('{"sendType":"1"}'), { flags: 0x80 | pick(random, [0x10, 0x20, 0x40, 0x70]) }),
    ],
    () => ['broken UTF-8', frame(TEXT, Buffer.from([0x7b, 0xc3, 0x28, 0xff, 0x7d]))],
    () => ['a ping in pieces', frame(PING, Buffer.from('x'), { flags: 0 })],
    () => ['a ping too long', frame(PING, Buffer.alloc(126))],
    () => ['a continuation of nothing', frame(0, Buffer.from('x'))],
    () => ['a close code that is none', frame(CLOSE, Buffer.from([0, pick(random, [0, 1, 5])]))],
    () => ['a close of one byte', frame(CLOSE, Buffer.from([3]))],
    () => ['a flood', Buffer.concat(Array.from({ length: 60 }, () => text({ sendType: '1' })))],
    () => ['noise', Buffer.concat([Buffer.from([0xff]), noise(random, 300)])],
  ])()
}

const shake = (timelineId: string, token: string): Handshake => ({
  path: `${LIVE_PATH}?scheduleTimelineId=${encodeURIComponent(timelineId)}`,
  headers: {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-protocol': `${LIVE_PROTOCOL}, ${BEARER_PREFIX}${token}`,
  },
})

const without = ({ path, headers }: Handshake, name: string): Handshake => ({
  path,
  headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)),
})

const PATIENCE_MS = 20_000

/** Connects, waits for the welcome if there are bytes to send, and reports the end. */
export function converse(port: number, { handshake: { path, headers }, bytes }: BadLive): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    let got = Buffer.alloc(0)
    let sent = false
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`it did not end within ${PATIENCE_MS} ms`)))
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\n${lines}\r\n`))
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      const { frames, status } = parsed(got)
      const close = frames.find(({ opcode }) => opcode === CLOSE)
      if (close || (status !== null && status !== 101)) socket.end()
      else if (bytes && !sent && frames.some(({ payload }) => payload.toString().includes('"sendType":"2"'))) {
        sent = true
        socket.write(bytes)
      }
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    )
    socket.on('close', () => {
      const { frames, status } = parsed(got)
      if (status !== 101) return resolve({ status: status ?? 0 })
      const close = frames.find(({ opcode }) => opcode === CLOSE)?.payload
      resolve(
        close && close.length >= 2
          ? { close: close.readUInt16BE(0), reason: close.toString('utf8', 2) }
          : { close: null, reason: '' },
      )
    })
  })
}

interface Parsed {
  readonly status: number | null
  readonly frames: readonly { readonly opcode: number; readonly payload: Buffer }[]
}

/** The server's bytes: a head, then unmasked frames. */
function parsed(bytes: Buffer): Parsed {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return { status: null, frames: [] }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0)
  const frames: { opcode: number; payload: Buffer }[] = []
  for (let at = end + 4; status === 101 && at + 2 <= bytes.length;) {
    const short = (bytes[at + 1] ?? 0) & 127
    const header = short === 126 ? 4 : short === 127 ? 10 : 2
    if (at + header > bytes.length) break
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
    if (at + header + length > bytes.length) break
    frames.push({ opcode: (bytes[at] ?? 0) & 15, payload: bytes.subarray(at + header, at + header + length) })
    at += header + length
  }
  return { status, frames }
}

/** Protocol errors have codes of their own; the application's come with a reason. */
export function complaint(ended: Ended): string | null {
  if ('status' in ended) return ended.status >= 400 && ended.status < 500 ? null : `status ${ended.status}`
  if (ended.close === null) return 'no close frame'
  if ([1002, 1003, 1007, 1009].includes(ended.close)) return null
  return ended.close >= 4400 && ended.close < 4500 && ended.reason !== ''
    ? null
    : `close ${ended.close} ${ended.reason}`
}
