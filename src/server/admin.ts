import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { instant } from '../domain/units.ts'
import { copiedText, copyFiles } from './admin/copy-files.ts'
import { AdminError, createAdministrator } from './admin/create-administrator.ts'
import { readPassword } from './admin/read-password.ts'
import { rotateReceiptKey, rotateSecretKey } from './admin/rotate-keys.ts'
import { consoleLine } from './audit/console.ts'
import { makeBackup } from './backup/backup.ts'
import type { Totals } from './backup/records.ts'
import { BackupRefused } from './backup/refused.ts'
import { restoreBackup } from './backup/restore.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openFileStore, openFolder } from './files/open.ts'
import { FilesUnavailable } from './files/store.ts'
import { quiet } from './logger.ts'
import { addAuditRow } from './store/audit.ts'
import { StoreRefused } from './store/errors.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/open.ts'

/** Administrative commands: they reach the database directly, whether or not the server runs. */
const USAGE = `Usage: npm run admin -- <command>

create-administrator --login <login> [--name <name>]
  Makes an account that may do everything. Its password is asked for, or read from standard input: 6 to 20
  letters and digits.
rotate-secret-key
  Encrypts the secrets in the database anew: with a new key in DATA_DIR/secret.key, or with the first of SECRET_KEY.
rotate-receipt-key
  Makes a new key that signs receipts from each node's next start on. Receipts of older keys stay verifiable.
backup <file>
  Writes rows as of one moment, uploaded files and secret keys into one encrypted file, whether or not the server
  runs. Its passphrase is asked for, or read from standard input: 12 characters or more.
restore <file>
  Puts a backup into an empty database and an empty DATA_DIR (and bucket). The server must not run.
copy-files [--back]
  Copies uploaded files from DATA_DIR/files into the bucket of FILES_URL, or back. Each is checked by its SHA-256;
  begun again, it goes on where it was. Whether or not the server runs.

The database is the server's: DATA_DIR or DATABASE_URL.`

type Command = (config: Config) => Promise<string>

async function run(args: readonly string[]): Promise<string> {
  const prepare = readArguments(args)
  const config = readConfig(process.env)
  const command = await prepare()
  return command(config)
}

const inStore =
  (work: (store: Store, config: Config) => Promise<string>): Command =>
  async (config) => {
    const store = await openStore(config, quiet)
    try {
      return await work(store, config)
    } finally {
      await store.close()
    }
  }

/** Asks the operator before the database is opened. */
function readArguments(args: readonly string[]): () => Promise<Command> {
  const { positionals, login, name, back } = parsed(args)
  const [command, file, ...more] = positionals
  if (more.length > 0 || (file !== undefined) !== (command === 'backup' || command === 'restore'))
    throw new AdminError(USAGE)
  switch (command) {
    case 'create-administrator':
      if (login === undefined) throw new AdminError(USAGE)
      return async () =>
        administrator(
          login,
          name ?? login,
          await readPassword(terminal(), { question: 'Password (6 to 20 letters and digits): ' }),
        )
    case 'rotate-secret-key':
      return () =>
        Promise.resolve(inStore(({ db }, config) => recorded(db, 'rotateSecretKey', rotateSecretKey(db, config))))
    case 'rotate-receipt-key':
      return () =>
        Promise.resolve(inStore(({ db }, config) => recorded(db, 'rotateReceiptKey', rotateReceiptKey(db, config))))
    case 'copy-files':
      return () => Promise.resolve(copy(back === true))
    case 'backup':
      return async () => backup(file ?? '', await newPassphrase())
    case 'restore':
      return async () => restore(file ?? '', await readPassword(terminal(), { question: 'Passphrase: ', isNew: false }))
    default:
      throw new AdminError(USAGE)
  }
}

const terminal = () => ({ input: process.stdin, output: process.stderr })

function parsed(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { login: { type: 'string' }, name: { type: 'string' }, back: { type: 'boolean' } },
    })
    return { positionals, ...values }
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

const administrator = (login: string, name: string, password: string): Command =>
  inStore(async ({ db }) => {
    await createAdministrator(db, { id: randomUUID(), login, name, password, now: instant(Date.now()) })
    await addAuditRow(db, consoleLine('createAdministrator', login))
    return `The administrator "${login}" can sign in now, and sets up a second factor first: a passkey or an authenticator app.`
  })

async function newPassphrase(): Promise<string> {
  const passphrase = await readPassword(terminal(), { question: 'Passphrase: ' })
  if (passphrase.length < 12) throw new AdminError('A passphrase takes 12 characters or more.')
  return passphrase
}

const backup = (file: string, passphrase: string): Command =>
  inStore(async (store, config) => {
    const { totals, missing } = await makeBackup(store, config, file, passphrase)
    await addAuditRow(store.db, consoleLine('backup', null))
    const lost = missing.length === 0 ? '' : `\n${missing.length} files were lost before: ${missing.join(', ')}`
    return `${file}: ${totalsText(totals)}, read back and complete. Without its passphrase it is lost.${lost}`
  })

/** `restore` opens the database itself, at the backup's version. */
const restore =
  (file: string, passphrase: string): Command =>
  async (config) => {
    const { totals, manifest } = await restoreBackup(config, file, passphrase)
    return inStore(async ({ db }) => {
      await addAuditRow(db, consoleLine('restore', null))
      return `Restored as of ${manifest.madeAt}: ${totalsText(totals)}. The server can be started.`
    })(config)
  }

const copy = (back: boolean): Command =>
  inStore(async ({ db }, config) => {
    if (config.bucket === null) throw new AdminError('FILES_URL names no bucket, so that there is nothing to copy.')
    const [folder, bucket] = [openFolder(config), openFileStore(config, db)]
    const copied = await (back ? copyFiles(db, bucket, folder) : copyFiles(db, folder, bucket))
    await addAuditRow(db, consoleLine('copyFiles', null))
    return copiedText(copied)
  })

const totalsText = ({ tables, rows, files }: Totals): string => `${rows} rows of ${tables} tables, ${files} files`

async function recorded(db: Store['db'], act: string, work: Promise<string>): Promise<string> {
  const said = await work
  await addAuditRow(db, consoleLine(act, null))
  return said
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  // Operator mistakes are reported as a message; anything else with its trace.
  const isReadable =
    error instanceof AdminError ||
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof BackupRefused ||
    error instanceof FilesUnavailable
  process.stderr.write(
    `${isReadable ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = 1
}
