import type { Measure, Pair } from './measure.ts'
import type { Bare } from './parts/bare.ts'
import type { Crowd } from './parts/crowd.ts'
import type { House } from './parts/house.ts'
import { quantile } from './parts/numbers.ts'
import { start } from './parts/rpc.ts'

const WATCHERS = 1_000
const EVENTS = 60
/** Events far enough apart that each is sent at once instead of being batched. */
const APART_MS = 80

export const fanout: Measure = {
  what: `one event to ${WATCHERS} watchers, p99`,
  ours: 'ms, the room',
  bare: 'ms, one prepared frame by bare ws',
  target: { most: 1.2 },
  async run(runs) {
    const [house, bare] = await Promise.all([
      start<House>(new URL('parts/house.ts', import.meta.url)),
      start<Bare>(new URL('parts/bare.ts', import.meta.url)),
    ])
    const [near, plain] = await Promise.all([
      start<Crowd>(new URL('parts/crowd.ts', import.meta.url)),
      start<Crowd>(new URL('parts/crowd.ts', import.meta.url)),
    ])
    try {
      const { port, timelineId, tokens } = await house.ask('door', WATCHERS)
      await near.ask('come', port, timelineId, tokens)
      await plain.ask('come', (await bare.ask('door')).port, 'none', tokens)
      await measure(near, () => house.ask('tell'), 20)
      const frame = await near.ask('last')
      await measure(plain, () => bare.ask('tell', frame), 20)
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++) {
        const ours = await measure(near, () => house.ask('tell'), EVENTS)
        // The same bytes as the room's frame, written without the room.
        pairs.push({ ours, bare: await measure(plain, () => bare.ask('tell', frame), EVENTS) })
      }
      return pairs
    } finally {
      await Promise.all([near, plain].map((crowd) => crowd.end()))
      await Promise.all([house.end(), bare.end()])
    }
  },
}

/** p99 over all watchers and events, from sending to reading. */
async function measure(
  crowd: Awaited<ReturnType<typeof start<Crowd>>>,
  tell: () => Promise<number>,
  events: number,
): Promise<number> {
  await crowd.ask('forget')
  const begun: number[] = []
  for (let i = 0; i < events; i++) {
    const apart = new Promise((resolve) => setTimeout(resolve, APART_MS))
    begun.push(await tell())
    await crowd.ask('has', WATCHERS * (i + 1))
    await apart
  }
  const arrivals = await crowd.ask('arrivals')
  return quantile(
    arrivals.flatMap((times) => times.map((at, event) => at - (begun[event] ?? Number.NaN))),
    0.99,
  )
}
