import type { AuditSubject } from '../../contract/audit.ts'
import type { Instant } from '../../domain/units.ts'
import type { Person } from '../auth/caller.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Logger } from '../logger.ts'
import type { Rooms } from '../ports.ts'
import { Counter } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import { Refusals } from './refusals.ts'
import { addAuditRow } from '../store/audit.ts'
import type { NewAuditRow } from '../store/audit.ts'
import type { Db } from '../store/open.ts'
import { snapshotsOf } from './snapshots.ts'
import type { Snapshot } from './snapshots.ts'

/** The audit trail, as calls write it. */
export interface Trail {
  /**
   * Writes a line; refusals that repeat are held and written once a minute (`Refusals`). A line that cannot be written
   * is logged in full and counted: the act has happened already.
   */
  add(row: NewAuditRow): Promise<void>
  /** Writes held refusals: those whose minute is over at `now`, with `null` all of them. */
  settle(now: Instant | null): Promise<void>
  /** The current state of a subject. */
  look(about: AuditSubject, id: string, timelineId: string | null): Promise<Snapshot | null>
  holderOf(token: string): Promise<Person | null>
  readonly metrics: readonly Metric[]
}

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state'>
  readonly tokens: Pick<Tokens, 'find'>
  readonly logger: Pick<Logger, 'error'>
  /** Gets each line that was written. */
  readonly copy?: (row: NewAuditRow) => void
  /** Judges each line before it is written; `held` counts refusals of acts that are not written yet. */
  readonly watch: (row: NewAuditRow, held: Refusals['held']) => Promise<void>
  /** Judges a line that stands for the refusals of a minute. */
  readonly watchFolded?: (row: NewAuditRow) => Promise<void>
}

/** Bidding and contracts are kept on record for three years (E-Commerce Law of the PRC, article 31). */
export const AUDIT_KEPT_DAYS = 3 * 366

export function openTrail({
  db,
  rooms,
  tokens,
  logger,
  copy,
  watch,
  watchFolded = () => Promise.resolve(),
}: Needs): Trail {
  const written = new Counter('audit_lines_total', 'Lines of the audit trail, by outcome.', 'outcome')
  const lost = new Counter(
    'audit_lines_lost_total',
    'Lines that could not be written; they are in the log of the node.',
  )
  const folded = new Counter('audit_refusals_folded_total', 'Refused acts that are counted in the line of another.')
  const read = snapshotsOf({ db, rooms })
  const refusals = new Refusals()
  async function write(row: NewAuditRow): Promise<void> {
    try {
      await addAuditRow(db, row)
      written.add(1, row.outcome)
      copy?.(row)
    } catch (error) {
      lose(row, error)
    }
  }
  function lose(row: NewAuditRow, error: unknown): void {
    lost.add()
    logger.error({ err: error, audit: row }, 'a line of the audit trail could not be written')
  }
  return {
    async add(row) {
      // The alarms judge the line by the rows before it, so they come before the insert.
      const held = row.outcome === 'refused' && !refusals.take(row, row.at)
      try {
        await watch(row, (acts) => refusals.held(acts) - (held ? 1 : 0))
      } catch (error) {
        logger.error({ err: error, audit: row }, 'a line of the audit trail was not judged')
      }
      if (held) folded.add()
      else await write(row)
    },
    async settle(now) {
      for (const row of refusals.due(now)) {
        await watchFolded(row).catch((error: unknown) => logger.error({ err: error }, 'an alarm was not raised'))
        await write(row)
      }
    },
    look: (about, id, timelineId) => read[about](id, timelineId),
    holderOf: async (token) => (await tokens.find(token))?.person ?? null,
    metrics: [written, lost, folded],
  }
}

/** Retention of refused acts of visitors and of users without operator's rights. */
const REFUSED_KEPT_DAYS = 91

export const refusedKeptSince = (now: Instant): number => now - REFUSED_KEPT_DAYS * 24 * 3_600_000
export const auditKeptSince = (now: Instant): number => now - AUDIT_KEPT_DAYS * 24 * 3_600_000
