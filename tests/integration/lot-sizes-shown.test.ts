import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { sizeShown } from '../../src/contract/sizes.ts'
import { instant, milli, minor } from '../../src/domain/units.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { changeLot } from '../../src/server/store/lots.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { importedFile } from '../support/sheets/imported.ts'

// The log lists of a Chinese yard (m, cm) and of a Finnish exporter (mm, decimal comma), from the sheet to the contract.

const PLENTY = { most: 10_000, oneEveryMs: 1 }
let house: House
let sale: Sale
let buyer: string

const listed = async (name: string) =>
  (await importedFile(name, readFileSync(join(import.meta.dirname, '../cases/sheets', name)))).good

/** What the two lists say of their lots, as the trade writes it. */
const SIZES = [
  ['32 cm', '3.9 m'],
  ['60–90 cm', '5.8–11.8 m'],
  ['40+ cm', '4 m'],
  ['32 cm', '3.9 m'],
  ['25+ cm', '4–6 m'],
  ['28–30 cm', '5.5 m'],
] as const
const LINES = SIZES.map(([diameter, length]) => `⌀ ${diameter} × ${length}`)
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
/** Lines break where a page's column ends. */
const flat = (text: string): string => text.replaceAll(/\s+/g, '')
/** On paper, whose fonts lack the sign. */
const PRINTED = LINES.map((line) => flat(line).replace('⌀', 'Ø'))

beforeAll(async () => {
  house = await openHouse({ limits: { document: PLENTY } })
  await addPeople(house)
  await seedTerms(house.store.db)
  sale = await addSale(house, { stand: 'published', lots: SIZES.length })
  buyer = await sellerToken(house, 'buyer1')
  const { db } = house.store
  const good = [...(await listed('yard-list-zh.csv')), ...(await listed('exporter-list-fi.csv'))]
  for (const [at, { length, diameter, thickness, width }] of good.entries()) {
    const id = sale.lots[at] ?? ''
    await changeLot(db, id as (typeof sale.lots)[number], { length, diameter, thickness, width })
    await keepOrder(db, {
      lotId: id as (typeof sale.lots)[number],
      timelineId: sale.id,
      seq: 10 + at,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'USD',
      price: minor(50_000),
      quantity: milli(32_450),
      amount: minor(1_622_500),
      logSeq: 10 + at,
      at: instant(Date.UTC(2026, 10, 20, 6, at)),
    })
  }
})
afterAll(() => house.close())

const Row = z.looseObject({ contractObjectId: z.string(), specification: z.string() })
const get = (path: string, query: Record<string, string> = {}) => house.ask('GET', path, { token: buyer, query })
const rowsOf = async (query: Record<string, string> = {}) =>
  z
    .array(Row)
    .parse((await get('/auction/contractObject/list', { scheduleTimelineId: sale.id, pageSize: '50', ...query })).rows)
const textOf = async (path: string, query: Record<string, string> = {}) => {
  const { http, code } = await get(path, query)
  expect(code).toBe(200)
  return flat((await extractText(await getDocumentProxy(new Uint8Array(http.rawPayload)))).text.join('\n'))
}

test('stand the same in the catalogue, which the room’s board reads too', async () => {
  const rows = await rowsOf()
  expect(sale.lots.map((id) => plain(rows.find((row) => row.contractObjectId === id)?.specification ?? ''))).toEqual(
    LINES,
  )
})

test('stand the same on the lot’s page', async () => {
  const Sizes = z.looseObject({ specification: z.string(), length: z.string(), diameter: z.string() })
  const pages = await Promise.all(
    sale.lots.map(async (id) => Sizes.parse((await get(`/auction/contractObject/${id}`)).data)),
  )
  expect(pages.map((lot) => [plain(sizeShown('diameter', lot)), plain(sizeShown('length', lot))])).toEqual(SIZES)
  expect(pages.map(({ specification }) => plain(specification))).toEqual(LINES)
})

test.each([
  [{ minLength: '5700', maxLength: '5800' }, [1, 4]],
  [{ minLength: '3900', maxLength: '3900' }, [0, 3]],
  [{ minSection: '395', maxSection: '405' }, [2, 4]],
  [{ minSection: '320', maxSection: '320' }, [0, 3, 4]],
])('are found by the filter %j, in mm', async (query, places) => {
  const found = new Set((await rowsOf(query)).map(({ contractObjectId }) => contractObjectId))
  expect(sale.lots.flatMap((id, at) => (found.has(id) ? [at] : []))).toEqual(places)
})

test('stand the same in the catalogue’s PDF and in the contract’s', async () => {
  const catalogue = await textOf('/auction/catalogue/pdf', { scheduleTimelineId: sale.id })
  for (const line of PRINTED) expect(catalogue).toContain(line)
  const made = await house.ask('POST', '/auction/contract/make', {
    token: buyer,
    body: { contractObjectIds: sale.lots, particulars: PARTICULARS, targetPort: '太仓', note: '' },
  })
  const contract = await textOf(`/auction/contract/${textIn(made, 'contractId')}/pdf`)
  for (const line of PRINTED) expect(contract).toContain(line)
  // No size of a log stands in mm anywhere.
  expect(`${catalogue}${contract}`).not.toMatch(/3\.9mm|320mm|3900mm/)
})

const PARTICULARS = {
  funder: '太仓木业有限公司',
  companyName: '太仓木业有限公司',
  address: '江苏省太仓市港口路 8 号',
  creditCode: '91320585MADEMA012X',
  contacts: '陆建华',
  phone: '0512-5300 1000',
  email: 'trade@example.com',
  bankName: '中国银行太仓支行',
  bankAddress: '',
  accountCNY: '6222000011112222',
  accountUSD: '',
  swift: 'bkchcnbj950',
}
