import { Client, Pool } from 'pg'
import type { ClientConfig, PoolConfig } from 'pg'
import type { Logger } from '../logger.ts'

/** A stalled network must not hold a room for ever; the outcome is then unknown, and the log tells. */
const STATEMENT_MS = 10_000
const ANSWER_MS = 15_000

const common = (address: ClientConfig, name: string): ClientConfig => ({
  ...address,
  application_name: `timber ${name}`,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

export function openPool(address: ClientConfig, name: string, max: number, logger: Logger): Pool {
  const config: PoolConfig = {
    ...common(address, name),
    max,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
  }
  const pool = new Pool(config)
  // An idle connection that dies must not take the process with it; the pool opens another.
  pool.on('error', (error) => logger.warn({ err: error }, `lost an idle database connection (${name})`))
  // One in use tells its query; without a listener the event would be thrown all the same.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A connection of one's own, for what belongs to a connection: locks, LISTEN, migrations. */
export async function connect(address: ClientConfig, name: string): Promise<Client> {
  const client = new Client(common(address, name))
  client.on('error', () => undefined)
  await client.connect()
  return client
}
