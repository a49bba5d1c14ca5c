import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { quiet } from '../../src/server/logger.ts'
import { handOver, OWNER } from '../../src/server/store/embedded/access.ts'
import { OWN_USER, systemUser } from '../../src/server/store/embedded/system-user.ts'
import { as } from '../../src/server/store/embedded/binaries.ts'
import { openCluster } from '../../src/server/store/embedded/cluster.ts'
import { connect } from '../../src/server/store/connections.ts'
import { StoreRefused, StoreUnavailable } from '../../src/server/store/errors.ts'
import { APPEND_ONLY } from '../../src/server/store/migrate.ts'
import { openStore, type Store } from '../../src/server/store/open.ts'
import { endAll, isAlive, isOpen, postmasterOf, startNode, until } from '../support/store/processes.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { batch, someSession } from '../support/store/sessions.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

const isRoot = process.getuid?.() === 0
let folder: ReturnType<typeof temporaryFolder>
const opened: Store[] = []
async function open(dataDir = folder.path): Promise<Store> {
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  opened.push(store)
  return store
}
const running = () => postmasterOf(folder.path)

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  await endAll(folder.path)
  folder.remove()
})
/** Opens a copy of an empty database, at a tenth of the work, where creating one is not under test. */
async function openCopy(): Promise<Store> {
  await placeEmptyStore(folder.path)
  return open()
}
const close = async (store: Store) => {
  opened.splice(opened.indexOf(store), 1)
  await store.close()
}

describe('what was acknowledged is there', () => {
  test(
    'after kill -9 of node and database in the middle of appends, three times over',
    { timeout: 180_000 },
    async () => {
      const first = await openCopy()
      const timelineId = await someSession(first)
      await close(first)

      let durable = 0
      for (let round = 0; round < 3; round++) {
        const node = startNode([folder.path, timelineId])
        const enough = durable + 60
        await node.says((line) => Number(line) >= enough)
        process.kill(running()!, 'SIGKILL')
        await node.signal('SIGKILL')
        durable = Math.max(...node.said.map(Number).filter(Number.isFinite))

        const again = await open()
        const { seq } = (await again.log.head(timelineId))!
        expect(seq).toBeGreaterThanOrEqual(durable)
        const seqs = (await again.log.readTail(timelineId, 0, 100_000)).map(({ entry }) => entry.seq)
        expect(seqs).toEqual(Array.from({ length: seq }, (_, i) => i + 1))
        durable = seq
        await close(again)
      }
    },
  )
})

describe('one database per folder', () => {
  test('that of a killed node is adopted, and ends with the node that adopted it', async () => {
    await placeEmptyStore(folder.path)
    const node = startNode([folder.path])
    await node.says(isOpen)
    await node.signal('SIGKILL')
    const orphan = running()!
    expect(isAlive(orphan)).toBe(true)

    const store = await open()
    expect(running()).toBe(orphan)
    await close(store)
    expect(running()).toBeNull()
    await until(() => !isAlive(orphan))
  })

  test('nodes that start at once in an empty folder share one; the last to leave ends it', async () => {
    const nodes = [1, 2, 3].map(() => startNode([folder.path]))
    await Promise.all(nodes.map((node) => node.says(isOpen)))
    const shared = running()
    const [one, two, three] = nodes
    await one!.signal('SIGTERM')
    expect(running()).toBe(shared)
    // A killed node leaves no share behind.
    await two!.signal('SIGKILL')
    expect(running()).toBe(shared)
    await three!.signal('SIGTERM')
    expect(running()).toBeNull()
  })

  test('one that leaves while another comes does not take the database away from it', async () => {
    let store = await openCopy()
    const timelineId = await someSession(store)
    for (let i = 0; i < 8; i++) {
      const [next] = await Promise.all([open(), close(store)])
      store = next
      expect(await store.log.append(batch(timelineId, i, 1))).toBe('appended')
    }
  })

  test('a database that is killed under a node is started again; meanwhile the store says that it is unavailable', async () => {
    const store = await openCopy()
    const timelineId = await someSession(store)
    const heard: unknown[] = []
    store.onAppend((appended) => heard.push(appended))
    const killed = running()!
    const errors: unknown[] = []
    async function appends(): Promise<boolean> {
      try {
        const { seq } = (await store.log.head(timelineId))!
        return (await store.log.append(batch(timelineId, seq, 1))) === 'appended'
      } catch (error) {
        errors.push(error)
        return false
      }
    }
    // With its data moved away the database cannot be restarted, however quick the node is.
    const data = join(folder.path, 'pg')
    const elsewhere = join(folder.path, 'pg-elsewhere')
    renameSync(data, elsewhere)
    process.kill(killed, 'SIGKILL')
    // The killed server's last processes may still answer for a moment.
    await until(async () => {
      await appends()
      return errors.length > 0
    })
    renameSync(elsewhere, data)

    await until(async () => (await appends()) && running() !== killed)
    expect(errors.filter((error) => !(error instanceof StoreUnavailable))).toEqual([])
    await until(() => heard.includes(null))
  })
})

describe('locks that name the wrong process', () => {
  test("after a reboot the number in the lock may be another process's: it starts all the same", async () => {
    const store = await openCopy()
    const user = statSync(join(folder.path, 'pg'))
    const [lock, socketLock] = ['pg/postmaster.pid', 'pg-socket/.s.PGSQL.5432.lock'].map((name) =>
      join(folder.path, name),
    )
    const [left, socketLeft] = [lock, socketLock].map((path) => readFileSync(path!, 'utf8'))
    await close(store)

    const stranger = spawn('sleep', ['60'], { uid: user.uid, gid: user.gid })
    try {
      for (const [path, text] of [
        [lock!, left!],
        [socketLock!, socketLeft!],
      ] as const) {
        writeFileSync(path, text.replace(/^\d+/, String(stranger.pid)))
        chownSync(path, user.uid, user.gid)
      }
      await close(await open())
    } finally {
      stranger.kill()
    }
  })
})

describe('users and folders', () => {
  test.runIf(isRoot)('root runs it as another user, who sees nothing of the rest of a private folder', async () => {
    const store = await open()
    expect(statSync(join(folder.path, 'pg')).uid).not.toBe(0)
    expect(statSync(folder.path).mode & 0o077).toBe(0o010)
    expect(Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${running()}/status`, 'utf8'))![1])).not.toBe(0)
    expect(statSync(join(folder.path, 'pg.log')).mode & 0o077).toBe(0)
    await close(store)
  })

  test.runIf(isRoot)('a plain user runs it as himself; root, coming later, runs it as that user', async () => {
    const user = { uid: 12_345, gid: 12_345 }
    chownSync(folder.path, user.uid, user.gid)
    const node = startNode([folder.path], user)
    await expect(node.says(isOpen)).rejects.toThrow(/could not look up effective user ID|belongs to|initdb/)

    const known = systemUser('daemon')!
    chownSync(folder.path, known.uid, known.gid)
    const plain = startNode([folder.path], known)
    await plain.says(isOpen)
    await plain.signal('SIGTERM')
    expect(statSync(join(folder.path, 'pg')).uid).toBe(known.uid)
    await close(await open())
  })

  test.runIf(isRoot)(
    '15.6 one that ran as nobody, as any service of the machine may, belongs to a user of its own from its next start on',
    async () => {
      await close(await openCopy())
      const nobody = systemUser('nobody')!
      for (const name of ['pg', 'pg-socket']) handOver(join(folder.path, name), nobody)
      chownSync(folder.path, 0, nobody.gid)
      await close(await open())
      expect(statSync(join(folder.path, 'pg/PG_VERSION')).uid).toBe(systemUser(OWN_USER)!.uid)
    },
  )

  test('15.6 the socket lets in the user of the server alone, and the role that serves is no superuser', async () => {
    const store = await openCopy()
    const served = await store.db.execute(
      sql`SELECT current_user, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
    )
    expect(served.rows).toEqual([
      { current_user: 'timber_app', rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
    ])
    await store.db.execute(
      sql`INSERT INTO audit (at, request_id, act, outcome, actor_as, address, device, asked, before, after)
        VALUES (now(), 'r', 'login', 'done', 'user', '', '', '{}', '{}', '{}')`,
    )
    // A role that owns nothing cannot grant: PostgreSQL only warns.
    await store.db.execute(sql`GRANT ALL ON audit TO timber_app`)
    for (const forbidden of [
      'CREATE TABLE x ()',
      'DELETE FROM audit',
      "UPDATE audit SET act = ''",
      'TRUNCATE audit',
      'DROP TABLE audit',
      ...APPEND_ONLY.flatMap((table) => [`DELETE FROM ${table}`, `TRUNCATE ${table}`]),
      "UPDATE session_event SET actor = 'host'",
      "UPDATE verdict SET fingerprint = ''",
      "UPDATE contract_version SET hash = ''",
      'UPDATE contract_act SET at = now()',
      'UPDATE contract_payment SET amount = 0',
      'UPDATE session_deposit SET amount = 0',
      "UPDATE bank_file SET name = ''",
      "UPDATE deposit_reference SET reference = ''",
      'SELECT audit_forget_refused(now())',
      "SET timber.audit_forget = 'on'; DELETE FROM audit",
      'SELECT audit_forget(now())',
      "SELECT audit_forget('infinity')",
      'ALTER TABLE audit DISABLE TRIGGER ALL',
      'DROP TRIGGER audit_no_change ON audit',
      'SET session_replication_role = replica',
      'CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
      'SET ROLE postgres',
      `SET ROLE ${OWNER}`,
      "COPY audit FROM PROGRAM 'true'",
      "SELECT pg_read_file('pg_hba.conf')",
      'ALTER ROLE timber_app SUPERUSER',
    ])
      await expect(store.db.execute(sql.raw(forbidden)), forbidden).rejects.toThrow()
    expect((await store.db.execute(sql`SELECT act FROM audit`)).rows).toEqual([{ act: 'login' }])
    await expect(connect({ ...store.address, user: 'postgres' }, 'test')).rejects.toThrow(/Peer authentication failed/)
    if (isRoot) {
      const uid = systemUser('daemon')!.uid
      const asked = spawnSync(
        process.execPath,
        [
          '-e',
          `require('net').connect(${JSON.stringify(join(store.address.host!, '.s.PGSQL.5432'))}).on('error', (e) => console.log(e.code)).on('connect', () => console.log('in'))`,
        ],
        { uid, encoding: 'utf8', timeout: 10_000 },
      )
      expect(asked.stdout.trim()).toBe('EACCES')
    }
    await close(store)
  })

  test.runIf(isRoot)("a folder that the database's user cannot get to is named", async () => {
    const closed = join(folder.path, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    await expect(openStore({ dataDir: join(closed, 'data'), databaseUrl: null }, quiet)).rejects.toThrow(
      `may not enter ${closed}`,
    )
  })

  test('a folder with a long name has its socket in a short private one', async () => {
    chmodSync(folder.path, 0o755)
    const deep = join(folder.path, ...Array.from({ length: 5 }, () => 'a-rather-long-name-木'))
    const store = await open(deep)
    const timelineId = await someSession(store)
    expect(await store.log.append(batch(timelineId, 0, 1))).toBe('appended')
    const socketDir = store.address.host!
    expect(socketDir).toMatch(/^\/tmp\/timber-[0-9a-f]{16}$/)
    expect(statSync(socketDir).mode & 0o777).toBe(0o700)
    await close(store)
    expect(postmasterOf(deep)).toBeNull()
  })

  test('a cluster of another PostgreSQL version is left alone', async () => {
    await placeEmptyStore(folder.path)
    writeFileSync(join(folder.path, 'pg/PG_VERSION'), '17\n')
    await expect(openStore({ dataDir: folder.path, databaseUrl: null }, quiet)).rejects.toThrow(
      /made by PostgreSQL 17, the one here is 18/,
    )
  })
})

describe('a database that does not keep its word is refused', () => {
  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    '%s = off, embedded or by address',
    async (setting) => {
      await placeEmptyStore(folder.path)
      const cluster = await openCluster(folder.path)
      const careless = spawn(
        cluster.binaries.postgres,
        [
          '-D',
          cluster.data,
          '-c',
          'listen_addresses=',
          '-c',
          `unix_socket_directories=${cluster.socketDir}`,
          '-c',
          `${setting}=off`,
        ],
        as(cluster.user),
      )
      const ended = once(careless, 'exit')
      const databaseUrl = `postgresql://timber@localhost/postgres?host=${encodeURIComponent(cluster.socketDir)}`
      await until(() =>
        connect({ connectionString: databaseUrl }, 'test').then(
          (client) => client.end().then(() => true),
          () => false,
        ),
      )

      const refused = new StoreRefused(
        `The database has ${setting} = off: a bid that was confirmed could be lost in a power cut. Set ${setting} = on and start again.`,
      )
      await expect(openStore({ dataDir: folder.path, databaseUrl }, quiet)).rejects.toThrow(refused)
      // The running embedded database is adopted, found unsafe, and released.
      await expect(openStore({ dataDir: folder.path, databaseUrl: null }, quiet)).rejects.toThrow(refused)
      await ended
      expect(existsSync(join(folder.path, 'pg/postmaster.pid'))).toBe(false)
    },
  )

  test('so is one that is not encoded in UTF-8, and one that is not there', async () => {
    const store = await openCopy()
    const url = (name: string) =>
      `postgresql://timber@localhost/${name}?host=${encodeURIComponent(store.address.host!)}`
    const client = await connect({ ...store.address, user: OWNER }, 'test')
    await client.query(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`)
    await client.end()
    await expect(openStore({ dataDir: folder.path, databaseUrl: url('ascii') }, quiet)).rejects.toThrow(
      /encoded in SQL_ASCII.*UTF8/,
    )
    const warnings: unknown[] = []
    const logger = { ...quiet, warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
    await expect(openStore({ dataDir: folder.path, databaseUrl: url('missing') }, logger)).rejects.toThrow(
      /Cannot connect to the database: .*"missing" does not exist/,
    )
    // With the tables' owner serving, only a trigger protects the audit trail.
    expect(warnings).toEqual([expect.stringContaining('set DATABASE_OWNER_URL')])
    await expect(openStore({ dataDir: folder.path, databaseUrl: 'postgresql://127.0.0.1:1/x' }, quiet)).rejects.toThrow(
      /Cannot connect to the database/,
    )
  })
})

test('nodes that migrate the same empty database at once all find it whole', async () => {
  const host = await openCopy()
  const client = await connect({ ...host.address, user: OWNER }, 'test')
  await client.query('CREATE DATABASE fresh')
  await client.end()
  const databaseUrl = `postgresql://timber@localhost/fresh?host=${encodeURIComponent(host.address.host!)}`
  const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ dataDir: folder.path, databaseUrl }, quiet)))
  const timelineId = await someSession(stores[0]!)
  for (const [i, store] of stores.entries()) expect(await store.log.append(batch(timelineId, i, 1))).toBe('appended')
  await Promise.all(stores.map((store) => store.close()))
  // Another operator's database is not stopped.
  expect(isAlive(running()!)).toBe(true)
})
