import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Nodes that start at once migrate one after the other; the later ones find nothing to do. */
const ONE_AT_A_TIME = 8_007_002

/** Brings the tables up to this version (`npm run db:generate` writes the steps). */
export async function migrate(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [ONE_AT_A_TIME])
  try {
    await apply(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ONE_AT_A_TIME])
  }
}
