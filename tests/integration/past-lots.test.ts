import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { LotContent } from '../../src/contract/lot-content.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { asOfOneMoment } from '../../src/server/store/in-turns.ts'
import { allDraftContents } from '../../src/server/store/lotDrafts.ts'
import { file, lotDraft, sessionHead } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { pictureOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import { sheetOfLots } from '../support/sheets/lots.ts'
import { until } from '../support/until.ts'

// A seller of many years: its lots of finished sales, and their files, use up no limit.

const LOTS = 20_500
/** 10 GiB in files of the largest size that a row can have. */
const FILES = { count: 20, bytes: 512 * 1024 * 1024 }

let house: House
let seller: string
let past: string

beforeAll(async () => {
  house = await openHouse({
    limits: { upload: { most: 1_000, oneEveryMs: 1 }, account: { most: 10_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  await seedTerms(house.store.db)
  seller = await sellerToken(house, 'seller1')
  past = (await addSale(house, { stand: 'published' })).id
  const { db } = house.store
  await db.execute(sql`
    INSERT INTO file (id, owner_id, name, type, size, sha256, created_at)
    SELECT 'F' || lpad(n::text, 31, '0'), 'seller1', n || '.jpg', 'image/jpeg', ${FILES.bytes}, '', now() FROM generate_series(1, ${FILES.count}::int) n`)
  await db.execute(sql`
    INSERT INTO lot_draft (id, company_id, content, state, timeline_id, created_at, changed_at, changed_by)
    SELECT 'past-' || n, 'sellerco', ${JSON.stringify(EXAMPLE)}::jsonb || CASE
        WHEN n > ${FILES.count} THEN '{}'
        WHEN n % 2 = 0 THEN jsonb_build_object('pictures', jsonb_build_array('F' || lpad(n::text, 31, '0')))
        ELSE jsonb_build_object('papers', jsonb_build_array(jsonb_build_object('kind', 'fsc', 'reference', '', 'name', '', 'fileId', 'F' || lpad(n::text, 31, '0'))))
      END, 'accepted', ${past}, now(), now(), 'seller1'
    FROM generate_series(1, ${LOTS}::int) n`)
})
afterAll(() => house.close())

const phase = (of: 4 | 5) =>
  house.store.db.update(sessionHead).set({ phase: of }).where(eq(sessionHead.timelineId, past))
beforeEach(() => phase(5))

const save = () =>
  house.ask('POST', '/seller/lot/save', {
    token: seller,
    body: {
      lotDraftId: randomUUID(),
      version: null,
      content: { ...z.encode(LotContent, EXAMPLE), deliveryDate: '2030-03-31', pictures: [], papers: [] },
    },
  })
const picture = async () =>
  upload(house, seller, [{ name: 'a.jpg', bytes: await pictureOf('jpeg') }], { query: { kind: 'picture' } })
async function imported() {
  const { fileName } = await upload(
    house,
    seller,
    [{ name: 'lots.csv', bytes: await sheetOfLots(house.store, 3, 'csv') }],
    {
      query: { kind: 'sheet' },
    },
  )
  const { data } = await house.ask('POST', '/seller/import/begin', { token: seller, body: { file: fileName } })
  const { lotImportId } = z.object({ lotImportId: z.string() }).parse(data)
  const state = async () =>
    z
      .object({ state: z.string() })
      .parse((await house.ask('GET', `/seller/import/${lotImportId}`, { token: seller })).data).state
  await until(async () => (await state()) !== 'reading')
  return house.ask('POST', '/seller/import/apply', { token: seller, body: { lotImportId, rows: 'all' } })
}

test('a seller with more lots of past sales than it may have in preparation begins a lot and imports a sheet', async () => {
  expect(await save()).toMatchObject({ code: 200 })
  expect(await imported()).toMatchObject({ code: 200 })
})

test('a seller whose past lots have more pictures and papers than its room uploads a picture', async () => {
  expect(await picture()).toMatchObject({ code: 200 })
})

test('lots of a sale that is not over count, and so do their files; the refusal says what to do', async () => {
  const { fileName } = await upload(
    house,
    seller,
    [{ name: 'lots.csv', bytes: await sheetOfLots(house.store, 3, 'csv') }],
    {
      query: { kind: 'sheet' },
    },
  )
  expect(fileName).toBeDefined()
  await phase(4)
  expect(await save()).toMatchObject({
    code: 601,
    reason: 'lot.too_many',
    msg: '每家企业处于准备中和未结束专场中的标的最多 20000 个。请删除不再需要的草稿；已结束专场的标的不计入。',
  })
  expect(await picture()).toMatchObject({
    code: 601,
    reason: 'file.quota',
    msg: '您的账号已没有上传空间。请从不再需要的草稿中移除图片和文件，未被使用的文件会在一周后自动清除；已结束专场的文件不计入。',
  })
})

test('files that no lot of a finished sale names count', async () => {
  const free = randomUUID().replaceAll('-', '')
  await house.store.db.execute(sql`
    INSERT INTO file (id, owner_id, name, type, size, sha256, created_at)
    SELECT ${free} || n, 'seller1', '', 'image/jpeg', ${FILES.bytes}, '', now() FROM generate_series(1, 4) n`)
  expect(await picture()).toMatchObject({ reason: 'file.quota' })
  await house.store.db.delete(file).where(sql`id LIKE ${`${free}%`}`)
})

test('a sheet of the company’s lots has all of them', async () => {
  const pages = await asOfOneMoment(house.store.db, (tx) =>
    Array.fromAsync(allDraftContents(tx, 'sellerco', undefined, 1_000)),
  )
  expect(pages.flat()).toHaveLength(await house.store.db.$count(lotDraft, eq(lotDraft.companyId, 'sellerco')))
})
