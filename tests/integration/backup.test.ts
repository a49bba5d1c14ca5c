import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptCheck, receiptKeys, start } from '../../src/contract/calls/index.ts'
import type { Receipt } from '../../src/contract/verdict.ts'
import { instant } from '../../src/domain/units.ts'
import { openDisk } from '../../src/server/files/disk.ts'
import { quiet } from '../../src/server/logger.ts'
import { verifyReceipt } from '../../src/server/receipt.ts'
import { seeded } from '../../src/server/seeded.ts'
import { openStore } from '../../src/server/store/open.ts'
import { openAuditList } from '../../src/server/store/audit.ts'
import { file } from '../../src/server/store/schema.ts'
import { Crowd } from '../prove/parts/crowd.ts'
import { ExportedLog } from '../prove/parts/exported.ts'
import { Market } from '../prove/parts/market.ts'
import { ADMIN } from '../support/commands.ts'
import { LiveClient } from '../support/room/live.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'
import { asOwner } from '../support/store/owner.ts'
import { temporaryFolder } from '../support/store/temporary.ts'
import { venueOf, worldIn } from '../support/world.ts'
import type { WorldSession } from '../support/world.ts'

const PASSPHRASE = 'a long way to Kotka'
const COUNT = 12

let folder: ReturnType<typeof temporaryFolder>
let server: TestServer
let session: WorldSession
let path: string
/** Receipts whose entries the restored log has. */
let kept: readonly Receipt[] = []

const saying = (text: string | RegExp): unknown =>
  typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)

/** Runs the command as an operator does. */
async function admin(dataDir: string, args: readonly string[], input: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...ADMIN, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, DEMO: '0', ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(`${input}\n`)
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, said }
}

/** The rows of every table, counted, and the bytes of every file, hashed. */
async function contentsOf(dataDir: string) {
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  try {
    const { rows: tables } = await store.db.execute<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await store.db.execute<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM ${sql.identifier(name)}`,
      )
      counts[name] = rows[0]?.n ?? -1
    }
    const { rows: events } = await store.db.execute<{ place: string; hash: string }>(
      sql`SELECT timeline_id || ' ' || seq AS place, hash FROM session_event`,
    )
    return {
      counts,
      hashes: new Map(events.map(({ place, hash }) => [place, hash])),
      files: hashesIn(join(dataDir, 'files')),
    }
  } finally {
    await store.close()
  }
}

const hashesIn = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex')}`,
    )
    .toSorted()

async function welcomeAt(port: number, has?: LiveClient['place']) {
  const client = new LiveClient(port, {
    token: session.bidders[0]!.venueToken,
    timelineId: session.id,
    ...(has && { has }),
  })
  const { recovered } = await client.welcome()
  const { place } = client
  await client.end()
  return { recovered, place }
}
const placeNow = async () => (await welcomeAt(server.port)).place

beforeAll(async () => {
  folder = temporaryFolder()
  // The database's user needs to traverse the folder.
  chmodSync(folder.path, 0o711)
  path = join(folder.path, 'sale.backup')
  const dataDir = freshDataDir()
  const [made] = await worldIn(dataDir, { bidders: COUNT, lots: 12 })
  if (!made) throw new Error('a world without a session')
  session = made
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const disk = openDisk(join(dataDir, 'files'))
  for (let i = 0; i < 5; i++) {
    const bytes = Buffer.alloc(700_000 * i + 1, `file ${i}`)
    const id = await disk.write(bytes)
    await store.db.insert(file).values({
      id,
      ownerId: session.seller.account,
      name: `${i}.pdf`,
      type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: instant(Date.now()),
    })
  }
  await store.close()
  server = await startServer({ dataDir, env: { DEMO: '0' } })
})
afterAll(async () => {
  await server.stop().catch(() => undefined)
  folder.remove()
})

test('a backup taken while bids are made restores on an empty machine: the same log hashes, files and counts', async () => {
  await venueOf(server.url, session, session.host).accepted(start, { biddingSeconds: 900 })
  const crowd = new Crowd(session.bidders, {
    session,
    market: new Market(session.lots, seeded(18)),
    urlOf: () => server.url,
    lifeMs: 10_000,
    // Enough bids throughout the backup, without taking the processor from it.
    pauseMs: 40,
  })
  await crowd.until(60)
  const early = await placeNow()
  const before = crowd.accepted
  expect(await admin(server.dataDir, ['backup', path], PASSPHRASE)).toMatchObject({
    status: 0,
    said: saying(/rows of \d+ tables, 5 files, read back and complete/),
  })
  // Bids continue during the backup and after it.
  expect(crowd.accepted).toBeGreaterThan(before)
  await crowd.until(crowd.accepted + 20)
  await crowd.stop()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const late = await placeNow()
  await server.stop({ keep: true })

  const target = join(folder.path, 'restored')
  const restoredAfter = new Date().toISOString()
  expect(await admin(target, ['restore', path], PASSPHRASE)).toMatchObject({
    status: 0,
    said: saying('The server can be started.'),
  })
  const [source, copy] = [await contentsOf(server.dataDir), await contentsOf(target)]
  expect(copy.files).toEqual(source.files)
  expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe(
    readFileSync(join(server.dataDir, 'secret.key'), 'utf8'),
  )
  // The copy's log is the beginning of the source's log, and one entry that says that it was restored.
  const heads = copy.counts['session_head'] ?? 0
  const own = [...copy.hashes].filter(([place, hash]) => source.hashes.get(place) !== hash)
  expect(own).toHaveLength(heads)
  expect(copy.hashes.size).toBeGreaterThan(60)
  expect(copy.hashes.size).toBeLessThan(source.hashes.size)
  const still = [
    'account',
    'company',
    'lot',
    'timeline',
    'registration',
    'file',
    'setting',
    'document',
    'term',
    'session_head',
  ]
  for (const name of still) expect([name, copy.counts[name]]).toEqual([name, source.counts[name]])
  // One new key, which begins the new epoch.
  expect(copy.counts['signing_key']).toBe((source.counts['signing_key'] ?? 0) + 1)

  // The restored room goes on: earlier clients take a new snapshot, and earlier receipts stay valid.
  const other = await startServer({ dataDir: target, env: { DEMO: '0' } })
  try {
    const log = new ExportedLog()
    await log.readOn(venueOf(other.url, session, session.host))
    expect(log.broken).toEqual([])
    const at = log.entries.findIndex(({ event }) => event.type === 'session.restored')
    const [before, restored] = [log.entries[at - 1], log.entries[at]]
    expect(source.hashes.get(`${session.id} ${at}`)).toBe(before?.hash)
    expect(copy.hashes.get(`${session.id} ${at + 1}`)).toBe(restored?.hash)
    const receipt = crowd.attempts.find(({ verdict }) => verdict?.receipt)?.verdict?.receipt
    expect(restored?.event).toMatchObject({ from: receipt?.body.epoch, hash: before?.hash, actor: 'room' })
    expect(log.state?.epoch).not.toBe(receipt?.body.epoch)
    // A restore is no sign of life: the room gives back the time since the backup (O1).
    expect(log.entries[at + 1]?.event).toMatchObject({ type: 'outage', from: expect.any(Number) as number })
    const outage = log.entries[at + 1]?.event
    expect(outage?.type === 'outage' && outage.from).toBeLessThan(Date.parse(restoredAfter))
    // Even a client that is not ahead of the backup takes a snapshot.
    for (const has of [late, early]) expect(await welcomeAt(other.port, has)).toMatchObject({ recovered: false })
    const receipts = crowd.attempts.flatMap(({ verdict }) => verdict?.receipt ?? [])
    const { rows: keys } = await venueOf(other.url, session, session.host).call(receiptKeys, {})
    expect(receipts.length).toBeGreaterThan(60)
    expect(receipts.filter((receipt) => !verifyReceipt(receipt, keys))).toEqual([])
    // What the backup has is kept; what came after it is lost by the restore, and the log is not denied for it (R11).
    const bidder = venueOf(other.url, session, session.bidders[0]!)
    const standings = new Map<number, string>()
    for (let i = 0; i < receipts.length; i += 50) {
      const some = receipts.slice(i, i + 50)
      const { rows } = await bidder.call(receiptCheck, { body: { receipts: some } })
      rows.forEach(({ standing }, j) => standings.set(some[j]!.body.seq, standing))
    }
    for (const [seq, standing] of standings) expect([seq, standing]).toEqual([seq, seq <= at ? 'kept' : 'lost'])
    expect([...standings.values()]).toContain('lost')
    const forged = { ...receipts[0]!, body: { ...receipts[0]!.body, hash: 'e'.repeat(64) } }
    const { rows: unknown } = await bidder.call(receiptCheck, { body: { receipts: [forged] } })
    expect(unknown).toEqual([{ hash: 'e'.repeat(64), standing: 'unknown' }])
    expect(await (await fetch(`${other.url}/readyz`)).text()).toBe('ready\n')
    kept = receipts.filter(({ body }) => body.seq <= at)
  } finally {
    await other.stop({ keep: true })
  }
  const store = await openStore({ dataDir: target, databaseUrl: null }, quiet)
  const { rows: lines } = await openAuditList(store.db, () => instant(Date.now()))({}, { offset: 0, limit: 10 })
  expect(lines.map(({ act }) => act)).toContain('restore')
  await store.close()
})

test('R11: a log that was cut short is denied by a genuine receipt: entry, closed sale, alarm, readiness', async () => {
  const dataDir = join(folder.path, 'restored')
  const denied = kept.at(-1)!
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const at = `timeline_id = '${session.id}'`
  // As a standby would be that lacked the newest commits: no restore explains it.
  await asOwner(
    store,
    'BEGIN',
    `DELETE FROM session_event WHERE ${at} AND seq >= ${denied.body.seq}`,
    `DELETE FROM session_snapshot WHERE ${at}`,
    `UPDATE session_head SET (seq, hash, epoch) =
      (SELECT seq, hash, epoch FROM session_event WHERE ${at} ORDER BY seq DESC LIMIT 1) WHERE ${at}`,
    'COMMIT',
  )
  await store.close()
  const other = await startServer({ dataDir, env: { DEMO: '0' } })
  try {
    const bidder = venueOf(other.url, session, session.bidders[0]!)
    const { rows } = await bidder.call(receiptCheck, { body: { receipts: [denied, kept[0]!] } })
    expect(rows.map(({ standing }) => standing)).toEqual(['denied', 'kept'])
    const log = new ExportedLog()
    await log.readOn(venueOf(other.url, session, session.host))
    expect(log.broken).toEqual([])
    expect(log.entries.slice(-2).map(({ event }) => event)).toMatchObject([
      { type: 'log.denied', receipt: { seq: denied.body.seq, hash: denied.body.hash } },
      { type: 'session.closed', message: '' },
    ])
    expect(await (await fetch(`${other.url}/readyz`)).text()).toBe(
      `ready\nwithout entries that receipts vouch for: ${session.id}\n`,
    )
    expect(await (await fetch(`${other.url}/metrics`)).text()).toContain('room_denied_receipts_total 1\n')
  } finally {
    await other.stop({ keep: true })
  }
})

test('a wrong passphrase, a file that was cut off or changed, and a place that is not empty are refused', async () => {
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  changed[whole.length - 40_000]! ^= 1
  const bad = { short: whole.subarray(0, whole.length - 1_000), changed, text: Buffer.from('no backup') }
  const target = join(folder.path, 'untouched')
  for (const [name, bytes] of Object.entries(bad)) {
    writeFileSync(join(folder.path, name), bytes)
    expect(await admin(target, ['restore', join(folder.path, name)], PASSPHRASE)).toMatchObject({
      status: 1,
      said: saying(/damaged|was changed|not a backup/),
    })
  }
  expect(await admin(target, ['restore', path], 'another passphrase')).toMatchObject({
    status: 1,
    said: saying('The passphrase is wrong'),
  })
  expect(existsSync(target)).toBe(false)

  const restoredDir = join(folder.path, 'restored')
  const before = await contentsOf(restoredDir)
  expect(await admin(restoredDir, ['restore', path], PASSPHRASE)).toMatchObject({
    status: 1,
    said: saying('not empty'),
  })
  expect(await contentsOf(restoredDir)).toEqual(before)
  expect(await admin(server.dataDir, ['backup', path], PASSPHRASE)).toMatchObject({
    status: 1,
    said: saying('is there already'),
  })
  expect(await admin(server.dataDir, ['backup', join(folder.path, 'x')], 'short')).toMatchObject({ status: 1 })
  expect(existsSync(join(folder.path, 'x'))).toBe(false)
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([])
})
