import type { Client } from 'pg'

export interface BackupTable {
  readonly name: string
  /** Stored columns only; generated ones are computed from them. */
  readonly columns: readonly string[]
}

/**
 * Tables left out of a backup: caches and counters that are rebuilt (`session_snapshot`, `presence`, image codes),
 * statements, which a restore makes anew from contracts and payments, and unfinished uploads, whose bytes are on the disk.
 * Unlogged tables are left out too.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'session_snapshot',
  'presence',
  'captcha',
  'statement_line',
  'statement_month',
  'upload',
])

/** This version's tables, each after the tables that it references. */
export async function backupTables(client: Client): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(`
    SELECT c.relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute
            WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
    ORDER BY c.relname`)
  const waiting = new Map(rows.filter(({ name }) => !LEFT_OUT.has(name)).map((row) => [row.name, row]))
  const sorted: BackupTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refers }) => !refers.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of ready) {
      sorted.push({ name, columns })
      waiting.delete(name)
    }
  }
  return sorted
}

/** The first table that has rows already. */
export async function filledTable(client: Client, tables: readonly BackupTable[]): Promise<string | null> {
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`)
    if (rows.length > 0) return name
  }
  return null
}

const FETCHED = 200

/** All rows of a table as of the transaction's snapshot, a few at a time. */
export async function* rowsOf(client: Client, { name }: BackupTable): AsyncGenerator<readonly string[]> {
  const table = client.escapeIdentifier(name)
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${table}::text AS row FROM ${table}`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${FETCHED} FROM backup_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < FETCHED) break
  }
  await client.query('CLOSE backup_rows')
}

export async function putRows(client: Client, { name, columns }: BackupTable, rows: readonly string[]): Promise<void> {
  const table = client.escapeIdentifier(name)
  const names = columns.map((column) => client.escapeIdentifier(column))
  // OFFSET 0 keeps the planner from reading each row once per column.
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${names.map((column) => `(r.x).${column}`).join(', ')}
     FROM (SELECT line::${table} AS x FROM unnest($1::text[]) AS line OFFSET 0) r`,
    [rows],
  )
}

interface SequenceValue {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

export async function sequencesOf(client: Client): Promise<readonly SequenceValue[]> {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `SELECT sequencename AS name, last_value::text AS value, start_value::text AS start
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  )
  return rows.map(({ name, value, start }) => ({ name, value: value ?? start, called: value !== null }))
}

export async function putSequence(client: Client, { name, value, called }: SequenceValue): Promise<void> {
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [client.escapeIdentifier(name), value, called])
}
