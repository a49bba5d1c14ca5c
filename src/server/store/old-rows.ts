import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/** Rows that one run of a deletion takes: a second's work. A larger backlog goes with the next runs. */
export const ROWS_A_RUN = 20_000

/** SQL: the places of a table's rows that go with this run, for `WHERE ctid = ANY (…)`. */
export const placesOfOld = (table: PgTable, old: SQL | undefined, most = ROWS_A_RUN): SQL =>
  sql`ARRAY(SELECT ctid FROM ${table} WHERE ${old} LIMIT ${most})`

/** Deletes old rows, as many as one run takes. */
export async function deleteOld(
  db: Pick<Db, 'execute'>,
  table: PgTable,
  old: SQL | undefined,
  most = ROWS_A_RUN,
): Promise<void> {
  // A row that was changed meanwhile has another place, and is judged by the next run.
  await db.execute(sql`DELETE FROM ${table} WHERE ctid = ANY (${placesOfOld(table, old, most)}) AND ${old}`)
}
