import type { Measure, Pair } from './measure.ts'
import type { Bare } from './parts/bare.ts'
import type { Crowd } from './parts/crowd.ts'
import type { House } from './parts/house.ts'
import { quantile } from './parts/numbers.ts'
import { start } from './parts/rpc.ts'

const WATCHERS = 1_000
const EVENTS = 60
/** The first after a quiet time leaves at once; those behind it are gathered for 50 ms. */
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
      await told(near, () => house.ask('tell'), 20)
      const frame = await near.ask('last')
      await told(plain, () => bare.ask('tell', frame), 20)
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++) {
        const ours = await told(near, () => house.ask('tell'), EVENTS)
        // The bytes of the room's frame, written the shortest way there is.
        pairs.push({ ours, bare: await told(plain, () => bare.ask('tell', frame), EVENTS) })
      }
      return pairs
    } finally {
      await Promise.all([near, plain].map((crowd) => crowd.end()))
      await Promise.all([house.end(), bare.end()])
    }
  },
}

/** p99 over all watchers and events, from the moment it begins to go out until it is read. */
async function told(
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
