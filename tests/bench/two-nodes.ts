import type { Measure, Pair } from './measure.ts'
import type { Annex } from './parts/annex.ts'
import type { Crowd } from './parts/crowd.ts'
import type { House } from './parts/house.ts'
import { start } from './parts/rpc.ts'
import type { Process } from './parts/rpc.ts'

const WATCHERS = 5_000
/**
 * Every tenth watcher reads and notes when; what the others are sent waits in their sockets' buffers. The nodes write to
 * all of them, while the watchers' own work, which would have a machine of its own, does not hide the nodes'.
 */
const READERS = 10
const EVENTS = 30
/** After so many have come or gone. */
const SETTLE_MS = 2_000
/** Events far enough apart that each has reached all watchers before the next. */
const APART_MS = 250
/** Enough watchers that both nodes follow the room; their number is nothing to the database. */
const FEW = 100
const APPENDS_A_SECOND = 100
const SECONDS = 8

/** Where a crowd finds a seat on each node, for so many watchers of it. */
type Doors = readonly ((watchers: number) => Promise<Seats>)[]
interface Seats {
  readonly port: number
  readonly timelineId: string
  readonly tokens: readonly string[]
}

/**
 * Runs with one node, then with a second on the same database. `again`: with one once more, whose mean with the first is
 * the baseline, for an append costs more as tables grow.
 */
async function compare(
  runs: number,
  measure: (house: Process<House>, doors: Doors) => Promise<number>,
  { again = false }: { readonly again?: boolean } = {},
) {
  const pairs: Pair[] = []
  for (let run = 0; run < runs; run++) {
    const house = await start<House>(new URL('parts/house.ts', import.meta.url))
    let annex: Process<Annex> | null = null
    try {
      const here = (watchers: number) => house.ask('door', watchers)
      const { timelineId } = await here(0)
      const bare = await measure(house, [here])
      annex = await start<Annex>(new URL('parts/annex.ts', import.meta.url), [], [await house.ask('dataDir')])
      const second = annex
      const there = async (watchers: number) => ({ timelineId, ...(await second.ask('door', timelineId, watchers)) })
      const ours = await measure(house, [here, there])
      await annex.end()
      annex = null
      pairs.push({ ours, bare: again ? (bare + (await measure(house, [here]))) / 2 : bare })
    } finally {
      await annex?.end()
      await house.end()
    }
  }
  return pairs
}

/** A crowd seated in equal shares at all nodes. */
async function seated(doors: Doors, watchers: number, readers = 1): Promise<Process<Crowd>> {
  const crowd = await start<Crowd>(new URL('parts/crowd.ts', import.meta.url))
  for (const door of doors) {
    const { port, timelineId, tokens } = await door(watchers / doors.length)
    await crowd.ask('come', port, timelineId, tokens, readers)
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  return crowd
}

/** p99 over all watchers and events, from the event's being durable to its being read, ms. */
async function arrival(house: Process<House>, doors: Doors): Promise<number> {
  const crowd = await seated(doors, WATCHERS, READERS)
  try {
    await events(house, crowd, 5)
    return await crowd.ask('late', await events(house, crowd, EVENTS), 0.99)
  } finally {
    await crowd.end()
  }
}

async function events(house: Process<House>, crowd: Process<Crowd>, count: number): Promise<readonly number[]> {
  await crowd.ask('forget')
  const begun: number[] = []
  for (let i = 0; i < count; i++) {
    const apart = new Promise((resolve) => setTimeout(resolve, APART_MS))
    begun.push(await house.ask('tell'))
    await crowd.ask('has', (WATCHERS / READERS) * (i + 1))
    await apart
  }
  return begun
}

/** CPU time of the database's processes per append at an even pace, ms, with all that the nodes ask besides. */
async function cost(house: Process<House>, doors: Doors): Promise<number> {
  const crowd = await seated(doors, FEW)
  try {
    await house.ask('acks', APPENDS_A_SECOND, 2)
    const before = await house.ask('databaseCpu')
    await house.ask('acks', APPENDS_A_SECOND, SECONDS)
    return ((await house.ask('databaseCpu')) - before) / (APPENDS_A_SECOND * SECONDS)
  } finally {
    await crowd.end()
  }
}

export const twoNodes: readonly Measure[] = [
  {
    what: `one event to ${WATCHERS} watchers of two nodes, p99`,
    ours: 'ms, two nodes',
    bare: 'ms, all on one',
    target: { most: 1.3 },
    run: (runs) => compare(runs, arrival),
  },
  {
    what: 'database time per append with a second node',
    ours: 'ms of CPU, two nodes',
    bare: 'ms of CPU, one node',
    target: { most: 1.1 },
    run: (runs) => compare(runs, cost, { again: true }),
  },
]
