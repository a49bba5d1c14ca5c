import { sql } from 'drizzle-orm'
import type { Store } from '../../../src/server/store/open.ts'

const TABLES = [
  'account',
  'company',
  'token',
  'schedule',
  'timeline',
  'lot',
  'attention',
  'registration',
  'session_head',
  'session_event',
  'verdict',
  'sale_order',
  'outbox',
] as const

/** The store as far as a request could change it: row counts and log lengths. */
export async function written({ db }: Pick<Store, 'db'>): Promise<Readonly<Record<string, number>>> {
  const counts = await Promise.all(
    TABLES.map(
      async (table) =>
        [table, await numberOf(db, sql`SELECT count(*)::int AS n FROM ${sql.identifier(table)}`)] as const,
    ),
  )
  return {
    ...Object.fromEntries(counts),
    seq: await numberOf(db, sql`SELECT coalesce(sum(seq), 0)::int AS n FROM session_head`),
  }
}

async function numberOf(db: Store['db'], query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(query)
  return rows[0]?.n ?? -1
}
