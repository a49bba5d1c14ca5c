import type { Links } from '../../domain/decide/links.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { Log } from '../store/log.ts'
import type { Sealing } from './batch.ts'
import type { LedgerDeps } from './ledger.ts'
import type { SignReceipts } from './ports.ts'
import type { RoomMetrics } from './room-metrics.ts'
import type { Timers } from './timers.ts'

export interface RoomLimits {
  /** Maximum number of waiting commands; beyond it the room answers that it is busy. */
  readonly queue: number
  /** Commands decided before the event loop gets a turn. */
  readonly chunk: number
  /** Maximum number of commands decided ahead of a running append. */
  readonly batch: number
  /** Delay before an unreachable store is asked again. */
  readonly retryMs: number
}

export const ROOM_LIMITS: RoomLimits = { queue: 5_000, chunk: 64, batch: 1_000, retryMs: 500 }

export interface RoomDeps extends LedgerDeps {
  readonly log: LedgerDeps['log'] & Pick<Log, 'findVerdicts' | 'verdictOf' | 'probe' | 'markAlive'>
  readonly clock: Clock
  readonly timers: Timers
  readonly sealing: Sealing
  readonly sign: SignReceipts
  readonly metrics: RoomMetrics
  readonly room: RoomLimits
  /** When the judged companies last answered, on any node; the room has been up since `upSince`. */
  links(state: SessionState, upSince: Instant, now: Instant): Links
}
