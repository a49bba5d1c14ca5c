import type { Measure, Pair } from './measure.ts'
import type { Bare } from './parts/bare.ts'
import type { Crowd } from './parts/crowd.ts'
import type { House } from './parts/house.ts'
import { start } from './parts/rpc.ts'

const WATCHERS = 2_000
const KB = 1_024

/** Memory per watcher in the server's process. */
const of = (kind: 'rss' | 'heap', name: string): Measure => ({
  what: `memory per watcher (${name})`,
  ours: 'KiB, the room',
  bare: 'KiB, bare ws',
  target: { most: 1.3 },
  async run(runs) {
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++)
      pairs.push({ ours: (await perWatcher('house', kind)) / KB, bare: (await perWatcher('bare', kind)) / KB })
    return pairs
  },
})

async function perWatcher(which: 'house' | 'bare', kind: 'rss' | 'heap'): Promise<number> {
  const server = await start<House | Bare>(new URL(`parts/${which}.ts`, import.meta.url), ['--expose-gc'])
  const crowd = await start<Crowd>(new URL('parts/crowd.ts', import.meta.url))
  try {
    const door = await server.ask('door', WATCHERS)
    const tokens = 'tokens' in door ? door.tokens : Array.from({ length: WATCHERS }, () => 'none')
    const before = await server.ask('memory')
    await crowd.ask('come', door.port, door.timelineId, tokens)
    return ((await server.ask('memory'))[kind] - before[kind]) / WATCHERS
  } finally {
    await crowd.end()
    await server.end()
  }
}

export const resident = of('rss', 'resident')
export const held = of('heap', 'heap and buffers')
