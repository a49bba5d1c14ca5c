import type { Socket } from 'node:net'
import { rawSocket } from '../../support/room/live.ts'
import { sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** Watchers that read every frame and answer ticks as the app does. */
const AT_ONCE = 50
const EVENTS = '3'.charCodeAt(0)
const TICK = '6'.charCodeAt(0)
/** Place of the type in `{"sendType":"3"`. */
const TYPE_AT = 13
const LONG = 126

interface Tally {
  frames: number
  bytes: number
}

/** By type of frame. */
let read = new Map<string, Tally>()
let sent: Tally = { frames: 0, bytes: 0 }
/** By watcher: when each of its event frames arrived. All watchers get the same frames in the same order. */
let arrivals: number[][] = []
/** By event frame: the number of bids in it. */
let contents: number[] = []
const sockets: Socket[] = []

/** The text frame of a client (RFC 6455 §5.2). The mask is zero, which costs the server what any other does. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

function answer(socket: Socket, payload: Buffer, now: number): void {
  const seq = /"seq":(\d+)/.exec(payload.toString('latin1'))?.[1] ?? '0'
  const bytes = masked(`{"sendType":"1","t":${now.toFixed(1)},"delay":41,"seq":${seq}}`)
  sent.frames += 1
  sent.bytes += bytes.length
  socket.write(bytes)
}

function take(place: number, socket: Socket, payload: Buffer, whole: number, now: number): void {
  const type = payload[TYPE_AT] ?? 0
  const name = String.fromCharCode(type)
  const tally = read.get(name) ?? { frames: 0, bytes: 0 }
  read.set(name, { frames: tally.frames + 1, bytes: tally.bytes + whole })
  if (type === TICK) answer(socket, payload, now)
  if (type !== EVENTS) return
  const mine = (arrivals[place] ??= [])
  mine.push(now)
  if (mine.length > contents.length) contents.push([...payload.toString('latin1').matchAll(/"type":"bid"/g)].length)
}

/** Splits a server's bytes into frames, which are never masked. */
function reader(place: number, socket: Socket): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    const now = sharedMs()
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= 4) {
      const short = (rest[1] ?? 0) & 0x7f
      const head = short < LONG ? 2 : short === LONG ? 4 : 10
      const length =
        short < LONG
          ? short
          : short === LONG
            ? rest.readUInt16BE(2)
            : rest.length < 10
              ? Infinity
              : rest.readUInt32BE(6)
      if (rest.length < head + length) return
      take(place, socket, rest.subarray(head, head + length), head + length, now)
      rest = rest.subarray(head + length)
    }
  }
}

async function come(port: number, timelineId: string, token: string): Promise<void> {
  const socket = await rawSocket(port, { token, timelineId })
  const place = sockets.push(socket) - 1
  await new Promise<void>((resolve) =>
    socket
      .on('error', () => process.exit(1))
      .once('data', (bytes: Buffer) => {
        const frames = reader(place, socket)
        // The first bytes are the handshake's answer; frames may follow it at once.
        frames(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4))
        socket.on('data', frames)
        resolve()
      }),
  )
}

const doings = {
  async come(port: number, timelineId: string, tokens: readonly string[]): Promise<void> {
    for (let i = 0; i < tokens.length; i += AT_ONCE)
      await Promise.all(tokens.slice(i, i + AT_ONCE).map((token) => come(port, timelineId, token)))
  },
  forget(): void {
    read = new Map()
    sent = { frames: 0, bytes: 0 }
    arrivals = []
    contents = []
  },
  /** Bytes are those of WebSocket frames, without TCP, IP and TLS. */
  tally: () => ({ read: Object.fromEntries(read), sent }),
  arrivals: () => ({ arrivals, contents }),
  /** Processor time, seconds. */
  cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
}
export type Audience = typeof doings
process.on('disconnect', () => process.exit(0))
serve(doings)
