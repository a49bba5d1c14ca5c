import { fileURLToPath } from 'node:url'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import * as z from 'zod'
import { StoreRefused } from './errors.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) })
/** Advisory lock: nodes that start at once migrate one after another; the later ones find nothing to do. */
const ONE_AT_A_TIME = 8_007_002

/**
 * Brings the tables up to this version (`npm run db:generate` writes the steps). `app`: the role that serves, if it is
 * not the owner; it is granted the rights to serve. `upTo`: the time of the last step to run, for the rows of an older
 * version.
 */
export async function migrate(client: Client, app: string | null = null, upTo: number | null = null): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [ONE_AT_A_TIME])
  try {
    await refuseNewer(client)
    await withSteps(upTo, (migrationsFolder) => apply(drizzle(client), { migrationsFolder }))
    if (app !== null) await grant(client, app)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ONE_AT_A_TIME])
  }
}

/** Another version's migrations are known by their time, which the journal keeps beside each step. */
async function refuseNewer(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  )
  if (found[0]?.there !== true) return
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  )
  const own = newestMigration()
  const newest = Number(rows[0]?.at ?? 0)
  if (newest > own)
    throw new StoreRefused(
      `The database was migrated by a newer version (${new Date(newest).toISOString()}; this one ends at ${new Date(own).toISOString()}). Start that version, or a newer one.`,
    )
}

const journal = () => Journal.parse(JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8'))).entries

/** Time of this version's last step. */
export const newestMigration = (): number => Math.max(...journal().map(({ when }) => when))
export const isMigration = (when: number): boolean => journal().some((step) => step.when === when)

/** The migrator reads a folder, so running only the first steps needs a copy with a shorter journal. */
async function withSteps(upTo: number | null, work: (folder: string) => Promise<void>): Promise<void> {
  if (upTo === null || upTo === newestMigration()) return work(MIGRATIONS)
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  try {
    cpSync(MIGRATIONS, folder, { recursive: true })
    const path = join(folder, 'meta/_journal.json')
    const whole = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
    const { entries, ...rest } = whole.parse(JSON.parse(readFileSync(path, 'utf8')))
    writeFileSync(path, JSON.stringify({ ...rest, entries: entries.filter(({ when }) => when <= upTo) }))
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Grants rows but not tables; of the audit trail, only reading and adding lines. */
async function grant(client: Client, app: string): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [app])
  const role = client.escapeIdentifier(app)
  if (rows.length === 0) await client.query(`CREATE ROLE ${role} LOGIN`)
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE UPDATE, DELETE ON audit FROM ${role};
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  `)
}
