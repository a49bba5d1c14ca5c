import { createClient } from '../../../src/client/client.ts'
import { liveAddress } from '../../../src/client/room/address.ts'
import { keepNothing } from '../../../src/client/room/keepNothing.ts'
import type { Socket, SocketEvents } from '../../../src/client/room/link.ts'
import { createRoom } from '../../../src/client/room/room.ts'
import type { Room } from '../../../src/client/room/room.ts'
import { roomPorts } from '../../../src/client/room/roomPorts.ts'
import { nodePorts, openSocket } from '../../../src/server/practice/robots/nodePorts.ts'
import { systemTimers } from '../../../src/server/room/timers.ts'
import type { Member, WorldSession } from '../../support/world.ts'

export interface AppRoomOptions {
  readonly origin: string
  readonly session: Pick<WorldSession, 'id'>
  readonly member: Pick<Member, 'venueToken'>
  readonly random: () => number
  /** Wraps each socket's events, to listen in. */
  readonly listening: (events: SocketEvents) => SocketEvents
  /** Wraps each socket itself. */
  readonly socket?: (socket: Socket) => Socket
}

/** The app's own client of a room, without a browser: on Node's sockets, and with nothing kept. Start it. */
export function appRoom({ origin, session, member, random, listening, socket = (one) => one }: AppRoomOptions): Room {
  const ports = nodePorts({
    origin,
    fetch,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    timers: systemTimers,
    random,
  })
  const client = createClient({
    ...ports,
    socket: (address, events) => socket(openSocket(address, listening(events))),
  })
  return createRoom({
    ...keepNothing,
    link: (position) =>
      roomPorts(client, () =>
        liveAddress(origin, { scheduleTimelineId: session.id, token: member.venueToken, from: position() }),
      ),
    wallNow: () => Date.now(),
    askVerdict: () => Promise.resolve({ kind: 'lost', because: 'network' }),
    newKey: () => crypto.randomUUID(),
    history: () => Promise.resolve(null),
    onHide: () => () => undefined,
    token: () => undefined,
    verdict: () => undefined,
  })
}
