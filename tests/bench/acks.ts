import type { Measure, Pair } from './measure.ts'
import type { Crowd } from './parts/crowd.ts'
import type { House } from './parts/house.ts'
import { median } from './parts/numbers.ts'
import { start } from './parts/rpc.ts'

const WATCHERS = 2_000
const BIDS_A_SECOND = 160
const SECONDS = 5

export const acks: Measure = {
  what: `acknowledgement p50 at ${BIDS_A_SECOND} bids/s with ${WATCHERS} watchers`,
  ours: 'ms, with watchers',
  bare: 'ms, with none',
  target: { most: 3 },
  async run(runs) {
    const house = () => start<House>(new URL('parts/house.ts', import.meta.url))
    const [full, empty, crowd] = await Promise.all([
      house(),
      house(),
      start<Crowd>(new URL('parts/crowd.ts', import.meta.url)),
    ])
    try {
      const { port, timelineId, tokens } = await full.ask('door', WATCHERS)
      await crowd.ask('come', port, timelineId, tokens)
      const acked = async (of: typeof full) => median(await of.ask('acks', BIDS_A_SECOND, SECONDS))
      await Promise.all([full.ask('acks', BIDS_A_SECOND, 1), empty.ask('acks', BIDS_A_SECOND, 1)])
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++) {
        const ours = await acked(full)
        await crowd.ask('forget')
        pairs.push({ ours, bare: await acked(empty) })
      }
      return pairs
    } finally {
      await crowd.end()
      await Promise.all([full.end(), empty.end()])
    }
  },
}
