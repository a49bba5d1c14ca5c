import { sql } from 'drizzle-orm'
import type { Store } from '../../../src/server/store/open.ts'
import { asOwner } from './owner.ts'

/** Deletes the rows of these tables and of all that refer to them. */
export async function emptied(store: Pick<Store, 'db' | 'address'>, ...tables: readonly string[]): Promise<void> {
  const { rows } = await store.db.execute<{ name: string }>(sql`
    WITH RECURSIVE referring (oid, depth) AS (
      SELECT to_regclass(t)::oid, 0 FROM unnest(${sql.param(tables)}::text[]) t
      UNION SELECT c.conrelid, r.depth + 1 FROM pg_constraint c JOIN referring r ON c.confrelid = r.oid
      WHERE c.contype = 'f' AND c.conrelid <> r.oid AND r.depth < 20
    ) SELECT oid::regclass::text AS name FROM referring GROUP BY oid ORDER BY max(depth) DESC`)
  await asOwner(store, ...rows.map(({ name }) => `DELETE FROM ${name}`))
}
