import { createClients } from '../../../client/calls/clients.ts'
import { createExchange, type Exchange } from '../../../client/calls/exchange.ts'
import type { Signal } from '../../../client/calls/signals.ts'
import type { Send } from '../../../client/calls/types.ts'
import { liveAddress } from '../../../client/room/address.ts'
import type { Ask } from '../../../client/room/bids.ts'
import { commandsOf, type Commands } from '../../../client/room/commands.ts'
import { historyIn } from '../../../client/room/history.ts'
import { keepNothing } from '../../../client/room/keepNothing.ts'
import { isOpen, type Pending } from '../../../client/room/pending.ts'
import { createRoom, type Room } from '../../../client/room/room.ts'
import type { Timers } from '../../room/timers.ts'
import type { Random } from '../../seeded.ts'
import { nodePorts } from './nodePorts.ts'

/** How a visitor stands in a session, and the token it acts with there. */
export interface Pass {
  readonly token: string
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
}

export interface VisitMeans {
  /** The server's own address: `http://127.0.0.1:8007`. */
  readonly origin: string
  readonly fetch: typeof fetch
  /** Monotonic, ms. */
  readonly now: () => number
  /** ms since 1970. */
  readonly wallNow: () => number
  readonly timers: Timers
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

/** The app's room in Node: its link, its replica, its bids. */
export interface Visit {
  readonly room: Room
  readonly commands: Commands
  /** Gives a command with a key; settles with its fate, `null` when the room is out of reach now. */
  readonly give: (ask: Ask) => Promise<Pending | null>
}

export function openVisit({ scheduleTimelineId, pass, renewed, expired, random, ...means }: VisitOptions): Visit {
  const tokenNow = (): string => pass()?.token ?? ''
  const exchange = exchangeOf(means, (signal) => signal.type === 'unauthorised' && expired())
  const send: Send = (name, sent, options) => exchange(name, sent, { seller: null, venue: tokenNow() }, options)
  const commands = commandsOf(scheduleTimelineId, send, () => undefined)
  const room = createRoom({
    ...keepNothing,
    link: (position) =>
      nodePorts({
        ...means,
        random,
        address: () => liveAddress(means.origin, { scheduleTimelineId, token: tokenNow(), from: position() }),
      }),
    wallNow: means.wallNow,
    askVerdict: commands.askVerdict,
    newKey: means.newKey,
    history: historyIn(scheduleTimelineId, send),
    onHide: () => () => undefined,
    token: ({ access_token }) => renewed(access_token),
    verdict: () => undefined,
  })
  return { room, commands, give: (ask) => fateOf(room, room.bids.ask(ask)) }
}

/** The app's calls at the server's own address. */
export const exchangeOf = (
  { origin, fetch }: Pick<VisitMeans, 'origin' | 'fetch'>,
  emit: (signal: Signal) => void = () => undefined,
): Exchange => createExchange({ clients: createClients({ origin, fetch }), locale: () => 'zh', emit })

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
