import { EventEmitter } from 'node:events'
import { Client, Pool } from 'pg'
import type { ClientBase, ClientConfig, PoolConfig } from 'pg'
import type { Logger } from '../logger.ts'
import type { StoreMetrics, Use } from './store-metrics.ts'

/** A stalled network must not block a room for ever; the outcome is then unknown until the log is read. */
const STATEMENT_MS = 10_000
const ANSWER_MS = 15_000
/**
 * A node that hangs inside a transaction keeps its row locks. The database ends such a transaction before another
 * node's statement that waits for the locks times out.
 */
const IDLE_IN_TRANSACTION_MS = 5_000

/** As the database lists the connection. */
export const applicationName = (name: string): string => `timber ${name}`

const common = (address: ClientConfig, name: string): ClientConfig => ({
  ...address,
  application_name: applicationName(name),
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

/** Rejects a new connection that must not be used. */
export type Check = (client: ClientBase) => Promise<void>

/** Where a store's parts tell of what happens to their connections. */
export interface Reported {
  readonly logger: Logger
  readonly metrics: StoreMetrics
  readonly check?: Check
}

/** Refusals to write: the server is a replica now, or takes no writes. */
const READ_ONLY = '25006'

export function openPool(address: ClientConfig, name: Use, max: number, { logger, metrics, check }: Reported): Pool {
  // The pool waits for the promise, which its types do not tell.
  const hook: object = check === undefined ? {} : { onConnect: check }
  const config: PoolConfig = {
    ...common(address, name),
    max,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...hook,
  }
  const pool = new Pool(config)
  // An idle connection that dies must not end the process; the pool opens another.
  pool.on('error', (error) => {
    metrics.errors.add(1, 'idle')
    logger.warn({ err: error }, `lost an idle database connection (${name})`)
  })
  // A connection in use reports errors to its query; without a listener the event would be thrown too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  endReadOnly(pool)
  metrics.pools.set(name, pool)
  return pool
}

/** Ends a connection whose server refused to write. A failed transaction alone would return it to the pool. */
function endReadOnly(pool: Pool): void {
  const refused = new WeakSet<ClientBase>()
  pool.on('connect', (client) =>
    wireOf(client)?.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) refused.add(client)
    }),
  )
  pool.on('release', (_error, client) => {
    if (refused.has(client)) client.end().catch(() => undefined)
  })
}

/** The protocol below a client, which the types leave out. */
const wireOf = (client: ClientBase): EventEmitter | null =>
  'connection' in client && client.connection instanceof EventEmitter ? client.connection : null

/** A dedicated connection, for locks, LISTEN and migrations. */
export async function connect(address: ClientConfig, name: string, check?: Check): Promise<Client> {
  const client = new Client(common(address, name))
  client.on('error', () => undefined)
  await client.connect()
  try {
    await check?.(client)
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
  return client
}
