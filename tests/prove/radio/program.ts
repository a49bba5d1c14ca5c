import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../../src/contract/constants.ts'
import { openSocket } from '../../../src/client/room/browser.ts'
import { createProbes } from '../../../src/client/room/probes.ts'
import { createRoom } from '../../../src/client/room/room.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { noTimes } from './watching.ts'
import type { Watching } from './watching.ts'

/** The room's own client without a browser: on Node's WebSocket, whose connections do not wait for one another. */
export function programIn(url: string, { id }: Pick<WorldSession, 'id'>, { venueToken }: Member): Watching {
  const times = noTimes()
  const now = () => performance.now()
  const room = createRoom({
    link: (position) => ({
      open: (events) => {
        const address = new URL(LIVE_PATH, url.replace('http', 'ws'))
        address.searchParams.set('scheduleTimelineId', id)
        const at = position()
        if (at) {
          address.searchParams.set('epoch', at.epoch)
          address.searchParams.set('seq', String(at.seq))
        }
        return openSocket(
          { url: address.href, protocols: [LIVE_PROTOCOL, `${BEARER_PREFIX}${venueToken}`] },
          {
            ...events,
            opened: () => {
              times.opened.push(now())
              events.opened()
            },
            message: (text) => {
              times.frames.push(now())
              events.message(text)
            },
          },
        )
      },
      now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: () => Math.random(),
      visible: () => true,
      onWake: () => () => undefined,
      onAnswer: () => () => undefined,
      probes: createProbes({
        now,
        question: async (signal) => {
          await (await fetch(new URL('/healthz', url), { signal })).text()
        },
      }),
    }),
    wallNow: () => Date.now(),
    askVerdict: () => Promise.resolve({ kind: 'lost', because: 'network' }),
    newKey: () => crypto.randomUUID(),
    history: () => Promise.resolve(null),
    keep: { load: () => Promise.resolve([]), save: () => Promise.resolve(), drop: () => Promise.resolve() },
    states: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
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
