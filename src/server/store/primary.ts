import type { ClientBase, Pool, QueryConfig } from 'pg'
import { StoreUnavailable } from './errors.ts'

/** A server that does not answer this is not waited for: another may have become the primary meanwhile. */
const CHECK_MS = 5_000

/*
 * The first eight digits of a WAL file's name are the timeline that the server writes. The control file would tell the
 * old one for a while after a promotion.
 */
const WHO = `
  SELECT pg_is_in_recovery() AS replica, current_setting('transaction_read_only') = 'on' AS "readOnly",
    (SELECT system_identifier::text FROM pg_control_system()) AS system,
    CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`

/**
 * A transaction that changes nothing, and whose commit waits for the synchronous standby. What a server committed
 * alone, before it crashed or while its standby was away, is visible on it; behind this commit it is on the standby
 * too.
 */
const BARRIER = `SELECT FROM pg_logical_emit_message(true, 'timber', '')`

interface Who {
  readonly replica: boolean
  readonly readOnly: boolean
  readonly system: string
  /** Hexadecimal; `null` on a replica. */
  readonly timeline: string | null
}

/**
 * Refuses servers of a cluster that must not be taken for the database: a replica, and a primary that another has
 * replaced. A promotion begins a timeline, so a lower one than was seen before is an old primary's.
 */
export class PrimaryCheck {
  /** The highest timeline seen, by cluster: another cluster's are not comparable. */
  readonly #highest = new Map<string, number>()

  /** Rejects with `StoreUnavailable` when the connection leads to another server than the primary. */
  async check(client: ClientBase): Promise<void> {
    const { rows } = await client.query<Who>(within(WHO))
    const [who] = rows
    if (!who) throw new StoreUnavailable('the server does not tell what it is')
    if (who.replica || who.timeline === null) throw new StoreUnavailable('the server is a replica')
    if (who.readOnly) throw new StoreUnavailable('the server takes no writes')
    const timeline = Number.parseInt(who.timeline, 16)
    const highest = this.#highest.get(who.system) ?? 0
    if (timeline < highest)
      throw new StoreUnavailable(
        `the server writes timeline ${timeline}, and was replaced by one that writes ${highest}`,
      )
    this.#highest.set(who.system, timeline)
  }

  /** As `check`; afterwards all that is visible is where an acknowledged commit would be. */
  async checkDurable(client: ClientBase): Promise<void> {
    await this.check(client)
    await waitForStandby(client)
  }
}

export async function waitForStandby(client: Pick<Pool, 'query'> | ClientBase): Promise<void> {
  await client.query(within(BARRIER))
}

/** Where the server says that it acknowledges a commit which its standby may not have; this name is never translated. */
const CANCELLED_WAIT = 'SyncRepWaitForLSN'

/** Commits that a server acknowledged without its standby, because an operator cancelled their wait. */
export class CancelledWaits {
  readonly #pool: Pool
  #settled = 0
  /** How many there were. */
  count = 0

  constructor(pool: Pool) {
    this.#pool = pool
    pool.on('connect', (client) =>
      client.on('notice', ({ routine }) => {
        if (routine === CANCELLED_WAIT) this.count += 1
      }),
    )
  }

  /** Such commits can be read: waits until the standby has them. */
  async settle(): Promise<void> {
    const { count } = this
    if (this.#settled === count) return
    await waitForStandby(this.#pool)
    this.#settled = count
  }
}

/** Whether a commit waits until a standby has it on its disk. */
export async function waitsForStandby(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `SELECT current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS waits`,
  )
  return rows[0]?.waits === true
}

const within = (text: string): QueryConfig & { readonly query_timeout: number } => ({ text, query_timeout: CHECK_MS })
