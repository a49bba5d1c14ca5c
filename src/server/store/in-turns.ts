import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from './open.ts'

/** Reads of one moment: nothing that is written meanwhile is seen. */
export type Snapshot = Pick<Db, 'select' | 'execute'>

/**
 * Reads everything as of one moment, on a connection of its own, which is held until `read` ends. It locks no rows, so it
 * may pause between two statements for as long as a sheet takes.
 */
export const asOfOneMoment = <T>(db: Db, read: (tx: Snapshot) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '60s'`)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * All rows of a query, so many at a time. The query runs once, however many rows it has: pages by offset would run it
 * again for each, and lose a row that moves between two of them. One such reading at a time in a transaction.
 */
export async function* inTurns<Row extends Record<string, unknown>>(
  tx: Pick<Db, 'execute'>,
  query: SQL,
  atOnce: number,
): AsyncGenerator<readonly Row[]> {
  // Its last row is as welcome as its first.
  await tx.execute(sql`SET LOCAL cursor_tuple_fraction = 1`)
  await tx.execute(sql`DECLARE in_turns NO SCROLL CURSOR FOR ${query}`)
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`FETCH ${atOnce} FROM in_turns`))
    // The query's own columns.
    if (rows.length > 0) yield rows as readonly Row[]
    if (rows.length < atOnce) break
  }
  await tx.execute(sql`CLOSE in_turns`)
}
