import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ClientConfig } from 'pg'
import type { Logger } from '../logger.ts'
import { connect, openPool } from './connections.ts'
import type { Check } from './connections.ts'
import { refuseUnlessDurable } from './durable.ts'
import { openEmbedded } from './embedded/index.ts'
import { StoreRefused, unavailable } from './errors.ts'
import { listen, WORD } from './listen.ts'
import type { Appends } from './listen.ts'
import { openLog } from './log.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import { PrimaryCheck, waitsForStandby } from './primary.ts'
import { StoreMetrics } from './store-metrics.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>

export interface Store {
  /** For the queries in this folder (accounts, lots …). */
  readonly db: Db
  /** The same database by connections of its own, for exports and long reads: no other call waits for them. */
  readonly reports: Db
  readonly log: Log
  readonly metrics: StoreMetrics
  /** Notices of every append to any log, on any node. */
  readonly onAppend: Appends['onAppend']
  /** Short messages to all nodes, this one included. Messages may be lost, so nothing may depend on one alone. */
  readonly say: (word: string) => Promise<void>
  readonly onWord: Appends['onWord']
  /** Entries that notices carry; they may be lost, and the notice of the append follows in any case. */
  readonly onCarried: Appends['onCarried']
  /** Whether an acknowledged commit is on a standby's disk too. */
  waitsForStandby(): Promise<boolean>
  /** Address for a dedicated connection. */
  readonly address: ClientConfig
  /** The owner's address, for commands. */
  readonly owner: ClientConfig
  /** Closes this node's connections; stops an embedded database that no other node uses. */
  close(): Promise<void>
}

interface StoreOptions {
  readonly dataDir: string
  /** `null`: the embedded database below `dataDir`. */
  readonly databaseUrl: string | null
  /** The owner of the tables, who migrates them; `null`: the serving user. */
  readonly databaseOwnerUrl?: string | null
}

const POOL = 10
const LOG_POOL = 8
const REPORT_POOL = 6

/** Opens the database (and starts an embedded one), checks and migrates it. */
export async function openStore(
  options: StoreOptions,
  logger: Logger,
  { migrateTo = null }: { readonly migrateTo?: number | null } = {},
): Promise<Store> {
  const embedded = options.databaseUrl === null ? await openEmbedded(options.dataDir, logger) : null
  const address = embedded?.address ?? { connectionString: options.databaseUrl ?? '' }
  const owner = embedded?.owner ?? (options.databaseOwnerUrl ? { connectionString: options.databaseOwnerUrl } : address)
  if (owner === address)
    logger.warn(
      'the user of DATABASE_URL owns the tables, so nothing but a trigger keeps it from changing the audit trail: set DATABASE_OWNER_URL',
    )
  const primary = new PrimaryCheck()
  const check: Check = (client) => primary.check(client)
  try {
    await prepare(owner, { app: owner === address ? null : userOf(address), upTo: migrateTo, logger, check })
    const metrics = new StoreMetrics()
    const appends = await listen(address, { logger, metrics, check })
    const pool = openPool(address, 'http', POOL, { logger, metrics, check })
    // A pool of its own for the log, so that bids never queue behind catalogue pages.
    const logPool = openPool(address, 'log', LOG_POOL, {
      logger,
      metrics,
      check: (client) => primary.checkDurable(client),
    })
    const reportPool = openPool(address, 'reports', REPORT_POOL, { logger, metrics, check })
    return {
      db: drizzle(pool, { schema }),
      reports: drizzle(reportPool, { schema }),
      log: openLog(logPool, metrics),
      metrics,
      onAppend: (listener) => appends.onAppend(listener),
      async say(word) {
        await pool.query('SELECT pg_notify($1, $2)', [WORD, word])
      },
      onWord: (listener) => appends.onWord(listener),
      onCarried: (listener) => appends.onCarried(listener),
      waitsForStandby: () => waitsForStandby(pool),
      address,
      owner,
      async close() {
        await appends.close()
        await Promise.all([pool.end(), logPool.end(), reportPool.end()])
        await embedded?.close()
      },
    }
  } catch (error) {
    await embedded?.close()
    throw error
  }
}

const userOf = ({ user, connectionString = '' }: ClientConfig): string =>
  user ?? decodeURIComponent(new URL(connectionString).username)

interface Preparing {
  readonly app: string | null
  readonly upTo: number | null
  readonly logger: Logger
  readonly check: Check
}

async function prepare(address: ClientConfig, { logger, check, ...options }: Preparing): Promise<void> {
  const client = await connect(address, 'start', check).catch((error: unknown) => {
    throw new StoreRefused(
      `Cannot connect to the database: ${error instanceof Error ? error.message : String(error)}. Is DATABASE_URL right, and the server running?`,
      { cause: error },
    )
  })
  try {
    await refuseUnlessDurable(client)
    await migrate(client, {
      ...options,
      onLocked: (error) => logger.warn({ err: error }, 'a table is locked; the migration is tried again'),
    })
  } catch (error) {
    throw unavailable(error) ?? error
  } finally {
    await client.end()
  }
}
