import { WebSocket } from 'ws'
import {
  BEARER_PREFIX,
  CLOSE,
  HEARTBEAT_MS,
  LINK_DEAD_MS,
  LIVE_PATH,
  LIVE_PROTOCOL,
} from '../../../contract/constants.ts'
import { ServerFrame } from '../../../contract/live.ts'
import type { Cancel, Timers } from '../../room/timers.ts'

const FAREWELL_MS = 2_000

export interface LinkOptions {
  readonly address: string
  readonly token: string
  readonly scheduleTimelineId: string
  /** Where to go on; `null`: from a snapshot. */
  readonly from: { readonly epoch: string; readonly seq: number } | null
  readonly timers: Timers
  readonly took: (frame: ServerFrame) => void
}

export interface Link {
  /** Resolves when it is over, however it ended. */
  readonly over: Promise<void>
  close(): void
}

/** The live connection as the protocol has it: answers ticks, beats, and gives up on silence. */
export function openLink({ address, token, scheduleTimelineId, from, timers, took }: LinkOptions): Link {
  const url = new URL(LIVE_PATH, address.replace(/^http/, 'ws'))
  url.searchParams.set('scheduleTimelineId', scheduleTimelineId)
  if (from) {
    url.searchParams.set('epoch', from.epoch)
    url.searchParams.set('seq', String(from.seq))
  }
  const socket = new WebSocket(url, [LIVE_PROTOCOL, `${BEARER_PREFIX}${token}`], { handshakeTimeout: LINK_DEAD_MS })
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const beat = () => {
    if (socket.readyState === WebSocket.OPEN) socket.send('{"sendType":"1"}')
  }
  let silence: Cancel = () => undefined
  const alive = () => {
    silence()
    silence = timers.after(LINK_DEAD_MS, () => socket.terminate())
  }
  const beating = timers.every(HEARTBEAT_MS, beat)

  socket.on('open', () => {
    alive()
    beat()
  })
  socket.on('message', (data: Buffer) => {
    alive()
    const frame = ServerFrame.safeParse(parse(data.toString()))
    if (!frame.success) return socket.close(CLOSE.badFrame)
    if (frame.data.sendType === '6') beat()
    took(frame.data)
  })
  // What went wrong shows in the close that follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    silence()
    beating()
    resolve()
  })
  return {
    over,
    close() {
      if (socket.readyState === WebSocket.CONNECTING) return socket.terminate()
      socket.close(CLOSE.normal)
      // Whoever does not answer is left without a word.
      timers.after(FAREWELL_MS, () => socket.terminate())
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
