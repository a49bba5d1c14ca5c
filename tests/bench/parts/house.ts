import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { liveServer } from '../../support/room/live.ts'
import { temporaryStore } from '../../support/store/temporary.ts'
import { databaseCpu } from './database-cpu.ts'
import { clockOf, Market, nodeOn } from './market.ts'
import { memory, sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** A node of ours, as the server wires it: store, rooms and the live connection. */
const BIDDERS = 40
const store = await temporaryStore()
const time = await clockOf(store)
const rooms = nodeOn(store, time)
await rooms.start()
const server = await liveServer(rooms, time)
const market = await Market.open(store, rooms, time, BIDDERS)

const postmaster = Number.parseInt(readFileSync(join(store.dataDir, 'pg/postmaster.pid'), 'utf8'), 10)

/** Registered before any watcher, so that it hears a durable event first. */
let heard: ((at: number) => void) | null = null
await rooms.watch(market.id, { advanced: () => heard?.(sharedMs()), loaded: () => undefined, decided: () => undefined })

const doings = {
  door: (watchers: number) => ({
    port: server.port,
    timelineId: market.id,
    tokens: Array.from({ length: watchers }, (_, i) =>
      server.tokens.deal(market.id, { identity: 'audience' }, `watcher-${i}`, time),
    ),
  }),
  /** One bid; resolves with the time it became durable and its event was sent. */
  async tell(): Promise<number> {
    const at = new Promise<number>((resolve) => {
      heard = resolve
    })
    await market.bid()
    return at
  },
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
  memory,
  cpu: () => process.cpuUsage(),
  dataDir: () => store.dataDir,
  /** CPU time of the database's processes, ms. */
  databaseCpu: () => databaseCpu(postmaster),
}
export type House = typeof doings
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
