import { createClient, type Client } from '../../../client/client.ts'
import type { CookiePort } from '../../../client/ports/ports.ts'
import { liveAddress } from '../../../client/room/address.ts'
import type { Ask } from '../../../client/room/bids.ts'
import { commandsOf, type Commands } from '../../../client/room/commands.ts'
import { historyIn } from '../../../client/room/history.ts'
import { keepNothing } from '../../../client/room/keepNothing.ts'
import { isOpen, type Pending } from '../../../client/room/pending.ts'
import { createRoom, type Room } from '../../../client/room/room.ts'
import { onHide, roomPorts } from '../../../client/room/roomPorts.ts'
import { COOKIES } from '../../../contract/constants.ts'
import type { Random } from '../../seeded.ts'
import { nodePorts, type NodePortsOptions } from './nodePorts.ts'

/** A visitor's role in a session, and the token for it. */
export interface Pass {
  readonly token: string
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
}

export interface VisitMeans extends Omit<NodePortsOptions, 'random'> {
  readonly newKey: () => string
}

interface VisitOptions extends VisitMeans {
  readonly scheduleTimelineId: string
  readonly pass: () => Pass | null
  readonly renewed: (token: string) => void
  /** The venue token was refused. */
  readonly expired: () => void
  readonly random: Random
}

/** The app's client in Node, in one room: its link, its replica, its bids. */
export interface Visit {
  readonly room: Room
  readonly commands: Commands
  /** Gives a command with a key; resolves with its fate, or with `null` while the room is unreachable. */
  readonly give: (ask: Ask) => Promise<Pending | null>
}

export function openVisit({ scheduleTimelineId, pass, renewed, expired, ...means }: VisitOptions): Visit {
  const client: Client = createClient({ ...nodePorts(means), cookies: venueCookie(() => pass()?.token ?? null) })
  const { send } = client.calls
  client.signals.on(({ type }) => type === 'unauthorised' && expired())
  const commands = commandsOf(scheduleTimelineId, send, () => undefined)
  const room = createRoom({
    ...keepNothing,
    link: (position) =>
      roomPorts(client, () =>
        liveAddress(means.origin, { scheduleTimelineId, token: pass()?.token ?? '', from: position() }),
      ),
    wallNow: means.wallNow,
    askVerdict: commands.askVerdict,
    newKey: means.newKey,
    history: historyIn(scheduleTimelineId, send),
    onHide: (run) => onHide(client.ports.page, run),
    token: ({ access_token }) => renewed(access_token),
    verdict: () => undefined,
  })
  return { room, commands, give: (ask) => fateOf(room, room.bids.ask(ask)) }
}

/** The seat holds the pass, and its client reads the token where a browser reads a cookie. */
const venueCookie = (token: () => string | null): CookiePort => ({
  get: (name) => (name === COOKIES.venueToken ? token() : null),
  set: () => undefined,
  remove: () => undefined,
})

function fateOf({ bids: { store } }: Room, bidKey: string | null): Promise<Pending | null> {
  if (bidKey === null) return Promise.resolve(null)
  return new Promise((resolve) => {
    const look = (): void => {
      const pending = store.get().find((one) => one.bidKey === bidKey)
      if (pending && isOpen(pending)) return
      unsubscribe()
      resolve(pending ?? null)
    }
    const unsubscribe = store.subscribe(look)
    look()
  })
}
