import { monitorEventLoopDelay } from 'node:perf_hooks'
import { decide, isRefusal } from '../../src/domain/decide.ts'
import type { SessionState } from '../../src/domain/state.ts'
import { nextPrice } from '../../src/domain/prices.ts'
import { later } from '../../src/domain/units.ts'
import { decideBatch } from '../../src/server/room/batch.ts'
import { randomSalt as salt, sha256 } from '../../src/server/room/hashing.ts'
import type { Position } from '../../src/server/room/position.ts'
import { Numbers } from '../../src/server/room/numbers.ts'
import { Disclosed } from '../../src/server/socket/disclosed.ts'
import { Snapshots } from '../../src/server/socket/welcome.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { until } from '../support/until.ts'
import { worldWith } from '../support/world.ts'
import type { WorldSession } from '../support/world.ts'
import type { Measure, Pair } from './measure.ts'

const MANY = 10_000
const FEW = 10
const BIDDING_SECONDS = 30
/** Limits for closing all lots: one event-loop block, and the total. */
const BLOCK_MS = 50
const WHOLE_MS = 1_500
const BIDS = 10_000
const AT_ONCE = 500

interface Closing {
  readonly block: number
  readonly whole: number
}

/** Every second lot has a bid and becomes a deal; then all close at one moment, while another room continues. */
async function closeAll(): Promise<Closing> {
  const house = await openHouse()
  try {
    const rule = { biddingSeconds: BIDDING_SECONDS }
    const [sale, other] = await worldWith(house.store, { bidders: 2, rule }, [MANY, FEW])
    if (!sale || !other) throw new Error('no sales')
    for (const { id } of [sale, other]) await start(house, id)
    const bidOn = sale.lots.filter((_, i) => i % 2 === 0)
    for (let i = 0; i < bidOn.length; i += AT_ONCE)
      await Promise.all(bidOn.slice(i, i + AT_ONCE).map(({ id }) => firstBid(house, sale, id)))
    const deadline = Math.max(...Array.from(await lotsOf(house, sale), ({ clock }) => clock?.deadline ?? 0))
    await until(() => house.clock.now() > deadline - 1_000)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await until(async () => (await lotsOf(house, sale)).count('open') === 0)
    delay.disable()
    const closedAt = (await house.rooms.state(sale.id))?.at ?? 0
    const quiet = await house.rooms.state(other.id)
    if (quiet?.seq === undefined) throw new Error('the other room is gone')
    return { block: delay.max / 1e6, whole: closedAt - deadline - 250 }
  } finally {
    await house.close()
  }
}

async function start({ rooms }: House, id: string): Promise<void> {
  const given = await rooms.give(
    id,
    { type: 'start', lots: null, biddingSeconds: null },
    { actor: 'host', account: null },
  )
  if (given.reason !== null) throw new Error(given.reason)
}

async function firstBid({ rooms, clock }: House, { id, lots }: WorldSession, lot: string): Promise<void> {
  const price = lots[0]?.startPrice
  if (price === undefined) throw new Error('no lots')
  const bid = { type: 'bid', lot, price, notAfter: later(clock.now(), 60_000) } as const
  const given = await rooms.give(id, bid, { actor: 'bidder:1', account: 'account-1' })
  if (given.reason !== null) throw new Error(given.reason)
}

async function lotsOf({ rooms }: House, { id }: WorldSession): Promise<SessionState['lots']> {
  const state = await rooms.state(id)
  if (!state) throw new Error('the room is gone')
  return state.lots
}

/** Both measures use the same runs. */
function closings(): readonly Measure[] {
  const done: Promise<Closing>[] = []
  const measure = (what: string, budget: number, of: (closing: Closing) => number): Measure => ({
    what: `closing ${MANY.toLocaleString('en')} lots: ${what}`,
    ours: 'ms',
    bare: 'ms, the budget',
    target: { most: 1 },
    async run(runs) {
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++) pairs.push({ ours: of(await (done[run] ??= closeAll())), bare: budget })
      return pairs
    },
  })
  return [
    measure('the longest block of the loop', BLOCK_MS, ({ block }) => block),
    measure('in all', WHOLE_MS, ({ whole }) => whole),
  ]
}

/** A node's computing time for a bid, hashing included; the store's cost does not depend on the catalogue. */
const aBid: Measure = {
  what: `a bid in a room of ${MANY.toLocaleString('en')} lots`,
  ours: `µs, of ${MANY.toLocaleString('en')} lots`,
  bare: `µs, of ${FEW} lots`,
  target: { most: 2 },
  async run(runs) {
    const house = await openHouse()
    try {
      const [many, few] = await worldWith(house.store, { bidders: 2, rule: { biddingSeconds: 3_600 } }, [MANY, FEW])
      if (!many || !few) throw new Error('no sales')
      const states: SessionState[] = []
      for (const { id } of [many, few]) {
        await start(house, id)
        const state = await house.rooms.state(id)
        if (state) states.push(state)
      }
      const [large, small] = states
      if (!large || !small) throw new Error('no rooms')
      const pairs: Pair[] = []
      // The first run warms up the process.
      for (let run = -1; run < runs; run++) {
        const pair = { ours: microsOfBid(large), bare: microsOfBid(small) }
        if (run >= 0) pairs.push(pair)
      }
      return pairs
    } finally {
      await house.close()
    }
  },
}

function microsOfBid(from: SessionState): number {
  let position: Position = { state: from, hash: '' }
  const ids = from.lotOrder
  const began = performance.now()
  for (let i = 0; i < BIDS; i++) {
    const { state } = position
    const lot = state.lots.get(ids[(i * 37) % ids.length] ?? '')
    if (lot === undefined) throw new Error('no lot')
    const actor = lot.leading?.number === 1 ? 'bidder:2' : 'bidder:1'
    const command = { type: 'bid', lot: lot.lot, price: nextPrice(lot), notAfter: later(state.at, 1) } as const
    const given = () => ({ command, by: { actor, account: null }, at: state.at })
    const batch = decideBatch(position, [{ given, notAfter: null }], state.at, { sha256, salt })
    if (batch.sealed.length === 0) throw new Error('the bid was refused')
    position = batch.position
  }
  return ((performance.now() - began) * 1_000) / BIDS
}

const COMERS = 500
const SNAPSHOTS_MS = 3_000
/** Number of snapshots between two bids. */
const BETWEEN_BIDS = 10

/** A node's time to make the bytes; every second client takes them compressed. */
const snapshots: Measure = {
  what: `${COMERS} snapshots of a room of ${MANY.toLocaleString('en')} lots`,
  ours: 'ms',
  bare: 'ms, the budget',
  target: { most: 1 },
  async run(runs) {
    const house = await openHouse()
    try {
      const [sale] = await worldWith(house.store, { bidders: 2, rule: { biddingSeconds: 3_600 } }, [MANY])
      if (!sale) throw new Error('no sale')
      await start(house, sale.id)
      const state = await house.rooms.state(sale.id)
      if (!state) throw new Error('no room')
      return Array.from({ length: runs }, () => ({ ours: msOfSnapshots(state), bare: SNAPSHOTS_MS }))
    } finally {
      await house.close()
    }
  },
}

function msOfSnapshots(from: SessionState): number {
  const welcomes = new Snapshots()
  const given = { numbers: new Numbers([], []), disclosed: new Disclosed([]), mark: (hash: string) => hash }
  let state = from
  const began = performance.now()
  for (let i = 0; i < COMERS; i++) {
    if (i % BETWEEN_BIDS === 0) state = afterBid(state, i)
    const viewer = { identity: 'buyer', number: 1 + (i % 2) } as const
    welcomes.welcome({ ...given, state, viewer, now: state.at }).bytes(i % 2 === 0 ? 'deflated' : 'plain')
  }
  return performance.now() - began
}

function afterBid(state: SessionState, i: number): SessionState {
  const lot = state.lots.get(state.lotOrder[(i * 37) % state.lotOrder.length] ?? '')
  if (lot === undefined) throw new Error('no lot')
  const command = { type: 'bid', lot: lot.lot, price: nextPrice(lot), notAfter: later(state.at, 1) } as const
  const decision = decide(state, { command, by: { actor: 'bidder:1', account: null }, at: state.at }, state.at)
  if (isRefusal(decision)) throw new Error(decision.refused)
  return decision.state
}

export const lots: readonly Measure[] = [...closings(), aBid, snapshots]
