import type { Audience } from '../parts/audience.ts'
import type { Hall } from '../parts/hall.ts'
import { quantile } from '../parts/numbers.ts'
import { start } from '../parts/rpc.ts'
import type { Costs } from './simulate.ts'

const SECONDS = 12
/** Newcomers are counted, their handshakes collected. */
const SETTLED_MS = 10_000
/** A whole number of ticks. */
const QUIET_MS = 12_000
/** Few, so that the watchers are most of the work: a frame leaves every 50 ms all the same. */
export const BIDS_A_SECOND = 40

/** What a room with so many watchers did, and what that cost. */
export interface Measured {
  readonly watchers: number
  readonly acks: readonly number[]
  readonly arrivals: readonly number[]
  readonly appends: readonly number[]
  /** Share of a core, while bids came and while none did. */
  readonly busy: number
  readonly quiet: number
  /** The same of the watchers' process. */
  readonly reading: number
  readonly readingQuiet: number
  /** Frames and bytes to one watcher in a second, by type, while bids came. */
  readonly read: Readonly<Record<string, { readonly frames: number; readonly bytes: number }>>
  readonly sent: { readonly frames: number; readonly bytes: number }
  /** Of the database, for one bid: processor time in ms, and bytes of its log. */
  readonly database: { readonly ms: number; readonly wal: number }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Measures one room with ever more watchers, who answer ticks as the app does. */
export async function measureRoom(
  crowds: readonly number[],
): Promise<{ readonly rooms: readonly Measured[]; readonly rush: Rush }> {
  const hall = await start<Hall>(new URL('../parts/hall.ts', import.meta.url))
  const audience = await start<Audience>(new URL('../parts/audience.ts', import.meta.url))
  try {
    await hall.ask('acks', BIDS_A_SECOND, 3)
    await hall.ask('rush', 1_000)
    const rush = await hall.ask('rush', 3_000)
    await hall.ask('acks', BIDS_A_SECOND, 1)
    const all: Measured[] = []
    let there = 0
    for (const watchers of crowds) {
      const { port, timelineId, tokens } = await hall.ask('door', watchers - there, there)
      await audience.ask('come', port, timelineId, tokens)
      there = watchers
      await hall.ask('acks', BIDS_A_SECOND, 1)
      all.push(await measureWith(watchers, hall, audience))
    }
    return { rooms: all, rush }
  } finally {
    await audience.end()
    await hall.end()
  }
}

async function measureWith(
  watchers: number,
  hall: Awaited<ReturnType<typeof start<Hall>>>,
  audience: Awaited<ReturnType<typeof start<Audience>>>,
): Promise<Measured> {
  const spent = async () => ({ ...(await hall.ask('used')), audience: await audience.ask('cpu') })
  await pause(SETTLED_MS)
  const [a, quietMs] = [await spent(), await timed(() => pause(QUIET_MS))]
  const b = await spent()
  await Promise.all([hall.ask('forget'), audience.ask('forget')])
  const c = await spent()
  let acks: readonly number[] = []
  const busyMs = await timed(async () => {
    acks = await hall.ask('acks', BIDS_A_SECOND, SECONDS)
  })
  const d = await spent()
  await pause(500)
  const { read, sent } = await audience.ask('tally')
  const { arrivals, contents } = await audience.ask('arrivals')
  const durable = await hall.ask('durable')
  // Readers' numbers leave out secrets, so the events are matched by their order.
  const firsts = contents.map((_, i) => contents.slice(0, i).reduce((sum, bids) => sum + bids, 0))
  const each = (tally: { frames: number; bytes: number }) => ({
    frames: tally.frames / Math.max(1, watchers) / SECONDS,
    bytes: tally.bytes / Math.max(1, watchers) / SECONDS,
  })
  const bids = BIDS_A_SECOND * SECONDS
  return {
    watchers,
    acks,
    appends: await hall.ask('appends'),
    arrivals: arrivals.flatMap((frames) =>
      frames.flatMap((at, i) =>
        durable.slice(firsts[i], (firsts[i] ?? 0) + (contents[i] ?? 0)).map((since) => at - since),
      ),
    ),
    busy: ((d.node - c.node) * 1_000) / busyMs,
    quiet: ((b.node - a.node) * 1_000) / quietMs,
    reading: ((d.audience - c.audience) * 1_000) / busyMs,
    readingQuiet: ((b.audience - a.audience) * 1_000) / quietMs,
    read: Object.fromEntries(Object.entries(read).map(([type, tally]) => [type, each(tally)])),
    sent: each(sent),
    database: { ms: ((d.database - c.database) * 1_000) / bids, wal: (d.wal - c.wal) / bids },
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

const TICK_S = 4

/** A room at its limit: bids, the appends that carried them, and processor time in ms. */
export interface Rush {
  readonly bids: number
  readonly appends: number
  readonly ms: number
}

/** Service times from a room without watchers, one with a few, and a rush. */
export function costsFrom(alone: Measured, few: Measured, rush: Rush): Costs {
  // Two equations: at an even pace nearly every bid has an append of its own, in a rush many share one.
  const each = ((alone.busy - alone.quiet) * 1_000) / BIDS_A_SECOND
  const share = alone.appends.length / alone.acks.length
  const rushEach = rush.ms / rush.bids
  const rushShare = rush.appends / rush.bids
  const batch = (each - rushEach) / (share - rushShare)
  const bid = each - batch * share
  // Only what comes before the answer delays it.
  const before = quantile(alone.acks, 0.5) - quantile(alone.appends, 0.5)
  const shared = Math.min(batch, Math.max(0, before - bid))
  const ticks = few.watchers / TICK_S
  const tick = ((few.quiet - alone.quiet) * 1_000) / ticks
  const readTick = ((few.readingQuiet - alone.readingQuiet) * 1_000) / ticks
  const frames = (few.read['3']?.frames ?? 0) * few.watchers
  return {
    bid,
    batch: shared,
    after: batch - shared,
    tick,
    readTick,
    event: ((few.busy - few.quiet - (alone.busy - alone.quiet)) * 1_000) / frames,
    read: ((few.reading - few.readingQuiet) * 1_000) / frames,
    appends: alone.appends,
  }
}
