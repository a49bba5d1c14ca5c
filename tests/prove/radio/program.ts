import { createClient } from '../../../src/client/client.ts'
import { roomPorts } from '../../../src/client/room/roomPorts.ts'
import { liveAddress } from '../../../src/client/room/address.ts'
import { keepNothing } from '../../../src/client/room/keepNothing.ts'
import { createRoom } from '../../../src/client/room/room.ts'
import { nodePorts, openSocket } from '../../../src/server/practice/robots/nodePorts.ts'
import { systemTimers } from '../../../src/server/room/timers.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { noTimes } from './watching.ts'
import type { Watching } from './watching.ts'

/** The room's client without a browser: on Node's sockets, whose connections do not queue behind one another. */
export function programIn(origin: string, { id }: Pick<WorldSession, 'id'>, { venueToken }: Member): Watching {
  const times = noTimes()
  const now = () => performance.now()
  const ports = nodePorts({
    origin,
    fetch,
    now,
    wallNow: () => Date.now(),
    timers: systemTimers,
    random: Math.random,
  })
  const client = createClient({
    ...ports,
    socket: (address, events) =>
      openSocket(address, {
        ...events,
        opened: () => {
          times.opened.push(now())
          events.opened()
        },
        message: (text) => {
          times.frames.push(now())
          events.message(text)
        },
      }),
  })
  const room = createRoom({
    ...keepNothing,
    link: (position) =>
      roomPorts(client, () => liveAddress(origin, { scheduleTimelineId: id, token: venueToken, from: position() })),
    wallNow: () => Date.now(),
    askVerdict: () => Promise.resolve({ kind: 'lost', because: 'network' }),
    newKey: () => crypto.randomUUID(),
    history: () => Promise.resolve(null),
    onHide: () => () => undefined,
    token: () => undefined,
    verdict: () => undefined,
  })
  room.start()
  return {
    ...times,
    get name() {
      return `a program (${room.link.get().kind})`
    },
    leave: () => {
      room.stop()
      return Promise.resolve()
    },
  }
}
