import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import * as z from 'zod'
import { codeOf, StoreRefused } from './errors.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) })
/** Advisory lock: nodes that start at once migrate one after another; the later ones find nothing to do. */
const ONE_AT_A_TIME = 8_007_002
const ASK_AGAIN_MS = 200

/**
 * A step waits this long for a table lock: statements of running nodes queue behind the wait, bids too. Then the step
 * is rolled back and tried again.
 */
const LOCK_MS = 250
/** Every so many tries: PostgreSQL cancels a vacuum in the way only for a wait of more than a second. */
const VACUUM_EVERY = 10
const VACUUM_LOCK_MS = 1_100
const PAUSE_MS = 500
const GIVE_UP_MS = 300_000
/** SQLSTATEs `lock_not_available` and `deadlock_detected`. */
const LOCKED = new Set(['55P03', '40P01'])

const CONCURRENTLY = /^\s*(?:CREATE|DROP)\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\b/i
const CREATED = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?("[^"]+"|\w+)/i

interface MigrateOptions {
  /** The role that serves, if it is not the owner; it is granted the rights to serve. */
  readonly app?: string | null
  /** Time of the last step to run, for the rows of an older version; `null`: all. */
  readonly upTo?: number | null
  readonly folder?: string
  /** Called when a step finds a table locked, and will be tried again. */
  readonly onLocked?: (error: Error) => void
}

/**
 * Brings the tables up to this version (`npm run db:generate` writes the steps) while nodes of the previous one serve;
 * migrations/README.md has the rules for steps. Each step is one transaction; a step of `CONCURRENTLY` statements runs
 * without one.
 *
 * @throws StoreRefused if the schema is newer than this version, or a table stays locked for five minutes
 */
export async function migrate(
  client: Client,
  { app = null, upTo = null, folder = MIGRATIONS, onLocked = () => undefined }: MigrateOptions = {},
): Promise<void> {
  await takeTurn(client)
  try {
    const steps = readMigrationFiles({ migrationsFolder: folder })
    await refuseNewer(client, steps)
    const last = await newestIn(client)
    for (const step of steps)
      if (step.folderMillis > last && (upTo === null || step.folderMillis <= upTo))
        await (isApart(step) ? runApart(client, step) : runPatiently(client, step, onLocked))
    if (app !== null) await grant(client, app)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ONE_AT_A_TIME])
  }
}

/** Asks repeatedly: a waiting statement holds a snapshot, for which an index built concurrently by the holder waits. */
async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ had: boolean }>('SELECT pg_try_advisory_lock($1) AS had', [ONE_AT_A_TIME])
    if (rows[0]?.had === true) return
    await wait(ASK_AGAIN_MS)
  }
}

const keep = async (client: Client, { hash, folderMillis }: MigrationMeta): Promise<unknown> =>
  client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis])

async function runPatiently(client: Client, step: MigrationMeta, onLocked: (error: Error) => void): Promise<void> {
  const since = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await runAtOnce(client, step, tries % VACUUM_EVERY === 0 ? VACUUM_LOCK_MS : LOCK_MS)
    } catch (error) {
      if (!(error instanceof Error) || !LOCKED.has(codeOf(error) ?? '')) throw error
      if (performance.now() - since > GIVE_UP_MS)
        throw new StoreRefused(
          `The schema could not be changed for ${GIVE_UP_MS / 60_000} minutes, since other connections hold a table: ${error.message}. End long transactions (pg_stat_activity), then start again.`,
          { cause: error },
        )
      onLocked(error)
      await wait(PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

async function runAtOnce(client: Client, step: MigrationMeta, lockMs: number): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`)
    for (const text of step.sql) await client.query(text)
    await keep(client, step)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

const isApart = ({ sql }: MigrationMeta): boolean => sql.some((text) => CONCURRENTLY.test(text))

/** An index that a broken try has left is invalid, and is made again. */
async function runApart(client: Client, step: MigrationMeta): Promise<void> {
  if (!step.sql.every((text) => CONCURRENTLY.test(text)))
    throw new Error('CONCURRENTLY runs outside of transactions: give it a migration of its own')
  for (const text of step.sql) {
    const made = CREATED.exec(text)?.[1]
    if (made !== undefined) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${made}`)
    await client.query(text)
  }
  await keep(client, step)
}

/** Another version's migrations are known by their time, which the journal keeps beside each step. */
async function refuseNewer(client: Client, steps: readonly MigrationMeta[]): Promise<void> {
  const [newest, own] = [await newestIn(client), steps.at(-1)?.folderMillis ?? 0]
  if (newest > own)
    throw new StoreRefused(
      `The database was migrated by a newer version (${new Date(newest).toISOString()}; this one ends at ${new Date(own).toISOString()}). Start that version, or a newer one.`,
    )
}

/** Time of the last step that has run; 0: none. The journal is drizzle's, which earlier versions migrated with. */
async function newestIn(client: Client): Promise<number> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)
  `)
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.at ?? 0)
}

const journal = () => Journal.parse(JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8'))).entries

/** Time of this version's last step. */
export const newestMigration = (): number => Math.max(...journal().map(({ when }) => when))
export const isMigration = (when: number): boolean => journal().some((step) => step.when === when)

/** What happened stays: the serving role reads and adds rows of these tables, and changes none. */
export const APPEND_ONLY = [
  'audit',
  'session_event',
  'verdict',
  'contract_version',
  'contract_act',
  'contract_payment',
  'session_deposit',
  'bank_file',
  'deposit_reference',
] as const

/** Grants rows but not tables; of what happened, only reading and adding. */
async function grant(client: Client, app: string): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [app])
  const role = client.escapeIdentifier(app)
  if (rows.length === 0) await client.query(`CREATE ROLE ${role} LOGIN`)
  // A database that is migrated up to an older step lacks the newer tables.
  const tables = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const made = new Set(tables.rows.map(({ name }) => name))
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE UPDATE, DELETE ON ${APPEND_ONLY.filter((table) => made.has(table)).join(', ')} FROM ${role};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  `)
}
