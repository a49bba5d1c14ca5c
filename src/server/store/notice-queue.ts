import type { ClientBase } from 'pg'

/** A listener asks its database something every few seconds; one that has been silent for so long is dead or hangs. */
const SILENT_MS = 15_000

/**
 * PostgreSQL keeps every notice until each listener has taken it, and refuses commits once its queue is full. A listener
 * whose process hangs stops reading, so that its backend waits for a full socket and the queue grows behind it.
 */
const SQL = `
  SELECT pg_notification_queue_usage() AS usage, (
    SELECT count(pg_terminate_backend(pid))::int FROM pg_stat_activity
    WHERE application_name = $1 AND usename = current_user AND datname = current_database() AND pid <> pg_backend_pid()
      AND wait_event = 'ClientWrite' AND state_change < clock_timestamp() - $2 * interval '1 ms'
  ) AS dropped`

export interface NoticeQueue {
  /** The part of the queue that is in use, 0 to 1. */
  readonly usage: number
  /** Number of listeners of any node that did not read, and were dropped. A node that wakes listens again. */
  readonly dropped: number
}

/** Measures the queue, and drops the listeners of this name that do not read. `silentMs`: how long they have been silent. */
export async function watchNoticeQueue(
  client: Pick<ClientBase, 'query'>,
  applicationName: string,
  silentMs = SILENT_MS,
): Promise<NoticeQueue> {
  const { rows } = await client.query<NoticeQueue>(SQL, [applicationName, silentMs])
  return rows[0] ?? { usage: 0, dropped: 0 }
}
