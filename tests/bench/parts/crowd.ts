import type { Socket } from 'node:net'
import { rawSocket } from '../../support/room/live.ts'
import { quantile, sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** Watchers that read and record arrival times. */
const EVENTS = Buffer.from('"sendType":"3"')
const AT_ONCE = 50

const sockets: Socket[] = []
let arrivals: number[][] = []
let count = 0
let last: Buffer = Buffer.alloc(0)
let enough: { readonly count: number; readonly resolve: () => void } | null = null

async function come(port: number, timelineId: string, token: string, reads: boolean): Promise<void> {
  const socket = await rawSocket(port, { token, timelineId })
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  const place = sockets.push(socket) - 1
  if (!reads) {
    socket.on('error', () => process.exit(1)).pause()
    return
  }
  socket
    .on('error', () => process.exit(1))
    .on('data', (bytes) => {
      const at = sharedMs()
      if (!bytes.includes(EVENTS)) return
      ;(arrivals[place] ??= []).push(at)
      last = bytes
      count += 1
      if (enough !== null && count >= enough.count) enough.resolve()
    })
}

const doings = {
  /** `readers`: only every so many reads; what the others are sent waits in their socket's buffer. */
  async come(port: number, timelineId: string, tokens: readonly string[], readers = 1): Promise<void> {
    for (let i = 0; i < tokens.length; i += AT_ONCE)
      await Promise.all(
        tokens.slice(i, i + AT_ONCE).map((token, j) => come(port, timelineId, token, (i + j) % readers === 0)),
      )
  },
  forget(): void {
    arrivals = []
    count = 0
  },
  /** Resolves when so many event frames have arrived in all. */
  async has(frames: number): Promise<void> {
    if (count >= frames) return
    await new Promise<void>((resolve) => {
      enough = { count: frames, resolve }
    })
    enough = null
  },
  /** By watcher, then by event: when it arrived. */
  arrivals: (): number[][] => arrivals,
  /** Quantile over all watchers of the time from each event's beginning to its arrival. */
  late: (begun: readonly number[], q: number): number =>
    quantile(
      arrivals.flatMap((times) => times.map((at, event) => at - (begun[event] ?? Number.NaN))),
      q,
    ),
  /** Bytes of the last frame, base64. */
  last: (): string => last.toString('base64'),
  leave(): void {
    for (const socket of sockets.splice(0))
      socket
        .removeAllListeners('error')
        .on('error', () => undefined)
        .destroy()
  },
}
export type Crowd = typeof doings
process.on('disconnect', () => process.exit(0))
serve(doings)
