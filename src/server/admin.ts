import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { instant } from '../domain/units.ts'
import { AdminError, createAdministrator } from './admin/create-administrator.ts'
import { readPassword } from './admin/read-password.ts'
import { rotateReceiptKey, rotateSecretKey } from './admin/rotate-keys.ts'
import { consoleLine } from './audit/console.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
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

The database is the server's: DATA_DIR or DATABASE_URL.`

type Command = (store: Store, config: Config) => Promise<string>

async function run(args: readonly string[]): Promise<string> {
  const prepare = readArguments(args)
  const config = readConfig(process.env)
  const command = await prepare()
  const store = await openStore(config, quiet)
  try {
    return await command(store, config)
  } finally {
    await store.close()
  }
}

/** Questions to the person come before the database is opened. */
function readArguments(args: readonly string[]): () => Promise<Command> {
  const { positionals, login, name } = parsed(args)
  const [command, ...more] = positionals
  if (more.length > 0) throw new AdminError(USAGE)
  switch (command) {
    case 'create-administrator':
      if (login === undefined) throw new AdminError(USAGE)
      return async () =>
        administrator(login, name ?? login, await readPassword({ input: process.stdin, output: process.stderr }))
    case 'rotate-secret-key':
      return () => Promise.resolve(({ db }, config) => recorded(db, 'rotateSecretKey', rotateSecretKey(db, config)))
    case 'rotate-receipt-key':
      return () => Promise.resolve(({ db }, config) => recorded(db, 'rotateReceiptKey', rotateReceiptKey(db, config)))
    default:
      throw new AdminError(USAGE)
  }
}

function parsed(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { login: { type: 'string' }, name: { type: 'string' } },
    })
    return { positionals, ...values }
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

const administrator =
  (login: string, name: string, password: string): Command =>
  async ({ db }) => {
    await createAdministrator(db, { id: randomUUID(), login, name, password, now: instant(Date.now()) })
    await addAuditRow(db, consoleLine('createAdministrator', login))
    return `The administrator "${login}" can sign in now.`
  }

async function recorded(db: Store['db'], act: string, work: Promise<string>): Promise<string> {
  const said = await work
  await addAuditRow(db, consoleLine(act, null))
  return said
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  // Operator mistakes are reported as a message; anything else with its trace.
  const isReadable = error instanceof AdminError || error instanceof ConfigError || error instanceof StoreRefused
  process.stderr.write(
    `${isReadable ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = 1
}
