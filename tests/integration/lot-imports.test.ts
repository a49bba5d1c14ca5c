import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { instant, later } from '../../src/domain/units.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { sheetOf } from '../../src/server/documents/sheet.ts'
import { openDisk } from '../../src/server/files/disk.ts'
import { quiet } from '../../src/server/logger.ts'
import { openImports } from '../../src/server/lots/imports.ts'
import { forgetImports, staleImports } from '../../src/server/store/lotImports.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, upload } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'
import { sheetOfLots } from '../support/sheets/lots.ts'
import { until } from '../support/until.ts'
import { packed, zipOf } from '../support/zip.ts'

// Sheets of lots: read in, looked through, applied or put away.

let house: House
let seller: string
let rival: string
const SHEET = readFileSync(join(import.meta.dirname, '../support/sheets/lots-200.xlsx'))

beforeAll(async () => {
  house = await openHouse({
    limits: { upload: { most: 1_000, oneEveryMs: 1 }, account: { most: 10_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  await seedTerms(house.store.db)
  seller = await sellerToken(house, 'seller1')
  rival = await sellerToken(house, 'seller2')
})
afterAll(() => house.close())

const Import = z.object({
  lotImportId: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  columns: z.array(z.string()),
  rowsTotal: z.number().nullable(),
  rowsRead: z.number(),
  rowsBad: z.number(),
  rowsApplied: z.number(),
})
const post = (path: string, token: string, body: unknown, key?: string) =>
  house.ask('POST', path, { token, body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })
const put = (name: string, bytes: Buffer, token = seller) =>
  upload(house, token, [{ name, bytes }], { query: { kind: 'sheet' } })
async function begin(name: string, bytes: Buffer, token = seller): Promise<string> {
  const { fileName } = await put(name, bytes, token)
  const answer = await post('/seller/import/begin', token, { file: fileName })
  return Import.parse(answer.data).lotImportId
}
const infoOf = async (id: string, token = seller) =>
  Import.parse((await house.ask('GET', `/seller/import/${id}`, { token })).data)
async function read(id: string, token = seller) {
  await until(async () => (await infoOf(id, token)).state !== 'reading')
  return infoOf(id, token)
}
const drafts = async (token = seller): Promise<number> =>
  (await house.ask('GET', '/seller/lot/list', { token, query: { pageSize: '1' } })).total ?? 0
const cancel = (id: string, token = seller) => post('/seller/import/cancel', token, { lotImportId: id })
const apply = (id: string, rows: 'all' | 'good', token = seller) =>
  post('/seller/import/apply', token, { lotImportId: id, rows })

const lots = (count: number, format?: 'xlsx' | 'csv'): Promise<Buffer> => sheetOfLots(house.store, count, format)

test('a sheet of LibreOffice: each bad cell is named, all rows are refused, the good ones become drafts in its order', async () => {
  const before = await drafts()
  const id = await begin('春季 lots.xlsx', SHEET)
  expect(await read(id)).toMatchObject({ state: 'read', rowsTotal: 200, rowsRead: 200, rowsBad: 7, rowsApplied: 0 })
  expect(await drafts()).toBe(before)
  const bad = await house.ask('GET', `/seller/import/${id}/rows`, { token: seller, query: { bad: 'true' } })
  expect(bad.total).toBe(7)
  expect(bad.rows?.slice(0, 2)).toEqual([
    { row: 14, lot: null, problems: [{ column: 'startPrice', value: '12,3,4', code: 'not_a_price', near: null }] },
    { row: 27, lot: null, problems: [{ column: 'species', value: 'Okoumee', code: 'unknown_term', near: '奥古曼' }] },
  ])
  expect(await apply(id, 'all')).toMatchObject({ code: 601, reason: 'import.bad_rows' })
  expect((await apply(id, 'good')).data).toMatchObject({ state: 'applied', rowsApplied: 193 })
  // Repeating it changes nothing.
  expect((await apply(id, 'good')).data).toMatchObject({ state: 'applied', rowsApplied: 193 })
  expect(await drafts()).toBe(before + 193)
  const list = await house.ask('GET', '/seller/lot/list', { token: seller, query: { pageSize: '2' } })
  expect(list.rows).toMatchObject([{ name: '奥古曼原木 001', state: 'draft' }, { name: '沙比利锯材 002' }])
})

test('what was exported is read back as it was, formulas and all', async () => {
  const [draft] = await house.store.db.select().from(schema.lotDraft).limit(1)
  if (!draft) throw new Error('lots were imported')
  const content = { ...draft.content, supplementaryZh: '=1+1', supplementaryEn: '@SUM(A1)', humidity: '10-12' }
  await house.store.db.insert(schema.lotDraft).values({
    ...draft,
    id: randomUUID(),
    companyId: 'sellerco2',
    content: { ...content, papers: content.papers.filter(({ reference }) => reference !== '') },
  })
  for (const format of ['xlsx', 'csv']) {
    const { rawPayload } = await download(house, rival, `/seller/lot/sheet?format=${format}`)
    const id = await begin(`back.${format}`, rawPayload, rival)
    expect(await read(id, rival)).toMatchObject({ state: 'read', rowsBad: 0, rowsRead: 1 })
    const [row] = await house.store.db.select().from(schema.lotImportRow).where(eq(schema.lotImportRow.importId, id))
    expect(row?.content).toEqual(content)
    await cancel(id, rival)
  }
})

describe('an import', () => {
  test('names the columns that it does not read, with the headings of the sheet', async () => {
    const [head = '', ...lines] = (await lots(2, 'csv')).toString('utf8').replace('\ufeff', '').trim().split('\r\n')
    const wide = [`${head},树龄,Sticker code`, ...lines.map((line) => `${line},80,x`)].join('\r\n')
    const id = await begin('wide.csv', Buffer.from(wide))
    expect(await read(id)).toMatchObject({ state: 'read', rowsRead: 2, rowsBad: 0 })
    const { data } = await house.ask('GET', `/seller/import/${id}`, { token: seller })
    expect(data).toMatchObject({ found: { unread: ['树龄', 'Sticker code'] } })
    await cancel(id)
  })

  test('is not there for another company', async () => {
    const id = await begin('lots.xlsx', SHEET)
    await read(id)
    const answers = [
      await house.ask('GET', `/seller/import/${id}`, { token: rival }),
      await house.ask('GET', `/seller/import/${id}/rows`, { token: rival }),
      await apply(id, 'good', rival),
      await cancel(id, rival),
    ]
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404])
    const { fileName } = await put('theirs.xlsx', SHEET)
    expect((await post('/seller/import/begin', rival, { file: fileName })).code).toBe(404)
    expect((await house.ask('GET', '/seller/import/list', { token: rival })).rows).not.toContainEqual(
      expect.objectContaining({ lotImportId: id }),
    )
    await cancel(id)
  })

  test('sent again under its key is one', async () => {
    const { fileName } = await put('lots.xlsx', SHEET)
    const key = randomUUID()
    const first = await post('/seller/import/begin', seller, { file: fileName }, key)
    const again = await post('/seller/import/begin', seller, { file: fileName }, key)
    expect(Import.parse(again.data).lotImportId).toBe(Import.parse(first.data).lotImportId)
    await read(Import.parse(first.data).lotImportId)
  })

  test('that was read is put away by the next, and leaves no rows behind', async () => {
    const first = await begin('lots.xlsx', SHEET)
    await read(first)
    const second = await begin('lots.xlsx', SHEET)
    expect((await infoOf(first)).state).toBe('cancelled')
    expect(await apply(first, 'good')).toMatchObject({ code: 601, reason: 'import.not_read' })
    await read(second)
    expect((await cancel(second)).code).toBe(200)
    expect(await rowsLeft()).toBe(0)
  })

  test.each([
    [
      'a sheet without a header',
      () => sheetOf({ format: 'xlsx', decimal: 'point' }, 'x', [{ name: 'What', width: 9, value: () => 'x' }], [1]),
      'no_header',
      [],
    ],
    [
      'one that lacks columns',
      () =>
        sheetOf(
          { format: 'csv', decimal: 'point' },
          'x',
          ['nameZh', 'species', 'origin', 'grade', 'category', 'length', 'diameter'].map((name) => ({
            name,
            width: 9,
            value: () => 'x',
          })),
          [1],
        ),
      'missing_columns',
      [
        'quantity',
        'unit',
        'currency',
        'startPrice',
        'addRange',
        'deliveryDate',
        'departurePort',
        'arrivalPort',
        'tradeArea',
        'tradeClause',
        'tradeMode',
        'paymentTerms',
        'deliveryPlace',
      ],
    ],
    ['one without lots', () => lots(0), 'empty', []],
    ['one of more lots than are read at once', () => lots(5_001, 'csv'), 'too_many_rows', []],
  ] as const)('fails on %s, and says why', async (_what, make, reason, columns) => {
    const before = await drafts()
    const bytes = await make()
    const id = await begin(bytes.subarray(0, 2).toString() === 'PK' ? 'a.xlsx' : 'a.csv', bytes)
    expect(await read(id)).toMatchObject({ state: 'failed', reason, columns })
    expect(await drafts()).toBe(before)
    expect(await rowsLeft()).toBe(0)
  })
})

const rowsLeft = async (): Promise<number> => (await house.store.db.select().from(schema.lotImportRow)).length

describe('what is no sheet', () => {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  }
  const MB = 1024 * 1024
  test.each([
    ['text under the name of a workbook', 'a.xlsx', Buffer.from('a,b')],
    ['a workbook under the name of a text', 'a.csv', SHEET],
    ['one of old', 'a.xls', SHEET],
    ['one with macros', 'a.xlsx', zipOf({ ...parts, 'xl/vbaProject.bin': 'x' })],
    ['a bomb of 300 MB', 'a.xlsx', zipOf({ ...parts, 'xl/worksheets/sheet1.xml': packed(Buffer.alloc(300 * MB)) })],
  ])('is refused as it comes: %s', async (_what, name, bytes) => {
    expect(await put(name, bytes)).toMatchObject({ code: 601, reason: 'file.sheet_type' })
  })
  test.each([
    ['a sheet that packs to nothing', packed(Buffer.alloc(100 * MB, ' '))],
    [
      'a sheet of cells, cells and cells',
      packed(
        Buffer.concat([
          Buffer.from('<worksheet><sheetData><row r="1">'),
          Buffer.alloc(50 * MB, '<c t="str"><v>x</v></c>'),
        ]),
      ),
    ],
  ])('is refused before it is unpacked whole: %s', async (_what, sheet) => {
    const id = await begin('bomb.xlsx', zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))
    expect(await read(id)).toMatchObject({ state: 'failed', reason: 'too_large' })
  })
})

describe('a sheet of 5,000 lots', () => {
  test('shows its progress to calls that are answered meanwhile, and takes no more of the node’s memory than a small one', async () => {
    const [small, large] = [await lots(250), await lots(5_000)]
    const measure = async (bytes: Buffer) => {
      const id = await begin('lots.xlsx', bytes)
      globalThis.gc?.()
      const rss = process.memoryUsage().rss
      let most = 0
      const seen = new Set<number>()
      await until(async () => {
        most = Math.max(most, process.memoryUsage().rss - rss)
        const now = await infoOf(id)
        seen.add(now.rowsRead)
        return now.state !== 'reading'
      })
      const end = await infoOf(id)
      await cancel(id)
      return { end, most, steps: seen.size }
    }
    const few = await measure(small)
    const many = await measure(large)
    expect(many.end).toMatchObject({ state: 'read', rowsTotal: 5_000, rowsRead: 5_000, rowsBad: 0 })
    // Twenty times the rows: progress is seen several times, and memory grows by a fraction of that.
    expect(many.steps).toBeGreaterThan(5)
    const MB = 1024 * 1024
    expect(many.most).toBeLessThan(3 * Math.max(few.most, 40 * MB))
  })

  test('cancelled while it is read leaves nothing, and applied becomes lots all at once', async () => {
    const before = await drafts()
    const bytes = await lots(5_000, 'csv')
    const id = await begin('lots.csv', bytes)
    await until(async () => (await infoOf(id)).rowsRead > 0)
    expect((await cancel(id)).code).toBe(200)
    expect(await infoOf(id)).toMatchObject({ state: 'cancelled' })
    expect(await apply(id, 'good')).toMatchObject({ reason: 'import.not_read' })
    const second = await begin('lots.csv', bytes)
    await read(second)
    expect(await infoOf(id)).toMatchObject({ state: 'cancelled' })
    expect(await drafts()).toBe(before)
    const counts = new Set<number>()
    const applied = apply(second, 'all')
    let done = false
    void applied.then(() => {
      done = true
    })
    await until(async () => {
      counts.add(await drafts())
      return done
    })
    expect((await applied).data).toMatchObject({ state: 'applied', rowsApplied: 5_000 })
    // All drafts appear at once.
    expect([...counts].every((count) => count === before || count === before + 5_000)).toBe(true)
    expect(await drafts()).toBe(before + 5_000)
    expect(await rowsLeft()).toBe(0)
  })
})

describe('a node that ends while it reads', () => {
  const node = (staleMs: number, more: { readonly readingMs?: number } = {}) =>
    openImports({
      db: house.store.db,
      fileStore: openDisk(join(house.store.dataDir, 'files')),
      clock: house.clock,
      logger: quiet,
      staleMs,
      ...more,
    })
  const reading = async (changedAt: number, begun = 0): Promise<string> => {
    const { fileName } = await put('lots.xlsx', SHEET, rival)
    const id = randomUUID()
    await house.store.db.insert(schema.lotImport).values({
      id,
      companyId: 'sellerco2',
      accountId: 'seller2',
      fileId: fileName?.split('/').at(-1) ?? '',
      fileName: 'lots.xlsx',
      state: 'reading',
      rowsRead: 50,
      rowsBad: 1,
      begun,
      createdAt: house.clock.now(),
      changedAt: instant(changedAt),
    })
    // The rows that the dead node had stored.
    await house.store.db.insert(schema.lotImportRow).values({ importId: id, row: 4, content: null, problems: [] })
    return id
  }

  test('killed: another reads the sheet anew once it has said nothing for a while, and not before', async () => {
    const id = await reading(later(house.clock.now(), -10_000))
    const patient = node(60_000)
    patient.wake()
    await patient.stop()
    expect((await infoOf(id, rival)).rowsRead).toBe(50)
    const other = node(5_000)
    expect(await read(id, rival)).toMatchObject({ state: 'read', rowsRead: 200, rowsBad: 7 })
    await other.stop()
    await cancel(id, rival)
  })

  test('old imports go with their rows, and no others', async () => {
    const { db } = house.store
    const [old, young] = [await reading(house.clock.now()), await reading(house.clock.now())]
    await db
      .update(schema.lotImport)
      .set({ createdAt: later(house.clock.now(), -31 * 86_400_000) })
      .where(eq(schema.lotImport.id, old))
    await forgetImports(db, later(house.clock.now(), -30 * 86_400_000))
    const left = await db.select({ id: schema.lotImport.id }).from(schema.lotImport)
    const rows = await db.select({ id: schema.lotImportRow.importId }).from(schema.lotImportRow)
    for (const ids of [left, rows].map((found) => found.map(({ id }) => id))) {
      expect(ids).toContain(young)
      expect(ids).not.toContain(old)
    }
    await cancel(young, rival)
  })

  test('stopped in order: it lets the sheet go, and the next start reads it', async () => {
    const { fileName } = await put('lots.csv', await lots(5_000, 'csv'), rival)
    const id = randomUUID()
    const first = node(0)
    await house.store.db.insert(schema.lotImport).values({
      id,
      companyId: 'sellerco2',
      accountId: 'seller2',
      fileId: fileName?.split('/').at(-1) ?? '',
      fileName: 'lots.csv',
      state: 'reading',
      createdAt: house.clock.now(),
      changedAt: instant(1),
    })
    first.wake()
    await until(async () => (await infoOf(id, rival)).rowsRead > 0)
    await first.stop()
    const next = node(60_000)
    expect(await read(id, rival)).toMatchObject({ state: 'read', rowsRead: 5_000, rowsBad: 0 })
    await next.stop()
    expect((await apply(id, 'all', rival)).data).toMatchObject({ rowsApplied: 5_000 })
  })

  test('a sheet that ended two readers is given up with a reason, across restarts', async () => {
    const id = await reading(1, 2)
    const next = node(60_000)
    expect(await read(id, rival)).toMatchObject({ state: 'failed', reason: 'too_slow', rowsRead: 50 })
    await next.stop()
  })

  test('a sheet that was begun before waits until others, not begun yet, were read', async () => {
    const again = await reading(later(house.clock.now(), -10_000), 1)
    const first = await reading(later(house.clock.now(), -9_000))
    const waiting = await staleImports(house.store.db, later(house.clock.now(), -5_000))
    expect(waiting.map(({ id }) => id).filter((id) => id === again || id === first)).toEqual([first, again])
    await cancel(again, rival)
    await cancel(first, rival)
  })

  test('of small sheets the smallest comes first, in a lane that no large one enters; the others as they came', async () => {
    const before = later(house.clock.now(), -5_000)
    const own = await reading(later(house.clock.now(), -10_000))
    const { fileName } = await put('one.csv', await lots(1, 'csv'), seller)
    const id = randomUUID()
    await house.store.db.insert(schema.lotImport).values({
      id,
      companyId: 'sellerco1',
      accountId: 'seller1',
      fileId: fileName?.split('/').at(-1) ?? '',
      fileName: 'one.csv',
      state: 'reading',
      createdAt: house.clock.now(),
      changedAt: instant(later(house.clock.now(), -10_000)),
    })
    const order = async (mostBytes: number | null) =>
      (await staleImports(house.store.db, before, mostBytes)).flatMap((row) =>
        row.id === own ? ['large'] : row.id === id ? ['small'] : [],
      )
    expect(await order(null)).toEqual(['large', 'small'])
    expect(await order(SHEET.length)).toEqual(['small', 'large'])
    expect(await order(SHEET.length - 1)).toEqual(['small'])
    await cancel(own, rival)
    await cancel(id)
  })

  test('a sheet that takes too long is given up with a reason, and the next is read', async () => {
    const id = await reading(1)
    const hurried = node(60_000, { readingMs: 1 })
    expect(await read(id, rival)).toMatchObject({ state: 'failed', reason: 'too_slow' })
    await hurried.stop()
  })

  test('a sheet whose file is gone fails clearly', async () => {
    const id = await reading(0)
    await house.store.db.update(schema.lotImport).set({ fileId: 'gone' }).where(eq(schema.lotImport.id, id))
    const other = node(5_000)
    expect(await read(id, rival)).toMatchObject({ state: 'failed', reason: 'unreadable' })
    await other.stop()
  })
})
