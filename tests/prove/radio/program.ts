import type { Member, WorldSession } from '../../support/world.ts'
import { appRoom } from '../parts/app-room.ts'
import { noTimes } from './watching.ts'
import type { Watching } from './watching.ts'

/** The room's client without a browser: on Node's sockets, whose connections do not queue behind one another. */
export function programIn(origin: string, session: Pick<WorldSession, 'id'>, member: Member): Watching {
  const times = noTimes()
  const now = () => performance.now()
  const room = appRoom({
    origin,
    session,
    member,
    random: Math.random,
    listening: (events) => ({
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
