import { WebSocket } from 'ws'
import { withoutBrowser } from '../../../client/ports/memory.ts'
import type { ClientPorts } from '../../../client/ports/ports.ts'
import type { Address } from '../../../client/room/address.ts'
import type { Socket, SocketEvents } from '../../../client/room/link.ts'
import { CLOSE } from '../../../contract/constants.ts'
import type { Timers } from '../../room/timers.ts'
import type { Random } from '../../seeded.ts'

export interface NodePortsOptions {
  /** The server's own: `http://127.0.0.1:8007`. */
  readonly origin: string
  readonly fetch: typeof fetch
  /** Monotonic, ms. */
  readonly now: () => number
  /** ms since 1970. */
  readonly wallNow: () => number
  readonly timers: Timers
  readonly random: Random
}

/** Ports of a client in Node: sockets of `ws`, and a program that is always in front. */
export const nodePorts = ({ origin, fetch, now, wallNow, timers, random }: NodePortsOptions): ClientPorts => ({
  ...withoutBrowser(),
  origin,
  locale: 'zh',
  fetch,
  socket: openSocket,
  clock: { now: wallNow, monotonic: now, after: (ms, run) => timers.after(ms, run) },
  random,
})

export function openSocket({ url, protocols }: Address, events: SocketEvents): Socket {
  const socket = new WebSocket(url, [...protocols])
  let left = false
  const unlessLeft = (run: () => void): void => {
    if (!left) run()
  }
  socket.on('open', () => unlessLeft(events.opened))
  socket.on('message', (data: Buffer) => unlessLeft(() => events.message(data.toString())))
  // A connection that is given up before it opened reports that as an error.
  socket.on('error', () => unlessLeft(events.errored))
  socket.on('close', (code) => unlessLeft(() => events.closed(code)))
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      left = true
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
      else socket.close(CLOSE.normal)
    },
  }
}
