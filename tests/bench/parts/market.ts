import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { later } from '../../../src/domain/units.ts'
import { monotonic, startClock } from '../../../src/server/clock.ts'
import { quiet } from '../../../src/server/logger.ts'
import { carrierOf } from '../../../src/server/room/carried.ts'
import type { RoomService } from '../../../src/server/room/rooms.ts'
import { systemTimers } from '../../../src/server/room/timers.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { bid, bidder, HOST, lotOf, node, published } from '../../support/room/sale.ts'

const STEP = 1_000
const FIRST = 100_000
const LOTS = 60

export async function clockOf(store: Store) {
  const running = await startClock({
    timers: systemTimers,
    ask: () => store.log.databaseTime(),
    monotonic,
    logger: quiet,
  })
  return { now: () => running.now(), stop: () => running.stop(), ...systemTimers }
}
export type BenchTime = Awaited<ReturnType<typeof clockOf>>

/** A sale whose 60 lots stay open, with bids that are always valid. */
export class Market {
  readonly id: string
  readonly #rooms: RoomService
  readonly #time: BenchTime
  readonly #price = Array.from({ length: LOTS }, () => FIRST)
  readonly #bidders: number
  #next = 0
  refused = 0

  private constructor(id: string, rooms: RoomService, time: BenchTime, bidders: number) {
    this.id = id
    this.#bidders = bidders
    this.#rooms = rooms
    this.#time = time
  }

  static async open(store: Store, rooms: RoomService, time: BenchTime, bidders: number): Promise<Market> {
    const lots = Array.from({ length: LOTS }, (_, i) => lotOf(i + 1))
    const id = await published(store, rooms, time, { lots, bidders, rule: { biddingSeconds: 3_600 }, opensInMs: 4_000 })
    while ((await rooms.give(id, { type: 'start', lots: null, biddingSeconds: null }, HOST)).verdict !== 'accepted')
      await wait(50)
    return new Market(id, rooms, time, bidders)
  }

  /** Acknowledgement times of bids at an even pace, in ms. Throws if a bid was refused. */
  async acks(perSecond: number, seconds: number): Promise<number[]> {
    const under: Promise<number>[] = []
    const from = performance.now()
    for (let i = 0; i < perSecond * seconds; i++) {
      const due = from + (i * 1_000) / perSecond
      while (performance.now() < due) await wait(Math.max(0, due - performance.now()))
      under.push(this.bid())
    }
    const ms = await Promise.all(under)
    if (this.refused > 0) throw new Error(`${this.refused} bids were refused`)
    return ms
  }

  /** The next price on the next lot by another bidder than the leader; resolves with the acknowledgement time, ms. */
  async bid(): Promise<number> {
    const by = 1 + (this.#next % this.#bidders)
    const lot = this.#next++ % LOTS
    const price = this.#price[lot] ?? FIRST
    this.#price[lot] = price + STEP
    const notAfter = later(this.#time.now(), 30_000)
    const sent = performance.now()
    const verdict = await this.#rooms.give(this.id, bid(price, notAfter, `lot-${lot + 1}`), bidder(by), {
      keyed: { account: `account-${by}`, bidKey: randomUUID(), fingerprint: 'x'.repeat(64) },
      notAfter,
    })
    if (verdict.verdict !== 'accepted') this.refused += 1
    return performance.now() - sent
  }

  /** Concurrent callers, each bidding again as soon as its last bid is acknowledged, while `goOn`. */
  async rush(callers: number, goOn: () => boolean): Promise<number> {
    let bids = 0
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (; goOn(); bids++) await this.bid()
      }),
    )
    return bids
  }
}

/** The nodes of an installation share it; those of a bench are processes. */
const NOTICE_KEY = Buffer.alloc(32, 'notice')

export const nodeOn = (store: Store, time: BenchTime): RoomService =>
  node(store, time, { carrier: carrierOf(NOTICE_KEY) })
