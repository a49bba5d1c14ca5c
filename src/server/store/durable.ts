import type { ClientBase } from 'pg'
import { StoreRefused } from './errors.ts'

const OLDEST = 14

/** An acknowledged bid must survive a power cut: refuses a database configured without durability. */
export async function refuseUnlessDurable(client: ClientBase): Promise<void> {
  const settings = await show(client, [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'server_encoding',
    'server_version_num',
  ])
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    if (settings[name] === 'off') {
      throw new StoreRefused(
        `The database has ${name} = off: a bid that was confirmed could be lost in a power cut. Set ${name} = on and start again.`,
      )
    }
  }
  if (settings['server_encoding'] !== 'UTF8') {
    throw new StoreRefused(
      `The database is encoded in ${settings['server_encoding']}; names in Chinese need UTF8. Create it with ENCODING 'UTF8'.`,
    )
  }
  const major = Math.floor(Number(settings['server_version_num']) / 10_000)
  if (major < OLDEST) throw new StoreRefused(`The database is PostgreSQL ${major}; at least ${OLDEST} is needed.`)
}

async function show(client: ClientBase, names: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'SELECT n AS name, current_setting(n) AS value FROM unnest($1::text[]) n',
    [names],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
