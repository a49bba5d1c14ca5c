import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { instant } from '../domain/units.ts'
import { AdminError, createAdministrator } from './admin/create-administrator.ts'
import { readPassword } from './admin/read-password.ts'
import { ConfigError, readConfig } from './config.ts'
import { quiet } from './logger.ts'
import { StoreRefused } from './store/errors.ts'
import { openStore } from './store/open.ts'

/** Commands for whoever runs the server: they reach the database directly, whether the server is up or not. */
const USAGE = `Usage: node src/server/admin.ts create-administrator --login <login> [--name <name>]

Makes an account that may do everything. Its password is asked for, or read from standard input: 6 to 20
letters and digits. The database is the server's: DATA_DIR or DATABASE_URL.`

async function run(args: readonly string[]): Promise<string> {
  const { login, name } = readArguments(args)
  const config = readConfig(process.env)
  const password = await readPassword({ input: process.stdin, output: process.stderr })
  const store = await openStore(config, quiet)
  try {
    await createAdministrator(store.db, {
      id: randomUUID(),
      login,
      name: name ?? login,
      password,
      now: instant(Date.now()),
    })
  } finally {
    await store.close()
  }
  return `The administrator "${login}" can sign in now.`
}

function readArguments(args: readonly string[]): { login: string; name: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { login: { type: 'string' }, name: { type: 'string' } },
    })
    if (positionals.length === 1 && positionals[0] === 'create-administrator' && values.login !== undefined)
      return { login: values.login, name: values.name }
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
  throw new AdminError(USAGE)
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  // What the operator can mend is told in words; anything else with its trace.
  const told = error instanceof AdminError || error instanceof ConfigError || error instanceof StoreRefused
  process.stderr.write(
    `${told ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = 1
}
