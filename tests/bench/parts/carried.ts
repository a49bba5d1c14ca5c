import { Agent, request as ask } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { LIVE_POLL_PATH, LIVE_PROTOCOL, LIVE_STREAM_PATH } from '../../../src/contract/constants.ts'
import { rawSocket } from '../../support/room/live.ts'
import { serve } from './rpc.ts'

/** Watchers by one carrier, which count the bytes of their connections, headers included. */
export type Carrier = 'socket' | 'stream' | 'poll'
const AT_ONCE = 50
/** As the room's client leaves between two polls. */
const PAUSE_MS = 300

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const sockets = new Set<Socket>()

interface Door {
  readonly port: number
  readonly timelineId: string
}
interface Frame {
  readonly sendType: string
  readonly epoch?: string
  readonly seq?: number
  readonly mark?: string
  readonly events?: readonly { readonly seq: number }[]
}

function get(path: string, { port, timelineId }: Door, token: string, more: Record<string, string>) {
  const query = new URLSearchParams({ scheduleTimelineId: timelineId, protocol: LIVE_PROTOCOL, ...more })
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    ask({ agent, port, host: '127.0.0.1', path: `${path}?${query}`, headers }, resolve)
      .on('socket', (socket) => sockets.add(socket))
      .on('error', reject)
      .end()
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: string[] = []
  for await (const piece of answer.setEncoding('utf8')) pieces.push(String(piece))
  return pieces.join('')
}

async function poll(door: Door, token: string, id: string): Promise<void> {
  let place: Record<string, string> = {}
  const once = async (more: Record<string, string>): Promise<void> => {
    const text = await textOf(await get(LIVE_POLL_PATH, door, token, { id, ...place, ...more }))
    for (const line of text.split('\n\n')) {
      if (!line.startsWith('data: ')) continue
      const frame = JSON.parse(line.slice('data: '.length)) as Frame
      if (frame.sendType !== '2' && frame.sendType !== '3') continue
      const seq = frame.seq ?? frame.events?.at(-1)?.seq
      place = {
        ...place,
        ...(frame.epoch !== undefined && { epoch: frame.epoch }),
        ...(seq !== undefined && { seq: String(seq) }),
        ...(frame.mark !== undefined && { mark: frame.mark }),
      }
    }
  }
  await once({ wait: '0' })
  const goOn = async (): Promise<void> => {
    for (;;) {
      const began = performance.now()
      await once({})
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE_MS - (performance.now() - began))))
    }
  }
  goOn().catch(() => process.exit(1))
}

async function come(carrier: Carrier, door: Door, token: string, id: string): Promise<void> {
  if (carrier === 'poll') return poll(door, token, id)
  if (carrier === 'socket') {
    const socket = await rawSocket(door.port, { token, timelineId: door.timelineId })
    sockets.add(socket)
    await new Promise<void>((resolve) => socket.once('data', () => resolve()))
    socket.on('error', () => process.exit(1)).resume()
    return
  }
  const answer = await get(LIVE_STREAM_PATH, door, token, { id })
  answer.on('error', () => process.exit(1)).resume()
}

const doings = {
  async come(carrier: Carrier, door: Door, tokens: readonly string[]): Promise<void> {
    for (let i = 0; i < tokens.length; i += AT_ONCE)
      await Promise.all(
        tokens
          .slice(i, i + AT_ONCE)
          .map((token, j) => come(carrier, door, token, `watcher${String(i + j).padStart(6, '0')}`)),
      )
  },
  /** Bytes of all connections so far, both ways. */
  bytes: (): number => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
}
export type Carried = typeof doings
process.on('disconnect', () => process.exit(0))
serve(doings)
