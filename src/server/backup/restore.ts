import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { instant } from '../../domain/units.ts'
import type { Config } from '../config.ts'
import { filesFolder, openFileStore } from '../files/open.ts'
import { quiet } from '../logger.ts'
import { newSigningKey } from '../receipt.ts'
import { hasOtherKeys, openKeyring, putKeys } from '../secrets/keyring.ts'
import { sealKey } from '../secrets/sealed-rows.ts'
import { connect } from '../store/connections.ts'
import { keepSigningKey } from '../store/keys.ts'
import { isMigration } from '../store/migrate.ts'
import { openStore } from '../store/open.ts'
import * as schema from '../store/schema.ts'
import { checkBackup, readBackup } from './check.ts'
import type { Checked } from './check.ts'
import { beginEpochs } from './epochs.ts'
import { folderSink, storeSink } from './file-sink.ts'
import type { FileSink } from './file-sink.ts'
import { contentOf, FileHead, Rows, Sequence, TableHead } from './records.ts'
import type { BackupRecord } from './records.ts'
import { BackupRefused } from './refused.ts'
import { backupTables, filledTable, putRows, putSequence } from './tables.ts'
import type { BackupTable } from './tables.ts'

/**
 * Restores a backup into an empty database and an empty folder. The file is read to its end before anything is
 * written; then the rows go in by one transaction. Files of a folder stand aside until it ends; those of a bucket are in
 * their place before, and are removed if it fails.
 *
 * The logs keep their hashes, and go on in a new epoch. The marks by which clients resume are made with a new key, so
 * each takes a new snapshot; receipts of the old key stay verifiable.
 */
export async function restoreBackup(config: Config, path: string, passphrase: string): Promise<Checked> {
  const checked = await checkBackup(path, passphrase)
  const { migration } = checked.manifest
  if (!isMigration(migration))
    throw new BackupRefused('The backup was made by a newer version. Restore it with that version, or a newer one.')
  refuseUnlessEmpty(config, checked.keys)
  const store = await openStore(config, quiet, { migrateTo: migration })
  try {
    const client = await connect(store.owner, 'restore')
    try {
      const files =
        config.bucket === null ? folderSink(filesFolder(config)) : storeSink(openFileStore(config, store.db))
      await restoreInto(client, config, files, path, passphrase, checked)
    } finally {
      await client.end()
    }
  } finally {
    await store.close()
  }
  return checked
}

function refuseUnlessEmpty(config: Config, keys: string): void {
  const { dataDir, secretKey } = config
  const files = filesFolder(config)
  if (config.bucket === null && existsSync(files) && readdirSync(files).length > 0)
    throw new BackupRefused(`${files} is not empty. A backup is restored into an empty DATA_DIR.`)
  if (secretKey === null) {
    if (hasOtherKeys(dataDir, keys)) throw new BackupRefused(`${dataDir} has a secret.key of another installation.`)
  } else if (!secretKey.split(',').includes(keys.trim().split('\n', 1)[0] ?? ''))
    throw new BackupRefused(
      'SECRET_KEY is not the key of the backup. Leave it unset, and the backup’s key is written to secret.key.',
    )
}

async function restoreInto(
  client: Client,
  config: Config,
  files: FileSink,
  path: string,
  passphrase: string,
  { keys }: Checked,
): Promise<void> {
  const tables = await backupTables(client)
  const filled = await filledTable(client, tables)
  if (filled !== null)
    throw new BackupRefused(`The database is not empty: its table "${filled}" has rows. Name an empty one.`)
  await files.prepare()
  await client.query('BEGIN')
  try {
    // Statements are made once from all rows, not again for each of them.
    await client.query(`SET LOCAL timber.statements = 'later'`)
    await readBackup(path, passphrase, taker(client, tables, files))
    await rebuildStatements(client)
    if (config.secretKey === null) putKeys(config.dataDir, keys)
    const db = drizzle(client, { schema })
    await beginEpochs(client, instant(Date.now()), randomUUID)
    await keepSigningKey(db, sealKey(openKeyring(config), newSigningKey(new Date())))
    await files.publish()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    await files.discard()
    throw error
  }
}

/** In tables of an older version there may be none yet: the migration that adds them fills them. */
async function rebuildStatements(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regprocedure('statement_rebuild()') IS NOT NULL AS there`,
  )
  if (rows[0]?.there === true) await client.query('SELECT statement_rebuild()')
}

/** Returns the handler that stores each record. */
function taker(client: Client, tables: readonly BackupTable[], files: FileSink) {
  let table: BackupTable | null = null
  return async (record: BackupRecord): Promise<void> => {
    switch (record.kind) {
      case 'table':
        table = tableOf(contentOf(TableHead, record), tables)
        break
      case 'rows':
        if (table === null) throw new BackupRefused('The backup has rows of no table.')
        await putRows(client, table, contentOf(Rows, record))
        break
      case 'sequence':
        await putSequence(client, contentOf(Sequence, record))
        break
      case 'file':
        await files.end()
        await files.begin(contentOf(FileHead, record).id)
        break
      case 'bytes':
        await files.write(record.bytes)
        break
      default:
        // The records of keys and totals follow the last file.
        await files.end()
    }
  }
}

function tableOf(head: BackupTable, tables: readonly BackupTable[]): BackupTable {
  const own = tables.find(({ name }) => name === head.name)
  if (own === undefined || own.columns.join() !== head.columns.join())
    throw new BackupRefused(
      `The table "${head.name}" of the backup is not as this version has it. Name an empty database.`,
    )
  return own
}
