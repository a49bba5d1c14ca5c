import type { Client } from '../client.ts'
import type { PagePort, Stop } from '../ports/ports.ts'
import { openSocket } from '../ports/webSocket.ts'
import type { Address } from './address.ts'
import type { LinkPorts } from './link.ts'
import { createProbes } from './probes.ts'

/**
 * The ports of `createLink`. `address` is called at each attempt: it has the position to resume from, and the newest
 * token.
 */
export function roomPorts({ ports, link, signals }: Client, address: () => Address): LinkPorts {
  const { clock, page, random } = ports
  const socket = ports.socket === 'browser' ? browserSocket() : ports.socket
  return {
    open: socket && ((events) => socket(address(), events)),
    now: clock.monotonic,
    after: clock.after,
    random,
    visible: page.visible,
    onWake: (run) => onWake(page, run),
    onAnswer: (run) => signals.on(({ type }) => type === 'answered' && run()),
    probes: createProbes({
      // Sent without credentials: browsers keep connections with and without them apart, and those of the calls may all
      // be dead or busy.
      question: async (signal) => void (await link.ask({ credentials: 'omit', signal })),
      now: clock.monotonic,
    }),
  }
}

const browserSocket = () => ('WebSocket' in globalThis ? openSocket : null)

function onWake(page: PagePort, run: () => void): Stop {
  return together(
    page.on('online', run),
    page.on('pageshow', run),
    page.on('visibilitychange', () => page.visible() && run()),
  )
}

/** The page is hidden or closed: on a phone it may never return. */
export const onHide = (page: PagePort, run: () => void): Stop =>
  together(
    page.on('visibilitychange', () => !page.visible() && run()),
    page.on('pagehide', run),
  )

const together =
  (...stops: readonly Stop[]): Stop =>
  () =>
    stops.forEach((stop) => stop())
