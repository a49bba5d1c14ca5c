import type { Pool } from 'pg'
import type { Entry, Openings } from '../../domain/log.ts'
import type { Instant } from '../../domain/units.ts'
import { appendWith } from './append.ts'
import type { AppendResult, Batch, Key, KeptVerdict, Summary } from './batch.ts'
import { StoreUnavailable, unavailable } from './errors.ts'
import { jsonInTurns } from './json-in-turns.ts'
import { SQL } from './log.sql.ts'
import { CancelledWaits } from './primary.ts'
import type { StoreMetrics } from './store-metrics.ts'

export interface LogHead extends Summary {
  readonly timelineId: string
  readonly epoch: string
  /** 0 before the first entry. */
  readonly seq: number
  /** Hash of the last entry; the genesis hash before the first. */
  readonly hash: string
  readonly aliveAt: Instant | null
}

interface Alive {
  readonly timelineId: string
  /** The log's position: a node that missed a notice sees it here within a second. */
  readonly seq: number
  /** The room's previous mark, by any node. */
  readonly before: Instant | null
  /** `false`: skipped. A row that is locked for long belongs to a commit that hangs. */
  readonly marked: boolean
}

export interface Snapshot {
  readonly timelineId: string
  readonly seq: number
  readonly hash: string
  readonly state: unknown
  /** What of the state is secret as a whole, apart from it. */
  readonly secret: unknown
}

export interface PresenceRow {
  readonly timelineId: string
  readonly nodeId: string
  readonly biddingNumber: number
  readonly lastSeen: Instant
}

/** The sessions' logs. Every method rejects with `StoreUnavailable` when the database is out of reach. */
export interface Log {
  /** Creates the session's empty log unless it exists; returns the existing head. */
  ensureHead(timelineId: string, epoch: string, genesis: string): Promise<LogHead>
  head(timelineId: string): Promise<LogHead | null>
  append(batch: Batch): Promise<AppendResult>
  /** Entries after `afterSeq`, in order, at most `limit`. */
  readTail(
    timelineId: string,
    afterSeq: number,
    limit: number,
  ): Promise<readonly { entry: Entry; openings: Openings | null }[]>
  /** Places in the log, up to `upTo`, of entries that are secret as a whole. */
  readSecrets(timelineId: string, upTo: number): Promise<readonly number[]>
  findVerdicts(keys: readonly Key[]): Promise<readonly KeptVerdict[]>
  /** All verdicts of a company that a clerk acted for in a session (`companyKey`), oldest first. */
  verdictsOf(accountId: Key['accountId']): Promise<readonly KeptVerdict[]>
  /** Once the bid's `notAfter` has passed, `null` is final: no running append can still store a verdict. */
  verdictOf(timelineId: string, key: Key): Promise<KeptVerdict | null>
  /**
   * Marks all rooms of the node in one statement. Rooms being appended to, or marked within half a second, are skipped.
   * `at`: when the mark was sent, as with `Batch.at`.
   */
  markAlive(timelineIds: readonly string[], at?: Instant): Promise<readonly Alive[]>
  /** Rejects while an append would: the database takes no rows, or no standby acknowledges them. */
  probe(): Promise<void>
  readAlive(timelineId: string): Promise<Instant | null>
  /** Stores the snapshot unless the stored one is newer. At the same place it takes the place of another release's. */
  saveSnapshot(snapshot: Snapshot): Promise<void>
  /** `null`: none, or it does not fit the log (its hash is not that of the log's entry). */
  loadSnapshot(timelineId: string): Promise<Snapshot | null>
  /**
   * Stores when this node last heard from each company, as of `at`. A report that comes after a later one, whose beat
   * (number 0) is there, is dropped.
   */
  savePresence(nodeId: string, seen: readonly Omit<PresenceRow, 'nodeId'>[], at: Instant): Promise<void>
  /** Rows of all nodes, or of all but one. */
  readPresence(timelineIds: readonly string[], exceptNodeId?: string): Promise<readonly PresenceRow[]>
  /** The clock that guards `notAfter`: ms since epoch, with fractions. */
  databaseTime(): Promise<number>
}

export function openLog(pool: Pool, metrics: StoreMetrics): Log {
  const cancelled = new CancelledWaits(pool)
  /** Named statements are parsed and planned once per connection. */
  async function ask<Row extends object>(name: keyof typeof SQL, values: readonly unknown[]): Promise<Row[]> {
    try {
      await cancelled.settle()
      const { count } = cancelled
      const { rows } = await pool.query<Row>({ name, text: SQL[name], values: [...values] })
      // Which of the statements under way it was is not told, so the outcome of all of them is unknown.
      if (cancelled.count > count) throw new StoreUnavailable('a commit was acknowledged that the standby may not have')
      return rows
    } catch (error) {
      const away = unavailable(error)
      if (away !== null) metrics.errors.add(1, 'log')
      throw away ?? error
    }
  }
  const findVerdicts = (keys: readonly Key[]) =>
    ask<KeptVerdict>('findVerdicts', [keys.map((key) => key.accountId), keys.map((key) => key.bidKey)])
  const head = async (timelineId: string) => (await ask<LogHead>('head', [timelineId]))[0] ?? null

  return {
    append: (batch) => appendWith(ask, findVerdicts, batch),
    head,
    findVerdicts,
    verdictsOf: async (accountId) => ask<KeptVerdict>('verdictsOf', [accountId]),
    async ensureHead(timelineId, epoch, genesis) {
      await ask('ensureHead', [timelineId, epoch, genesis])
      const made = await head(timelineId)
      if (!made) throw new Error(`the session ${timelineId} has no head`)
      return made
    },
    async readTail(timelineId, afterSeq, limit) {
      const rows = await ask<Entry & { openings: Openings | null }>('readTail', [timelineId, afterSeq, limit])
      return rows.map(({ openings, ...entry }) => ({ entry, openings }))
    },
    readSecrets: async (timelineId, upTo) =>
      (await ask<{ seq: number }>('readSecrets', [timelineId, upTo])).map(({ seq }) => seq),
    async verdictOf(timelineId, key) {
      const [found] = await findVerdicts([key])
      if (found) return found
      // An append holds the head's row until it is durable or gone: after locking that row, a missing verdict stays
      // missing. Two statements, because a single one would read the state from before the wait.
      await ask('waitForAppend', [timelineId])
      return (await findVerdicts([key]))[0] ?? null
    },
    markAlive: (timelineIds, at) => ask<Alive>('markAlive', [timelineIds, at ?? null]),
    async probe() {
      await ask('probe', [])
    },
    readAlive: async (timelineId) => (await head(timelineId))?.aliveAt ?? null,
    async saveSnapshot({ timelineId, seq, hash, state, secret }) {
      await ask('saveSnapshot', [timelineId, seq, hash, await jsonInTurns({ kept: state, secret })])
    },
    async loadSnapshot(timelineId) {
      const [found] = await ask<Omit<Snapshot, 'secret'>>('loadSnapshot', [timelineId])
      if (found === undefined) return null
      // Before snapshots had a secret part, `state` was the state itself, of an older version.
      const both = found.state as { readonly kept?: unknown; readonly secret?: unknown }
      return { ...found, state: both.kept ?? null, secret: both.secret ?? null }
    },
    async savePresence(nodeId, seen, at) {
      await ask('savePresence', [nodeId, JSON.stringify(seen), at])
    },
    readPresence: (timelineIds, exceptNodeId) => ask<PresenceRow>('readPresence', [timelineIds, exceptNodeId ?? null]),
    async databaseTime() {
      const [row] = await ask<{ ms: number }>('databaseTime', [])
      if (!row) throw new Error('the database told no time')
      return row.ms
    },
  }
}
