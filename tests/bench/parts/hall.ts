import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Log } from '../../../src/server/store/log.ts'
import { liveServer } from '../../support/room/live.ts'
import { HOST, lotOf, published } from '../../support/room/sale.ts'
import { temporaryStore } from '../../support/store/temporary.ts'
import { databaseCpu } from './database-cpu.ts'
import { clockOf, Market, nodeOn } from './market.ts'
import { sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** A node as the server wires it (store, rooms, live connections), which tells what its work costs. */
const BIDDERS = 40
const store = await temporaryStore()
const time = await clockOf(store)

/** Durations of appends, ms. */
let appends: number[] = []
const log: Log = {
  ...store.log,
  async append(batch) {
    const from = performance.now()
    const result = await store.log.append(batch)
    appends.push(performance.now() - from)
    return result
  },
}
const rooms = nodeOn({ ...store, log }, time)
await rooms.start()
const server = await liveServer(rooms, time)
const market = await Market.open(store, rooms, time, BIDDERS)

/** When each bid became durable here, in order. */
let durable: number[] = []
await rooms.watch(market.id, {
  advanced: (placed) => placed.forEach(({ event }) => event.type === 'bid' && durable.push(sharedMs())),
  loaded: () => undefined,
  decided: () => undefined,
})

async function walBytes(): Promise<number> {
  const { rows } = await store.db.execute<{ bytes: string }>(sql`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`)
  return Number(rows[0]?.bytes)
}

const doings = {
  door: (watchers: number, from = 0) => ({
    port: server.port,
    timelineId: market.id,
    tokens: Array.from({ length: watchers }, (_, i) =>
      server.tokens.deal(market.id, { identity: 'audience' }, `watcher-${from + i}`, time),
    ),
  }),
  /** Acknowledgement times of bids at an even pace, in ms. */
  acks: (perSecond: number, seconds: number) => market.acks(perSecond, seconds),
  /** Bids of 256 callers, each again as soon as it is answered. */
  async rush(forMs: number): Promise<{ bids: number; appends: number; ms: number }> {
    const [cpu, before, from] = [process.cpuUsage(), appends.length, performance.now()]
    const bids = await market.rush(256, () => performance.now() - from < forMs)
    const { user, system } = process.cpuUsage(cpu)
    return { bids, appends: appends.length - before, ms: (user + system) / 1_000 }
  },
  /** Opens further sales of ten lots each, without watchers. */
  async sales(count: number): Promise<void> {
    const lots = Array.from({ length: 10 }, (_, i) => lotOf(i + 1))
    for (let i = 0; i < count; i++) {
      const id = await published(store, rooms, time, {
        lots,
        bidders: 2,
        rule: { biddingSeconds: 3_600 },
        opensInMs: 200,
      })
      while ((await rooms.give(id, { type: 'start', lots: null, biddingSeconds: null }, HOST)).verdict !== 'accepted')
        await wait(20)
    }
  },
  forget(): void {
    appends = []
    durable = []
  },
  appends: () => appends,
  durable: () => durable,
  used: async () => ({
    /** Processor time, seconds. */
    node: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    database: databaseCpu(store.dataDir) / 1_000,
    wal: await walBytes(),
  }),
}
export type Hall = typeof doings
serve(doings, async () => {
  await server.stop()
  await rooms.stop()
  time.stop()
  await store.close()
})
