import type { Measure, Pair } from './measure.ts'
import { quantile } from './parts/numbers.ts'
import { BIDS_A_SECOND, costsFrom, measureRoom } from './scale/costs.ts'
import type { Measured } from './scale/costs.ts'
import { measureCalls, measureSales } from './scale/calls.ts'
import { foretell, SHARES } from './scale/extrapolate.ts'
import { simulate } from './scale/simulate.ts'
import type { Simulated } from './scale/simulate.ts'

/** The model is fed from rooms with none and a few watchers, and must foretell the others. */
const FEW = 500
const MANY: readonly number[] = [1_000, 2_000]
const SECONDS = 20
const RUNS_MOST = 2
/** The greater over the lesser of what is foretold and what is measured. */
const WITHIN = 1.3

interface Compared {
  readonly measured: Measured
  readonly simulated: Simulated
  /** Processor time of a quiet room with as many watchers but no ticks, which the simulation leaves out. */
  readonly base: number
}

const FIGURES: readonly (readonly [string, string, (of: Compared, which: 'measured' | 'simulated') => number])[] = [
  ['acknowledgement p50', 'ms', (of, which) => quantile(of[which].acks, 0.5)],
  ['an event read by a watcher, p50', 'ms', (of, which) => quantile(of[which].arrivals, 0.5)],
  ['an event read by a watcher, p99', 'ms', (of, which) => quantile(of[which].arrivals, 0.99)],
  ['share of a core', '', (of, which) => of[which].busy + (which === 'simulated' ? of.base : 0)],
]

/** How well the model of `docs/scale.md` foretells this machine. */
export function scaleMeasures(): readonly Measure[] {
  let runs: Promise<readonly (readonly Compared[])[]> | null = null
  return MANY.flatMap((watchers, i) =>
    FIGURES.map(([what, unit, of]): Measure => ({
      what: `scale: ${what} with ${watchers} watchers, foretold and measured`,
      ours: `${unit} the greater`.trim(),
      bare: `${unit} the lesser`.trim(),
      target: { most: WITHIN },
      async run(count) {
        runs ??= compareTimes(Math.min(count, RUNS_MOST))
        return (await runs).map((all): Pair => {
          const one = all[i]
          if (one === undefined) throw new Error('nothing was measured')
          const [measured, simulated] = [of(one, 'measured'), of(one, 'simulated')]
          say(
            `  ${what}, ${watchers} watchers: foretold ${simulated.toPrecision(3)}, measured ${measured.toPrecision(3)}`,
          )
          return { ours: Math.max(measured, simulated), bare: Math.min(measured, simulated) }
        })
      },
    })),
  )
}

async function compareTimes(count: number): Promise<readonly (readonly Compared[])[]> {
  const all: (readonly Compared[])[] = []
  for (let i = 0; i < count; i++) all.push(await compare())
  return all
}

async function compare(): Promise<readonly Compared[]> {
  const { rooms, rush } = await measureRoom([0, FEW, ...MANY])
  const [alone, few, ...many] = rooms
  if (alone === undefined || few === undefined) throw new Error('nothing was measured')
  const costs = costsFrom(alone, few, rush)
  const { appends, ...shown } = costs
  say(JSON.stringify({ ...shown, append: [0.5, 0.99].map((q) => quantile(appends, q)), base: alone.quiet, rush }))
  for (const { watchers, read, sent, database, busy, quiet } of [alone, few, ...many])
    say(JSON.stringify({ watchers, busy, quiet, read, sent, database }))
  const calls = await measureCalls()
  say(JSON.stringify({ calls, sale: await measureSales() }))
  // A bid comes over HTTP there, which costs the node more than the room does.
  const overHttp = { ...costs, bid: Math.max(costs.bid, calls.bid.node - costs.batch - costs.after) }
  for (const share of SHARES) say(JSON.stringify(foretell(overHttp, share)))
  return many.map((measured) => ({
    measured,
    // The database's own time is taken as it was: the model is one of the node.
    simulated: simulate(
      { ...costs, appends: measured.appends },
      {
        watchers: measured.watchers,
        sales: 1,
        bidsPerSecond: BIDS_A_SECOND,
        seconds: SECONDS,
      },
    ),
    base: alone.quiet,
  }))
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
