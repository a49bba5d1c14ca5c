import type { Measure, Pair } from './measure.ts'
import type { Batch } from '../../src/server/store/batch.ts'
import type { Log } from '../../src/server/store/log.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { timelineRow } from '../support/room/sale.ts'
import { clockOf, Market, nodeOn } from './parts/market.ts'

const CALLERS = 256
const SECONDS = 3

export const bids: Measure = {
  what: `accepted durable bids/s from ${CALLERS} clients`,
  ours: 'bids/s, the room',
  bare: 'bids/s, the same batches appended bare',
  target: { least: 0.5 },
  async run(runs) {
    const store = await temporaryStore()
    const time = await clockOf(store)
    const batches: Batch[] = []
    const log: Log = {
      ...store.log,
      append: (batch) => {
        batches.push(batch)
        return store.log.append(batch)
      },
    }
    const rooms = nodeOn({ ...store, log }, time)
    await rooms.start()
    const market = await Market.open(store, rooms, time, CALLERS)
    const pairs: Pair[] = []
    await rush(market, 1)
    for (let run = 0; run < runs; run++) {
      batches.length = 0
      const ours = await rush(market, SECONDS)
      pairs.push({ ours, bare: await appended(store, batches) })
    }
    if (market.refused > 0) throw new Error(`${market.refused} bids were refused`)
    await rooms.stop()
    time.stop()
    await store.close()
    return pairs
  },
}

async function rush(market: Market, seconds: number): Promise<number> {
  const from = performance.now()
  const count = await market.rush(CALLERS, () => performance.now() - from < seconds * 1_000)
  return count / ((performance.now() - from) / 1_000)
}

/** Appends the same bytes in the same batches by the same statement to another log, without the room. */
async function appended(store: Store, batches: readonly Batch[]): Promise<number> {
  const [first] = batches
  const [entry] = first?.entries ?? []
  if (first === undefined || entry === undefined) throw new Error('nothing to append')
  const id = await timelineRow(store, entry.at)
  await store.log.ensureHead(id, entry.epoch, entry.prevHash)
  const moved = batches.map((batch) => ({
    ...batch,
    timelineId: id,
    expectedSeq: batch.expectedSeq - first.expectedSeq,
    newSeq: batch.newSeq - first.expectedSeq,
    notAfter: null,
    entries: batch.entries.map((one) => ({ ...one, seq: one.seq - first.expectedSeq })),
    // A key's verdict is final, so these verdicts are of other accounts.
    verdicts: batch.verdicts.map((verdict) => ({
      ...verdict,
      accountId: verdict.accountId.replace('account', 'nobody '),
    })),
  }))
  const from = performance.now()
  for (const batch of moved) {
    const result = await store.log.append(batch)
    if (result !== 'appended') throw new Error(JSON.stringify(result))
  }
  return moved.reduce((sum, { verdicts }) => sum + verdicts.length, 0) / ((performance.now() - from) / 1_000)
}
