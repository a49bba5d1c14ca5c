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
  acks: (perSecond: number, seconds: number) => market.acks(perSecond, seconds),
  memory,
  cpu: () => process.cpuUsage(),
  dataDir: () => store.dataDir,
  /** CPU time of the database's processes, ms. */
  databaseCpu: () => databaseCpu(store.dataDir),
}
export type House = typeof doings
serve(doings, async () => {
  await server.stop()
  await rooms.stop()
  time.stop()
  await store.close()
})
