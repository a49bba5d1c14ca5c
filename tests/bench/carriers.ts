import { setTimeout as wait } from 'node:timers/promises'
import type { Measure, Pair } from './measure.ts'
import type { Audience } from './parts/audience.ts'
import type { House } from './parts/house.ts'
import { quantile } from './parts/numbers.ts'
import type { Readers } from './parts/readers.ts'
import { start } from './parts/rpc.ts'

/** Between two polls of the app. */
const POLL_EVERY_MS = 300

const WATCHERS = 300
const BIDS = 40
/** Far enough apart that each bid is sent by itself: four a second, a lively lot. */
const APART_MS = 250
const KB = 1_024

type Carrier = 'socket' | 'stream' | 'poll'

/** What one watcher costs while bids come. */
interface Cost {
  /** Heap and buffers of the server, KiB. */
  readonly heap: number
  /** Processor time of the server in a second, µs. */
  readonly cpu: number
  /** Sent and received for one bid, B: ticks, heartbeats and the headers of HTTP among them, without TCP, IP and TLS. */
  readonly bytes: number
  /** From a bid's being durable to its being read, p50, ms. */
  readonly delay: number
}

/** Each figure with its unit, and how many times the socket's it may be over a stream and by polls. */
const FIGURES: readonly (readonly [keyof Cost, string, string, { readonly stream: number; readonly poll: number }])[] =
  [
    ['heap', 'memory per watcher (heap and buffers)', 'KiB', { stream: 2, poll: 6 }],
    ['cpu', 'processor time of a watcher at four bids a second', 'µs/s', { stream: 3, poll: 10 }],
    ['bytes', 'bytes for a bid at four bids a second', 'B', { stream: 2, poll: 6 }],
    ['delay', 'a bid read by a watcher, p50', 'ms', { stream: 2.5, poll: 1.5 }],
  ]

/** What a watcher costs over HTTP, compared with the WebSocket of the same room. */
export function carrierMeasures(): readonly Measure[] {
  let runs: Promise<readonly Readonly<Record<Carrier, Cost>>[]> | null = null
  return (['stream', 'poll'] as const).flatMap((carrier) =>
    FIGURES.map(([figure, what, unit, most]): Measure => {
      // A bid waits for the next poll: half of the pause between two, in the middle.
      const pause = carrier === 'poll' && figure === 'delay' ? POLL_EVERY_MS / 2 : 0
      return {
        what: `carrier ${carrier}: ${what}`,
        ours: `${unit}, ${carrier}`,
        bare: pause === 0 ? `${unit}, socket` : `${unit}, socket and half a pause`,
        target: { most: most[carrier] },
        async run(count) {
          runs ??= measureTimes(count)
          return (await runs).map((costs): Pair => {
            const { [carrier]: over, socket } = costs
            return { ours: over[figure], bare: socket[figure] + pause }
          })
        },
      }
    }),
  )
}

async function measureTimes(count: number): Promise<readonly Readonly<Record<Carrier, Cost>>[]> {
  const all: Readonly<Record<Carrier, Cost>>[] = []
  for (let run = 0; run < count; run++)
    all.push({ socket: await measure('socket'), stream: await measure('stream'), poll: await measure('poll') })
  return all
}

async function measure(carrier: Carrier): Promise<Cost> {
  const house = await start<House>(new URL('parts/house.ts', import.meta.url), ['--expose-gc'])
  const crowd = await watchersOf(carrier)
  try {
    const { port, timelineId, tokens } = await house.ask('door', WATCHERS)
    const before = await house.ask('memory')
    await crowd.come(port, timelineId, tokens)
    const heap = ((await house.ask('memory')).heap - before.heap) / WATCHERS / KB
    // The first bids make what all later ones use.
    await bids(house, 4)
    await crowd.forget()
    const [cpu, bytes, from] = [await house.ask('cpu'), await crowd.bytes(), performance.now()]
    const durable = await bids(house, BIDS)
    const seconds = (performance.now() - from) / 1_000
    const [{ user, system }, sent] = [await house.ask('cpu'), (await crowd.bytes()) - bytes]
    const late = (await crowd.arrivals()).flatMap((times) => {
      if (times.length !== BIDS) throw new Error(`${times.length} of ${BIDS} bids were read over the ${carrier}`)
      return times.map((at, bid) => at - (durable[bid] ?? Number.NaN))
    })
    return {
      heap,
      cpu: (user + system - cpu.user - cpu.system) / WATCHERS / seconds,
      bytes: sent / WATCHERS / BIDS,
      delay: quantile(late, 0.5),
    }
  } finally {
    await crowd.end()
    await house.end()
  }
}

/** Bids at an even pace; resolves with the times at which they became durable, after all have been read. */
async function bids(house: Awaited<ReturnType<typeof start<House>>>, count: number): Promise<readonly number[]> {
  const durable: number[] = []
  for (let bid = 0; bid < count; bid++) {
    const apart = wait(APART_MS)
    durable.push(await house.ask('tell'))
    await apart
  }
  await wait(2 * APART_MS)
  return durable
}

interface Watchers {
  come(port: number, timelineId: string, tokens: readonly string[]): Promise<void>
  forget(): Promise<void>
  bytes(): Promise<number>
  arrivals(): Promise<readonly (readonly number[])[]>
  end(): Promise<void>
}

async function watchersOf(carrier: Carrier): Promise<Watchers> {
  if (carrier === 'socket') {
    const audience = await start<Audience>(new URL('parts/audience.ts', import.meta.url))
    return {
      come: (...door) => audience.ask('come', ...door),
      forget: () => audience.ask('forget'),
      async bytes() {
        const { read, sent } = await audience.ask('tally')
        return Object.values(read).reduce((all, { bytes }) => all + bytes, sent.bytes)
      },
      arrivals: async () => (await audience.ask('arrivals')).arrivals,
      end: () => audience.end(),
    }
  }
  const readers = await start<Readers>(new URL('parts/readers.ts', import.meta.url))
  return {
    come: (...door) => readers.ask('come', carrier, ...door),
    forget: () => readers.ask('forget'),
    bytes: () => readers.ask('bytes'),
    arrivals: () => readers.ask('arrivals'),
    async end() {
      await readers.ask('leave')
      await readers.end()
    },
  }
}
