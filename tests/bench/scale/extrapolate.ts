import { quantile } from '../parts/numbers.ts'
import { simulate } from './simulate.ts'
import type { Costs } from './simulate.ts'

const SECONDS = 20

/** A node's share of a large installation. */
export interface Share {
  readonly watchers: number
  readonly sales: number
  readonly bidsPerSecond: number
  /** Round trip to the database, ms: it is added to every append. */
  readonly away: number
}

export interface Foretold extends Share {
  /** Verdict, p50 and p99, ms, without HTTP's way to the browser. */
  readonly verdict: readonly [number, number]
  /** An event written to a watcher, p50 and p99, ms. */
  readonly told: readonly [number, number]
  /** Share of a core. */
  readonly busy: number
}

/** What the model says of a node whose watchers read elsewhere, each on a machine of its own. */
export function foretell(costs: Costs, { watchers, sales, bidsPerSecond, away }: Share): Foretold {
  const { acks, arrivals, busy } = simulate(
    { ...costs, read: 0, readTick: 0, appends: costs.appends.map((ms) => ms + away) },
    { watchers, sales, bidsPerSecond, seconds: SECONDS },
  )
  const both = (of: readonly number[]): readonly [number, number] => {
    const sorted = of.toSorted((a, b) => a - b)
    return [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  }
  return { watchers, sales, bidsPerSecond, away, verdict: both(acks), told: both(arrivals), busy }
}

/** One node after the other of 1,000 sales with 100 watchers each, and beyond what a node bears. */
export const SHARES: readonly Share[] = [
  { watchers: 5_000, sales: 50, bidsPerSecond: 25, away: 0 },
  { watchers: 10_000, sales: 100, bidsPerSecond: 50, away: 0 },
  { watchers: 20_000, sales: 200, bidsPerSecond: 100, away: 0 },
  { watchers: 10_000, sales: 100, bidsPerSecond: 150, away: 0 },
  { watchers: 10_000, sales: 100, bidsPerSecond: 50, away: 70 },
  { watchers: 10_000, sales: 100, bidsPerSecond: 50, away: 180 },
  { watchers: 10_000, sales: 1, bidsPerSecond: 20, away: 0 },
]
