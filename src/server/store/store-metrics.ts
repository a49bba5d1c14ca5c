import type { Pool } from 'pg'
import { Counter, Gauge, LabelledGauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'

export type Use = 'http' | 'log' | 'reports'

/** Counters of a node's database connections. */
export class StoreMetrics {
  /**
   * `log`: a statement of the log whose outcome is unknown; `idle`: a waiting connection that died; `listen`: a failed
   * attempt to listen again.
   */
  readonly errors = new Counter('database_errors_total', 'Times the database did not answer, by where.', 'where')
  readonly listenLost = new Counter(
    'database_listen_lost_total',
    'Times the connection was lost that tells of appends of other nodes.',
  )
  readonly listenersDropped = new Counter(
    'database_listeners_dropped_total',
    'Listeners, of any node, that this node dropped because they did not read their notices.',
  )
  /** The part of the database's notice queue that is in use, 0 to 1; `null`: not measured yet. */
  noticeQueueUsage: number | null = null
  readonly pools = new Map<Use, Pick<Pool, 'totalCount' | 'waitingCount'>>()

  #of(read: (pool: Pick<Pool, 'totalCount' | 'waitingCount'>) => number): Record<string, number> {
    return Object.fromEntries([...this.pools].map(([use, pool]) => [use, read(pool)]))
  }

  all(): readonly Metric[] {
    return [
      this.errors,
      this.listenLost,
      this.listenersDropped,
      new Gauge(
        'database_notice_queue_ratio',
        'The part of the database’s notice queue that is in use. Full, it refuses every commit that gives a notice.',
        () => this.noticeQueueUsage,
      ),
      new LabelledGauge('database_connections', 'Open connections, by pool.', 'pool', () =>
        this.#of(({ totalCount }) => totalCount),
      ),
      new LabelledGauge('database_waiting', 'Statements that wait for a connection, by pool.', 'pool', () =>
        this.#of(({ waitingCount }) => waitingCount),
      ),
    ]
  }
}
