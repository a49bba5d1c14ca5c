import { WebSocket } from 'ws'
import type { Address } from '../../../client/room/address.ts'
import type { LinkPorts, Socket, SocketEvents } from '../../../client/room/link.ts'
import { createProbes } from '../../../client/room/probes.ts'
import { CLOSE } from '../../../contract/constants.ts'
import type { Timers } from '../../room/timers.ts'
import type { Random } from '../../seeded.ts'

interface NodePortsOptions {
  /** The server's own: `http://127.0.0.1:8007`. */
  readonly origin: string
  /** Asked at each attempt: it names where to resume, and the newest token. */
  readonly address: () => Address
  readonly fetch: typeof fetch
  /** Monotonic, ms. */
  readonly now: () => number
  readonly timers: Timers
  readonly random: Random
}

type NodePorts = LinkPorts & { readonly open: NonNullable<LinkPorts['open']> }

/** What the room's client stands on in Node: sockets of `ws`, and a program that is always on screen. */
export function nodePorts({ origin, address, fetch, now, timers, random }: NodePortsOptions): NodePorts {
  return {
    open: (events) => openSocket(address(), events),
    now,
    after: (ms, run) => timers.after(ms, run),
    random,
    visible: () => true,
    onWake: () => () => undefined,
    onAnswer: () => () => undefined,
    probes: createProbes({
      now,
      question: async (signal) => void (await (await fetch(new URL('/healthz', origin), { signal })).text()),
    }),
  }
}

function openSocket({ url, protocols }: Address, events: SocketEvents): Socket {
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
