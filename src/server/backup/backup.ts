import { link, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { openFileStore } from '../files/open.ts'
import type { FileStore } from '../files/store.ts'
import { keysText } from '../secrets/keyring.ts'
import { connect } from '../store/connections.ts'
import { codeOf } from '../store/errors.ts'
import { newestMigration } from '../store/migrate.ts'
import type { Store } from '../store/open.ts'
import { checkBackup } from './check.ts'
import type { Checked } from './check.ts'
import { recordOf } from './records.ts'
import { BackupRefused } from './refused.ts'
import { sealing } from './sealed.ts'
import { backupTables, rowsOf, sequencesOf } from './tables.ts'

const PART = 1024 * 1024

export interface BackupMade extends Checked {
  /** Ids of files whose row exists but whose bytes were lost before. */
  readonly missing: readonly string[]
}

/** Writes all that a restored installation needs into one file, which is read back; a failed backup leaves no file. */
export async function makeBackup(store: Store, config: Config, path: string, passphrase: string): Promise<BackupMade> {
  const draft = `${path}.${process.pid}.part`
  const missing: string[] = []
  const client = await connect(store.address, 'backup')
  try {
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw new BackupRefused(`Cannot write ${draft}: ${error instanceof Error ? error.message : String(error)}`)
    })
    await pipeline(
      Readable.from(recordsFrom(client, config, openFileStore(config, store.db), missing)),
      createGzip({ level: constants.Z_BEST_SPEED }),
      sealing(passphrase),
      file.createWriteStream({ flush: true }),
    )
    const checked = await checkBackup(draft, passphrase)
    await publish(draft, path)
    return { ...checked, missing }
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new BackupRefused(`${path} is there already. Name another file.`)
    throw error
  }
}

/** Rows as of one moment, then the files that they name, whose bytes never change. */
async function* recordsFrom(
  client: Client,
  config: Config,
  fileStore: FileStore,
  missing: string[],
): AsyncGenerator<Buffer> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL extra_float_digits = 1`)
  const tables = await backupTables(client)
  const total = { tables: tables.length, rows: 0, files: 0, bytes: 0 }
  yield recordOf('manifest', { format: 1, madeAt: new Date().toISOString(), migration: newestMigration() })
  for (const table of tables) {
    yield recordOf('table', table)
    for await (const rows of rowsOf(client, table)) {
      total.rows += rows.length
      yield recordOf('rows', rows)
    }
  }
  // The current values of sequences, so that numbers drawn meanwhile are not drawn again.
  for (const sequence of await sequencesOf(client)) yield recordOf('sequence', sequence)
  const { rows: files } = await client.query<{ id: string }>('SELECT id FROM file ORDER BY id')
  await client.query('COMMIT')
  for (const { id } of files) {
    const bytes = await fileStore.read(id)
    if (bytes === null) {
      missing.push(id)
      continue
    }
    yield recordOf('file', { id })
    for (let at = 0; at < bytes.length; at += PART) yield recordOf('bytes', bytes.subarray(at, at + PART))
    total.files += 1
    total.bytes += bytes.length
  }
  yield recordOf('keys', { text: keysText(config) })
  yield recordOf('end', total)
}
