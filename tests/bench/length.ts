import type { Measure, Pair } from './measure.ts'
import { clockOf, Market, nodeOn } from './parts/market.ts'
import type { BenchTime } from './parts/market.ts'
import { median } from './parts/numbers.ts'
import { PAGE_SIZE } from '../../src/contract/constants.ts'
import { bidHistory } from '../../src/server/http/bidding/history.ts'
import { LEDGER_LIMITS } from '../../src/server/room/ledger.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { signerOf } from '../../src/server/receipt.ts'
import { liveServer, rawSocket } from '../support/room/live.ts'
import { KEY } from '../support/room/sale.ts'
import type { LiveServer } from '../support/room/live.ts'
import { temporaryStore } from '../support/store/temporary.ts'

const SHORT = 1_000
const LONG = 100_000
const CALLERS = 256
/** Number of single appends, resumptions and starts per run. */
const APPENDS = 100
const RESUMES = 40
const STARTS = 8
/** Number of missed events. */
const MISSED = 200

interface Sales {
  readonly store: Store
  readonly time: BenchTime
  readonly rooms: RoomService
  readonly server: LiveServer
  readonly short: Market
  readonly long: Market
  end(): Promise<void>
}

let built: Promise<Sales> | null = null
let users = 0

/** Two sales that differ only in length, in one database; made once for all four measures. */
async function build(): Promise<Sales> {
  const store = await temporaryStore()
  const time = await clockOf(store)
  const rooms = nodeOn(store, time)
  await rooms.start()
  const server = await liveServer(rooms, time)
  const short = await Market.open(store, rooms, time, CALLERS)
  const long = await Market.open(store, rooms, time, CALLERS)
  await grow(rooms, short, SHORT)
  await grow(rooms, long, LONG)
  return {
    store,
    time,
    rooms,
    server,
    short,
    long,
    async end() {
      await server.stop()
      await rooms.stop()
      time.stop()
      await store.close()
    },
  }
}

const seqOf = async (rooms: RoomService, { id }: Pick<Market, 'id'>): Promise<number> =>
  (await rooms.state(id))?.seq ?? 0

async function grow(rooms: RoomService, market: Market, to: number): Promise<void> {
  let seq = await seqOf(rooms, market)
  await market.rush(CALLERS, () => seq++ < to)
  if (market.refused > 0) throw new Error(`${market.refused} bids were refused`)
}

const pairwise = (
  what: string,
  unit: string,
  one: (sales: Sales, market: Market) => Promise<number>,
  each: number,
  most = 1.2,
): Measure => ({
  what: `the ${LONG.toLocaleString('en')}th event: ${what}`,
  ours: `${unit}, after ${LONG.toLocaleString('en')}`,
  bare: `${unit}, after ${SHORT.toLocaleString('en')}`,
  target: { most },
  async run(runs) {
    users += 1
    const sales = await (built ??= build())
    try {
      const pairs: Pair[] = []
      // The first run warms up the process.
      for (let run = -1; run < runs; run++) {
        const long: number[] = []
        const short: number[] = []
        for (let i = 0; i < each; i++) {
          long.push(await one(sales, sales.long))
          short.push(await one(sales, sales.short))
        }
        if (run >= 0) pairs.push({ ours: median(long), bare: median(short) })
      }
      return pairs
    } finally {
      if (users === MEASURES) await sales.end()
    }
  },
})

const MEASURES = 4
export const append = pairwise('append', 'ms', (_sales, market) => market.bid(), APPENDS)

/** `getList` of type 1: a page of the history of a lot's bids. */
export const history = pairwise(
  'a page of the bids on a lot',
  'ms',
  async ({ store, rooms }, { id }) => {
    const upTo = await seqOf(rooms, { id })
    const from = performance.now()
    const page = await bidHistory(store.db, { timelineId: id, lot: 'lot-1', upTo, offset: 0, limit: PAGE_SIZE })
    const took = performance.now() - from
    if (page.length === 0) throw new Error('no bids on the lot')
    return took
  },
  RESUMES,
  1.5,
)

export const resume = pairwise(
  `resume after ${MISSED} missed events`,
  'ms',
  async ({ store, rooms, server, time }, { id }) => {
    const state = await rooms.state(id)
    if (state === null) throw new Error('no such sale')
    // No bid of this sale is a secret: its numbers are the log's own.
    const seq = state.seq - MISSED
    const [read] = await store.log.readTail(id, seq - 1, 1)
    if (read === undefined) throw new Error('no such entry')
    const token = server.tokens.deal(id, { identity: 'audience' }, 'back again', time)
    const from = performance.now()
    const socket = await rawSocket(server.port, {
      token,
      timelineId: id,
      has: { epoch: state.epoch, seq, mark: signerOf(KEY).mark(read.entry.hash) },
    })
    await new Promise<void>((resolve, reject) => {
      let got = ''
      socket.on('data', (bytes: Buffer) => {
        got += bytes.toString('latin1')
        if (got.includes('"recovered":false')) reject(new Error('not resumed'))
        // The welcome ends with the last event that was missed.
        if (got.includes(`"seq":${state.seq},"at"`)) resolve()
      })
    })
    const took = performance.now() - from
    socket.destroy()
    return took
  },
  RESUMES,
)

/** Appends bids until this number of events follow the newest snapshot. */
async function behindSnapshot({ log }: Store, rooms: RoomService, market: Market): Promise<void> {
  while (
    (await seqOf(rooms, market)) - ((await log.loadSnapshot(market.id))?.seq ?? 0) !==
    LEDGER_LIMITS.snapshotEvery / 2
  )
    await market.bid()
}

export const begin = pairwise(
  'start of the room',
  'ms',
  async ({ store, time, rooms }, market) => {
    // The same number of events follow the newest snapshot.
    await behindSnapshot(store, rooms, market)
    const fresh = nodeOn(store, time)
    const from = performance.now()
    await fresh.state(market.id)
    const took = performance.now() - from
    await fresh.stop()
    return took
  },
  STARTS,
)
