import type { Logger } from '../logger.ts'
import { Gauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import type { Timers } from '../room/timers.ts'

interface StandbyOptions {
  /** The operator says that commits wait for a standby (`DATABASE_SYNC`). */
  readonly expected: boolean
  readonly waits: () => Promise<boolean>
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Logger
}

export interface StandbyWatch {
  readonly metrics: readonly Metric[]
  /** For `/readyz`; `null`: as the operator expects. */
  readonly warning: string | null
  /** Asks again, for a test. */
  look(): Promise<void>
  stop(): void
}

const EVERY_MS = 10_000
const WARNING =
  'DATABASE_SYNC=1, but commits do not wait for a standby: acknowledged bids would be lost with the primary. Set synchronous_standby_names, and synchronous_commit to on.'

/**
 * Watches whether commits wait for a standby. The node stays ready where they do not: the sale goes on, and a load
 * balancer that takes out every node would end it.
 */
export function watchStandby({ expected, waits, timers, logger }: StandbyOptions): StandbyWatch {
  let waiting: boolean | null = null
  async function look(): Promise<void> {
    const now = await waits()
    if (expected && !now && waiting !== false) logger.error(WARNING)
    if (expected && now && waiting === false) logger.warn('commits wait for a standby again')
    waiting = now
  }
  const again = () => {
    look().catch((error: unknown) =>
      logger.warn({ err: error }, 'the database does not tell whether a standby is waited for'),
    )
  }
  again()
  const stop = timers.every(EVERY_MS, again)
  return {
    metrics: [
      new Gauge('database_synchronous_standby', 'Whether commits wait for a standby (1) or not (0).', () =>
        waiting === true ? 1 : 0,
      ),
      new Gauge('database_sync_alarm', 'DATABASE_SYNC is set, and commits do not wait for a standby.', () =>
        expected && waiting === false ? 1 : 0,
      ),
    ],
    get warning() {
      return expected && waiting === false ? WARNING : null
    },
    look,
    stop,
  }
}
