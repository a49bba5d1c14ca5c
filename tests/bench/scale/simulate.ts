import { COALESCE_MS, TICK_MS } from '../../../src/contract/constants.ts'
import { seeded } from '../../../src/server/seeded.ts'

/** Service times as measured with few watchers, ms of one core. */
export interface Costs {
  /** A bid from its command to its answer, without HTTP, and without what bids of one append share. */
  readonly bid: number
  /** What they share: a signature, a statement. */
  readonly batch: number
  /** What an append costs after its bids are answered: listeners, projections, collection of garbage. */
  readonly after: number
  /** One event frame to one watcher, in the node. */
  readonly event: number
  /** One tick to one watcher with its answer and the echo, in the node. */
  readonly tick: number
  /** Reading one event frame in the process of the watchers. */
  readonly read: number
  /** Reading a tick and answering it there. */
  readonly readTick: number
  /** Durations of appends that had the database for themselves. */
  readonly appends: readonly number[]
}

export interface Load {
  /** Of all sales of the node, evenly. */
  readonly watchers: number
  /** Bids go to them in turn. */
  readonly sales: number
  readonly bidsPerSecond: number
  readonly seconds: number
}

export interface Simulated {
  /** From command to durable verdict, ms. */
  readonly acks: readonly number[]
  /** From durable to read by a watcher, ms. */
  readonly arrivals: readonly number[]
  /** Share of a core. */
  readonly busy: number
}

/** As in `socket/deliveries.ts`. */
const AT_ONCE = 100
/** Share of a bid's own work before its append; the rest is answering. */
const BEFORE = 0.6
/** Of a tick's work, sending; the rest is the answer that comes back. */
const SENDING = 0.4

interface Delivery {
  readonly cost: number
  readonly readCost: number
  /** When the events became durable; none: a tick. */
  readonly since: readonly number[]
  at: number
}

/** A sale in the node. */
interface Room {
  /** When the bids came that are not appended yet. */
  waiting: number[]
  flying: boolean
  gathered: number[]
  leftAt: number
  flushing: boolean
}

interface Due {
  readonly at: number
  readonly cost: number
  readonly run?: () => void
}

/**
 * One event loop in discrete time, with the rules of the room: bids that wait are decided together while one append is
 * under way, events leave after 50 ms of quiet or together, a hundred receivers a turn; and a second loop that reads
 * for all watchers, as in the measurement.
 */
export function simulate(costs: Costs, { watchers, sales, bidsPerSecond, seconds }: Load, seed = 1): Simulated {
  const random = seeded(seed)
  const appendMs = () => costs.appends[Math.floor(random() * costs.appends.length)] ?? 1
  const acks: number[] = []
  const arrivals: number[] = []
  const deliveries: Delivery[] = []
  let due: Due[] = []
  let now = 0
  let busy = 0
  /** When the watchers' process has read all that was sent so far. */
  let read = 0

  const end = seconds * 1_000
  const plan = (one: Due) => {
    const place = due.findIndex(({ at }) => at > one.at)
    due.splice(place === -1 ? due.length : place, 0, one)
  }
  const work = (ms: number) => {
    now += ms
    busy += ms
  }

  const inEach = Math.round(watchers / sales)
  const rooms = Array.from({ length: sales }, (): Room => ({
    waiting: [],
    flying: false,
    gathered: [],
    leftAt: -Infinity,
    flushing: false,
  }))

  function launch(room: Room): void {
    if (room.flying || room.waiting.length === 0) return
    const batch = room.waiting
    room.waiting = []
    room.flying = true
    work(costs.batch)
    plan({ at: now + appendMs(), cost: batch.length * costs.bid * (1 - BEFORE), run: () => land(room, batch) })
  }
  function land(room: Room, batch: readonly number[]): void {
    room.flying = false
    for (const since of batch) acks.push(now - since)
    work(costs.after)
    if (inEach > 0) tell(room, batch.length)
    launch(room)
  }
  function tell(room: Room, events: number): void {
    for (let i = 0; i < events; i++) room.gathered.push(now)
    if (room.flushing) return
    if (now - room.leftAt >= COALESCE_MS) return flush(room)
    room.flushing = true
    plan({ at: room.leftAt + COALESCE_MS, cost: 0, run: () => flush(room) })
  }
  function flush(room: Room): void {
    room.flushing = false
    room.leftAt = now
    deliveries.push({ cost: costs.event, readCost: costs.read, since: room.gathered, at: 0 })
    room.gathered = []
  }
  /** One turn of `Deliveries`. */
  function deliver(): void {
    for (let left = AT_ONCE; left > 0 && deliveries[0] !== undefined; left--) {
      const [first] = deliveries
      work(first.cost)
      read = Math.max(read, now) + first.readCost
      if (first.since.length === 0) plan({ at: read, cost: costs.tick * (1 - SENDING) })
      else for (const since of first.since) arrivals.push(read - first.readCost - since)
      first.at += 1
      if (first.at === inEach) deliveries.shift()
    }
  }

  for (let i = 0; i < (bidsPerSecond * end) / 1_000; i++) {
    const at = (i * 1_000) / bidsPerSecond
    due.push({
      at,
      cost: costs.bid * BEFORE,
      run: () => {
        const room = rooms[i % sales]
        if (room === undefined) throw new RangeError('a bid without a sale')
        room.waiting.push(at)
        launch(room)
      },
    })
  }
  for (let sale = 0; inEach > 0 && sale < sales; sale++)
    for (let at = TICK_MS * random(); at < end; at += TICK_MS)
      due.push({
        at,
        cost: 0,
        run: () => deliveries.push({ cost: costs.tick * SENDING, readCost: costs.readTick, since: [], at: 0 }),
      })
  due = due.toSorted((a, b) => a.at - b.at)

  while (due.length > 0 || deliveries.length > 0) {
    if (deliveries.length === 0 && due[0] !== undefined && due[0].at > now) now = due[0].at
    // One turn of the loop: what has arrived, then a slice of what is to be sent.
    const arrived = due.findIndex(({ at }) => at > now)
    for (const { cost, run } of due.splice(0, arrived === -1 ? due.length : arrived)) {
      work(cost)
      run?.()
    }
    deliver()
  }
  return { acks, arrivals, busy: busy / end }
}
