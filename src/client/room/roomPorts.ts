import type { Client } from '../client.ts'
import type { PagePort, Stop } from '../ports/ports.ts'
import { openSocket } from '../ports/webSocket.ts'
import type { Address } from './address.ts'
import type { LinkPorts, SocketEvents } from './link.ts'
import { createCarriers, type Carriers, type OpenCarrier } from './carriers.ts'
import { httpCarriers } from './httpCarriers.ts'
import { keptCarrier } from './keptCarrier.ts'
import { createProbes } from './probes.ts'

/**
 * The ports of `createLink`. `address` is called at each attempt: it has the position to resume from, and the newest
 * token.
 */
export function roomPorts(client: Client, address: () => Address): LinkPorts {
  const { ports, link, signals } = client
  const { clock, page, random } = ports
  const socket = ports.socket === 'browser' ? browserSocket() : ports.socket
  const open = socket && ((events: SocketEvents) => socket(address(), events))
  // A page is on any network; a program's sockets are its own. A browser without WebSockets is too old for the room.
  const carriers = ports.socket === 'browser' && open ? carriersOf(client, address, open) : null
  const probes = createProbes({
    // Sent without credentials: browsers keep connections with and without them apart, and those of the calls may all
    // be dead or busy.
    question: async (signal) => void (await link.ask({ credentials: 'omit', signal })),
    now: clock.monotonic,
  })
  return {
    open: carriers?.open ?? open,
    ...(carriers && { carrier: carriers.carrier }),
    now: clock.monotonic,
    after: clock.after,
    random,
    visible: page.visible,
    onWake: (run) => onWake(page, run),
    onAnswer: (run) =>
      signals.on(({ type }) => {
        if (type !== 'answered') return
        carriers?.answered()
        run()
      }),
    probes: {
      ...probes,
      ask: (answered) =>
        probes.ask(() => {
          carriers?.answered()
          answered()
        }),
    },
  }
}

function carriersOf({ ports }: Client, address: () => Address, socket: OpenCarrier): Carriers {
  const { clock, fetch, random, storage } = ports
  const { monotonic: now, after } = clock
  const id = Array.from({ length: 16 }, () => Math.floor(random() * 36).toString(36)).join('')
  return createCarriers({
    socket,
    ...httpCarriers({ fetch: (...asked) => fetch(...asked), address, id, now, after }),
    now,
    after,
    kept: keptCarrier(storage, clock.now),
  })
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
