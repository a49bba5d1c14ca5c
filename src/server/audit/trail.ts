import type { AuditSubject } from '../../contract/audit.ts'
import type { Instant } from '../../domain/units.ts'
import type { Person } from '../auth/caller.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Logger } from '../logger.ts'
import type { Rooms } from '../ports.ts'
import { Counter } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import { addAuditRow } from '../store/audit.ts'
import type { NewAuditRow } from '../store/audit.ts'
import type { Db } from '../store/open.ts'
import { snapshotsOf } from './snapshots.ts'
import type { Snapshot } from './snapshots.ts'

/** The audit trail, as calls write it. */
export interface Trail {
  /** Writes a line. A line that cannot be written is logged in full and counted: the act has happened already. */
  add(row: NewAuditRow): Promise<void>
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
  /** Judges each line before it is written. */
  readonly watch: (row: NewAuditRow) => Promise<void>
}

/** Bidding and contracts are kept on record for three years (E-Commerce Law of the PRC, article 31). */
export const AUDIT_KEPT_DAYS = 3 * 366

export function openTrail({ db, rooms, tokens, logger, watch }: Needs): Trail {
  const written = new Counter('audit_lines_total', 'Lines of the audit trail, by outcome.', 'outcome')
  const lost = new Counter(
    'audit_lines_lost_total',
    'Lines that could not be written; they are in the log of the node.',
  )
  const read = snapshotsOf({ db, rooms })
  return {
    async add(row) {
      try {
        // The alarms judge the line by the rows before it, so they come before the insert.
        await watch(row)
        await addAuditRow(db, row)
        written.add(1, row.outcome)
      } catch (error) {
        lost.add()
        logger.error({ err: error, audit: row }, 'a line of the audit trail could not be written')
      }
    },
    look: (about, id, timelineId) => read[about](id, timelineId),
    holderOf: async (token) => (await tokens.find(token))?.person ?? null,
    metrics: [written, lost],
  }
}

export const auditKeptSince = (now: Instant): number => now - AUDIT_KEPT_DAYS * 24 * 3_600_000
