import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Log } from '../../../src/server/store/log.ts'
import { databaseOf } from '../../support/processes.ts'
import { liveServer } from '../../support/room/live.ts'
import { HOST, lotOf, published } from '../../support/room/sale.ts'
import { temporaryStore } from '../../support/store/temporary.ts'
import { clockOf, Market, nodeOn } from './market.ts'
import { sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** A node as the server wires it (store, rooms, live connections), which tells what its work costs. */
const BIDDERS = 40
const TICKS_A_SECOND = 100
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

/** Processor time of the database's processes that still run, seconds. */
const databaseCpu = (): number =>
  databaseOf(store.dataDir).reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
  }, 0)

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
  async acks(perSecond: number, seconds: number): Promise<number[]> {
    const under: Promise<number>[] = []
    const from = performance.now()
    for (let i = 0; i < perSecond * seconds; i++) {
      const due = from + (i * 1_000) / perSecond
      while (performance.now() < due) await wait(Math.max(0, due - performance.now()))
      under.push(market.bid())
    }
    const ms = await Promise.all(under)
    if (market.refused > 0) throw new Error(`${market.refused} bids were refused`)
    return ms
  },
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
    database: databaseCpu(),
    wal: await walBytes(),
  }),
}
export type Hall = typeof doings
process.on('disconnect', () => {
  void (async () => {
    await server.stop()
    await rooms.stop()
    time.stop()
    await store.close()
    process.exit(0)
  })()
})
serve(doings)
