import { instant } from '../domain/units.ts'
import type { Instant } from '../domain/units.ts'
import type { Logger } from './logger.ts'
import type { Clock } from './ports.ts'
import type { Timers } from './room/timers.ts'

interface ClockDeps {
  /** The database's time, ms since epoch (with fractions). */
  readonly ask: () => Promise<number>
  /** Ms on a clock that is never adjusted. */
  readonly monotonic: () => number
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Logger
  /** Called when the database's clock was set back by this much: server time stands still until it has caught up. */
  readonly setBack?: (byMs: number) => void
}

export interface RunningClock extends Clock {
  /** How well the database's clock is known. */
  reading(): ClockReading
  /** Asks again, for a test or after a long sleep. */
  sync(): Promise<void>
  stop(): void
}

export interface ClockReading {
  /** Round trip of the sample in use, ms: server time is accurate to half of it. */
  readonly rttMs: number
  /** Time since the database was last asked, ms. */
  readonly ageMs: number
}

/** The result of one query: server time minus monotonic time, accurate to half the round trip. */
interface Sample {
  readonly offset: number
  readonly rtt: number
}

const EVERY_MS = 10_000
const ASKED = 5
/** Number of samples kept, about a minute's; the one with the shortest round trip counts. */
const KEPT = 6
/** A smaller set-back is caught up with at once, so it is ignored. */
export const SET_BACK_MS = 1_000
/** Maximum drift between the two clocks within that minute. */
const DRIFT_MS = 10

/**
 * The database's clock is the room's clock on every node: the quickest of several queries measures its offset from the
 * monotonic clock. It never goes back: when the database's clock is set back, it stops until time has caught up.
 */
export async function startClock({ ask, monotonic, timers, logger, setBack }: ClockDeps): Promise<RunningClock> {
  let samples: Sample[] = []
  let offset = 0
  let last = 0
  let syncedAt = monotonic()

  async function sync(): Promise<void> {
    const sample = await quickest(ask, monotonic)
    syncedAt = monotonic()
    // Contradicting samples mean that the database's clock was set, or that this machine slept: older samples are
    // dropped.
    const agree = samples.every((old) => Math.abs(old.offset - sample.offset) <= (old.rtt + sample.rtt) / 2 + DRIFT_MS)
    if (!agree)
      logger.warn(
        { byMs: Math.round(sample.offset - offset) },
        "the database's clock and this machine's have moved against each other",
      )
    samples = [...(agree ? samples : []), sample].slice(-KEPT)
    offset = samples.reduce((best, next) => (next.rtt < best.rtt ? next : best)).offset
    const byMs = Math.floor(last - (monotonic() + offset))
    if (byMs > SET_BACK_MS) setBack?.(byMs)
  }

  await sync()
  const cancel = timers.every(EVERY_MS, () => {
    sync().catch((error: unknown) =>
      logger.warn({ err: error }, 'the database does not tell the time; going on with the last known'),
    )
  })

  return {
    now(): Instant {
      last = Math.max(last, Math.floor(monotonic() + offset))
      return instant(last)
    },
    reading: () => ({ rttMs: Math.min(...samples.map(({ rtt }) => rtt)), ageMs: monotonic() - syncedAt }),
    sync,
    stop: cancel,
  }
}

async function quickest(ask: ClockDeps['ask'], monotonic: ClockDeps['monotonic']): Promise<Sample> {
  let best: Sample | null = null
  for (let i = 0; i < ASKED; i++) {
    const sent = monotonic()
    const time = await ask()
    const received = monotonic()
    const rtt = received - sent
    if (best === null || rtt < best.rtt) best = { offset: time - (sent + received) / 2, rtt }
  }
  if (best === null) throw new RangeError('no sample')
  return best
}

export const monotonic = (): number => performance.now()
