import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instant } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { connect } from '../../src/server/store/connections.ts'
import { as } from '../../src/server/store/embedded/binaries.ts'
import { openCluster } from '../../src/server/store/embedded/cluster.ts'
import { StoreUnavailable, unavailable } from '../../src/server/store/errors.ts'
import { openStore, type Store } from '../../src/server/store/open.ts'
import { PrimaryCheck } from '../../src/server/store/primary.ts'
import { watchStandby } from '../../src/server/store/standby.ts'
import { setting } from '../../src/server/store/schema.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { batch, someSession } from '../support/store/sessions.ts'
import { temporaryFolder, temporaryStore } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'

const folders: ReturnType<typeof temporaryFolder>[] = []
const ends: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folders.push(temporaryFolder(), temporaryFolder())
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  for (const folder of folders.splice(0)) folder.remove()
})

/** A PostgreSQL of the folder, without a node. Returns the address of the serving user, and its end. */
async function startServer(dataDir: string): Promise<{ readonly url: string; readonly end: () => Promise<unknown> }> {
  const { binaries, data, socketDir, user } = await openCluster(dataDir)
  const args = ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketDir}`]
  const child = spawn(binaries.postgres, args, as(user))
  const exit = once(child, 'exit')
  const end = async () => {
    child.kill('SIGINT')
    await exit
  }
  ends.push(end)
  const host = encodeURIComponent(socketDir)
  const url = `postgresql://timber@localhost/postgres?host=${host}`
  await until(() =>
    connect({ connectionString: url }, 'test').then(
      (client) => client.end().then(() => true),
      () => false,
    ),
  )
  return { url, end }
}

async function checked(check: PrimaryCheck, url: string): Promise<void> {
  const client = await connect({ connectionString: url }, 'test')
  try {
    await check.check(client)
  } finally {
    await client.end()
  }
}

test('a replica is no database, and neither is a primary that another has replaced', async () => {
  const [first, second] = folders.map(({ path }) => path) as [string, string]
  // Copies of one database, so they are servers of one cluster.
  await placeEmptyStore(first)
  await placeEmptyStore(second)
  const { data } = await openCluster(second)
  writeFileSync(join(data, 'standby.signal'), '')
  const replica = await startServer(second)
  const check = new PrimaryCheck()

  await expect(checked(check, replica.url)).rejects.toThrow('the server is a replica')
  await expect(openStore({ dataDir: second, databaseUrl: replica.url }, quiet)).rejects.toThrow(
    'Cannot connect to the database: the server is a replica',
  )

  const owner = await connect({ connectionString: replica.url }, 'test')
  await owner.query('SELECT pg_promote()')
  await owner.end()
  await checked(check, replica.url)
  const old = await startServer(first)
  await expect(checked(check, old.url)).rejects.toThrow('the server writes timeline 1, and was replaced')
  // A node that never saw the new primary cannot tell.
  await checked(new PrimaryCheck(), old.url)
})

/** The store's own server, as its owner. */
async function asOwner(store: Store, ...statements: readonly string[]): Promise<void> {
  const client = new Client(store.owner)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
const RELOAD = 'SELECT pg_reload_conf()'

test('a server that takes no writes is unknown, not a refusal, and its connections are thrown away', async () => {
  const store = await temporaryStore()
  ends.push(() => store.close())
  const id = await someSession(store)
  const pids = async () => {
    const { rows } = await store.db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    return rows[0]?.pid
  }
  const before = await pids()
  await asOwner(store, 'ALTER SYSTEM SET default_transaction_read_only = on', RELOAD)
  // A running connection takes the change up with its next statement.
  await until(async () =>
    store.db.execute(sql`SHOW transaction_read_only`).then(
      ({ rows }) => rows[0]?.['transaction_read_only'] === 'on',
      () => true,
    ),
  )
  const written = store.db.transaction((tx) =>
    tx.insert(setting).values({ name: 'x', value: {}, changedAt: instant(0) }),
  )
  expect(unavailable(await written.catch((error: unknown) => error))).toBeInstanceOf(StoreUnavailable)
  await expect(store.log.append(batch(id, 0, 1))).rejects.toBeInstanceOf(StoreUnavailable)
  // No new connection is taken either.
  await expect(store.log.head(id)).rejects.toThrow('takes no writes')

  await asOwner(
    store,
    'SET default_transaction_read_only = off',
    'ALTER SYSTEM RESET default_transaction_read_only',
    RELOAD,
  )
  await until(() =>
    store.log.append(batch(id, 0, 1)).then(
      (appended) => appended === 'appended',
      () => false,
    ),
  )
  expect(await pids()).not.toBe(before)
})

test('a commit that the standby was not waited for is unknown, and not read before the standby has it', async () => {
  const store = await temporaryStore()
  ends.push(() => store.close())
  const id = await someSession(store)
  const watch = watchStandby({
    expected: true,
    waits: () => store.waitsForStandby(),
    timers: { every: () => () => undefined },
    logger: quiet,
  })
  await watch.look()
  expect(watch.warning).toMatch(/commits do not wait for a standby/)
  await store.log.head(id)
  await asOwner(store, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", RELOAD)
  await until(() => store.waitsForStandby())
  await watch.look()
  expect(watch.warning).toBeNull()

  let answered = false
  const appended = store.log
    .append(batch(id, 0, 3))
    .then(
      (result) => result,
      (error: unknown) => error,
    )
    .finally(() => {
      answered = true
    })
  const cancel = `SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  const client = new Client(store.owner)
  await client.connect()
  // On a machine that stands still for seconds the store gives the statement up by itself.
  await until(async () => answered || (await client.query(cancel)).rows.length > 0)
  await client.end()
  expect(await appended).toBeInstanceOf(StoreUnavailable)

  // The entries are there, but on one server alone.
  let told = false
  const head = store.log.head(id).finally(() => {
    told = true
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(told).toBe(false)
  await asOwner(store, 'SET synchronous_commit = local', 'ALTER SYSTEM RESET synchronous_standby_names', RELOAD)
  expect(await head).toMatchObject({ seq: 3 })
})
