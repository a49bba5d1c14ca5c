import { setTimeout as wait } from 'node:timers/promises'
import type { Measure, Pair } from './measure.ts'
import type { Carried, Carrier } from './parts/carried.ts'
import type { House } from './parts/house.ts'
import { start } from './parts/rpc.ts'

/** What a watcher costs whose frames come over HTTP, against one with a WebSocket. */
const WATCHERS = 1_000
const KB = 1_024
const FEW = 5
const BIDS = 20
const BETWEEN_MS = 1_000

async function withWatchers<T>(
  carrier: Carrier,
  watchers: number,
  run: (
    parts: {
      readonly house: Awaited<ReturnType<typeof start<House>>>
      readonly crowd: Awaited<ReturnType<typeof start<Carried>>>
    },
    come: () => Promise<void>,
  ) => Promise<T>,
): Promise<T> {
  const house = await start<House>(new URL('parts/house.ts', import.meta.url), ['--expose-gc'])
  const crowd = await start<Carried>(new URL('parts/carried.ts', import.meta.url))
  try {
    const { tokens, port, timelineId } = await house.ask('door', watchers)
    return await run({ house, crowd }, () => crowd.ask('come', carrier, { port, timelineId }, tokens))
  } finally {
    await crowd.end()
    await house.end()
  }
}

/** Bytes of heap and buffers that the server keeps for one watcher. */
const memoryOf = (carrier: Carrier): Promise<number> =>
  withWatchers(carrier, WATCHERS, async ({ house }, come) => {
    const before = await house.ask('memory')
    await come()
    return ((await house.ask('memory')).heap - before.heap) / WATCHERS
  })

/** Bytes both ways, headers included, that one bid a second costs a watcher; ticks are among them. */
const bytesOf = (carrier: Carrier): Promise<number> =>
  withWatchers(carrier, FEW, async ({ house, crowd }, come) => {
    await come()
    await wait(BETWEEN_MS)
    const before = await crowd.ask('bytes')
    for (let bid = 0; bid < BIDS; bid++) {
      await house.ask('tell')
      await wait(BETWEEN_MS)
    }
    return ((await crowd.ask('bytes')) - before) / BIDS / FEW
  })

const against = (
  carrier: Exclude<Carrier, 'socket'>,
  {
    what,
    unit,
    per,
    of,
    most,
  }: {
    readonly what: string
    readonly unit: string
    readonly per: number
    readonly of: (carrier: Carrier) => Promise<number>
    readonly most: number
  },
): Measure => ({
  what: `${what} (${carrier})`,
  ours: `${unit}, ${carrier}`,
  bare: `${unit}, WebSocket`,
  target: { most },
  async run(runs) {
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++)
      pairs.push({ ours: (await of(carrier)) / per, bare: (await of('socket')) / per })
    return pairs
  },
})

const memory = { what: 'heap of a watcher over HTTP', unit: 'KiB', per: KB, of: memoryOf }
const bytes = { what: 'bytes of a bid a second over HTTP', unit: 'bytes', per: 1, of: bytesOf }

export const carriers: readonly Measure[] = [
  against('stream', { ...memory, most: 3 }),
  against('poll', { ...memory, most: 4 }),
  against('stream', { ...bytes, most: 2 }),
  against('poll', { ...bytes, most: 10 }),
]
