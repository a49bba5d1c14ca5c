import type { Address } from './address.ts'
import { awakeClock } from './monotonic.ts'
import { onSignal } from '../calls/signals.ts'
import { askServer } from '../link/index.ts'
import type { LinkPorts, Socket, SocketEvents } from './link.ts'
import { createProbes } from './probes.ts'

export const monotonic = awakeClock(
  () => performance.now(),
  () => Date.now(),
)

/**
 * The real thing, for `createLink`. `address` is asked at each attempt: it names where to resume, and the newest token.
 */
export function browserPorts(address: () => Address): LinkPorts {
  return {
    open: 'WebSocket' in globalThis ? (events) => openSocket(address(), events) : null,
    now: monotonic,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    visible: () => document.visibilityState === 'visible',
    onWake,
    onAnswer: (run) => onSignal(({ type }) => type === 'answered' && run()),
    probes: createProbes({ question, now: monotonic }),
  }
}

/**
 * Without credentials: browsers keep connections with and without apart, and those of the calls may all be dead or taken.
 */
const question = async (signal: AbortSignal) => void (await askServer({ credentials: 'omit', signal }))

export function openSocket({ url, protocols }: Address, events: SocketEvents): Socket {
  const socket = new WebSocket(url, [...protocols])
  const silent = new AbortController()
  const { signal } = silent
  socket.addEventListener('open', events.opened, { signal })
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => typeof data === 'string' && events.message(data),
    { signal },
  )
  socket.addEventListener('error', events.errored, { signal })
  socket.addEventListener('close', ({ code }) => events.closed(code), { signal })
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => {
      silent.abort()
      socket.close(1000)
    },
  }
}

function onWake(run: () => void): () => void {
  const woken = () => document.visibilityState === 'visible' && run()
  const silent = new AbortController()
  const { signal } = silent
  addEventListener('online', run, { signal })
  addEventListener('pageshow', run, { signal })
  document.addEventListener('visibilitychange', woken, { signal })
  return () => silent.abort()
}

/** The page is hidden or goes away: on a phone it may never come back. */
export function onHide(run: () => void): () => void {
  const hidden = () => document.visibilityState === 'hidden' && run()
  const silent = new AbortController()
  const { signal } = silent
  document.addEventListener('visibilitychange', hidden, { signal })
  addEventListener('pagehide', run, { signal })
  return () => silent.abort()
}

/**
 * A UUID for a bid. `crypto.randomUUID` is there on secure origins alone; the room may also be served on a plain local
 * address.
 */
export function newKey(): string {
  if (globalThis.isSecureContext) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6)
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
