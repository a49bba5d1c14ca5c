import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { joinByHash, unusedFiles } from '../../src/server/store/files.ts'
import { filesOfCompany } from '../../src/server/store/lotDrafts.ts'
import { captcha, file, lotDraft, notification } from '../../src/server/store/schema.ts'
import { forget, startUpkeep } from '../../src/server/upkeep.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { addPeople } from '../support/http/world.ts'
import { asOwner } from '../support/store/owner.ts'
import { NO_FILES } from '../support/store/sweeps.ts'

const DAY_MS = 86_400_000

let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
})
afterAll(() => house.close())

const ago = (days: number) => later(house.clock.now(), -days * DAY_MS)
/** Files of a seller, `id` with a number each. */
const addFiles = (id: string, count: number, days: number) =>
  house.store.db.execute(sql`
    INSERT INTO file (id, owner_id, name, type, size, sha256, created_at)
    SELECT ${id} || lpad(n::text, 30, '0'), 'seller1', '', 'image/jpeg', 1, '', ${new Date(ago(days)).toISOString()}::timestamptz
    FROM generate_series(1, ${count}::int) n`)
const filesOf = async (id: string) => house.store.db.$count(file, sql`id LIKE ${`${id}%`}`)
const addDrafts = (key: 'pictures' | 'papers', id: string, count: number) =>
  house.store.db.execute(sql`
    INSERT INTO lot_draft (id, company_id, content, state, created_at, changed_at, changed_by)
    SELECT ${key} || n, 'sellerco', ${JSON.stringify(EXAMPLE)}::jsonb || jsonb_build_object(${key}::text, jsonb_build_array(
      CASE ${key}::text WHEN 'pictures' THEN to_jsonb(${id} || lpad(n::text, 30, '0'))
        ELSE jsonb_build_object('kind', 'fsc', 'reference', '', 'name', '', 'fileId', ${id} || lpad(n::text, 30, '0')) END)),
      'draft', now(), now(), 'seller1' FROM generate_series(1, ${count}::int) n`)

test('of 5,000 lots with a picture each and 100 papers, unused files alone are swept, without a loop over loops', async () => {
  await addFiles('UP', 5_000, 30)
  await addDrafts('pictures', 'UP', 5_000)
  await addFiles('DP', 100, 30)
  await addDrafts('papers', 'DP', 100)
  await addFiles('NO', 1_500, 30)
  await addFiles('NW', 10, 1)
  const { db } = house.store
  const plan = await db.transaction(async (tx) => {
    await joinByHash(tx)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN ${unusedFiles(lt(file.createdAt, ago(7)), 1_000)}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).not.toMatch(/Nested Loop|SubPlan/)
  expect(plan).toMatch(/(?:Hash|Merge)(?: Right)? Anti Join/)
  await house.files.sweeps.unused_files(house.clock.now())
  expect([await filesOf('UP'), await filesOf('DP'), await filesOf('NO'), await filesOf('NW')]).toEqual([
    5_000, 100, 500, 10,
  ])
  await house.files.sweeps.unused_files(house.clock.now())
  expect([await filesOf('UP'), await filesOf('DP'), await filesOf('NO'), await filesOf('NW')]).toEqual([
    5_000, 100, 0, 10,
  ])
})

test('a file that a form is about to name is not swept', async () => {
  await addFiles('US', 1, 30)
  const id = `US${'1'.padStart(30, '0')}`
  const { db } = house.store
  await db.transaction(async (tx) => {
    expect((await filesOfCompany(tx, 'sellerco', [id])).has(id)).toBe(true)
    await house.files.sweeps.unused_files(house.clock.now())
    await tx.insert(lotDraft).values({
      id: randomUUID(),
      companyId: 'sellerco',
      content: { ...EXAMPLE, pictures: [id] },
      createdAt: house.clock.now(),
      changedAt: house.clock.now(),
      changedBy: 'seller1',
    })
  })
  await house.files.sweeps.unused_files(house.clock.now())
  expect(await filesOf('US')).toBe(1)
})

test('a deletion that fails keeps no other from its work, and is named', async () => {
  const { db } = house.store
  await db.insert(notification).values({
    accountId: 'seller1',
    kind: 'saleCancelled',
    cause: 'old',
    facts: { kind: 'saleCancelled', sale: 'none', reason: '' },
    names: {},
    createdAt: ago(400),
  })
  await asOwner(house.store, 'ALTER TABLE presence RENAME TO presence_away')
  const done: string[] = []
  try {
    await expect(forget(db, NO_FILES, house.clock, (name) => done.push(name))).rejects.toThrow(
      'the deletion of presence failed',
    )
  } finally {
    await asOwner(house.store, 'ALTER TABLE presence_away RENAME TO presence')
  }
  expect(await db.$count(notification, eq(notification.cause, 'old'))).toBe(0)
  expect(done).toEqual(expect.arrayContaining(['notifications', 'messages', 'audit', 'unused_files', 'uploads']))
  expect(done).not.toContain('presence')
})

test('one run takes so many rows, the next the rest', async () => {
  const { db } = house.store
  await db.execute(sql`
    INSERT INTO captcha (id, text_hash, expires_at) SELECT 'old' || n, '', now() - interval '2 days' FROM generate_series(1, 20100) n`)
  await forget(db, NO_FILES, house.clock)
  expect(await db.$count(captcha)).toBe(100)
  await forget(db, NO_FILES, house.clock)
  expect(await db.$count(captcha)).toBe(0)
})

test('each deletion says when it last ended, from the start of the node on', async () => {
  const upkeep = startUpkeep({ ...house, db: house.store.db, logger: quiet })
  await upkeep.stop()
  const [gauge] = upkeep.metrics
  const begun = gauge?.lines() ?? []
  for (const name of ['messages', 'notifications', 'unused_files', 'stray_files', 'uploads', 'audit', 'practice'])
    expect(begun.some((line) => line.startsWith(`upkeep_success_timestamp_seconds{deletion="${name}"} 1`))).toBe(true)
})
