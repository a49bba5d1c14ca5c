import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { changeLot } from '../../src/server/store/lots.ts'
import { lot, lotDraft } from '../../src/server/store/schema.ts'
import { settleSizes } from '../../src/server/store/sizes.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

// Lots from before sizes were data.

let house: House
let seller: string
let admin: string
let sale: Sale

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  await seedTerms(house.store.db)
  sale = await addSale(house, { stand: 'preparing' })
  seller = await sellerToken(house, 'seller1')
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

const OLD = { length: '2500–5800', thickness: '27（4/4）', width: '３００以上', diameter: null, humidity: '≥ 30 %' }
const NOW = { length: '2500-5800', thickness: '27 (4/4)', width: '300+', diameter: null, humidity: '30+' }
const UNCLEAR = { length: '约5000', thickness: '26.5', width: '2500, 3000', diameter: '待定', humidity: '已烘干' }

async function drafted(sizes: object, state: 'draft' | 'submitted' = 'draft'): Promise<string> {
  const [id, at] = [randomUUID(), house.clock.now()]
  const timelineId = state === 'submitted' ? sale.id : null
  await house.store.db.insert(lotDraft).values({
    id,
    companyId: 'sellerco',
    content: { ...EXAMPLE, nameZh: id, deliveryDate: '2030-03-31', ...sizes },
    state,
    timelineId,
    version: 7,
    createdAt: at,
    changedAt: at,
    changedBy: 'seller1',
  })
  return id
}
const contentOf = async (id: string) => (await house.store.db.select().from(lotDraft).where(eq(lotDraft.id, id)))[0]
const listed = async (id: string) =>
  (await house.ask('GET', '/seller/lot/list', { token: seller, query: { keyword: id } })).rows

describe('sizes from before they were data', () => {
  test('become data where they can be read in one way, and stand as they were written elsewhere', async () => {
    const { db } = house.store
    const [first, second, third] = sale.lots
    await changeLot(db, first!, OLD)
    await changeLot(db, second!, UNCLEAR)
    await changeLot(db, third!, { ...OLD, width: '26.5', humidity: '' })
    const [old, unclear] = [await drafted(OLD), await drafted(UNCLEAR)]
    const mixed = await drafted({ ...UNCLEAR, length: '3.9 m' })
    // Twice: what is settled stays settled.
    await settleSizes(db)
    await settleSizes(db)
    const rows = await db.select().from(lot).where(eq(lot.timelineId, sale.id)).orderBy(asc(lot.position))
    expect(rows.slice(0, 3)).toMatchObject([NOW, UNCLEAR, { ...NOW, width: '26.5', humidity: '' }])
    expect(rows[0]).toMatchObject({ lengthMin: 2_500, lengthMax: 5_800, sectionMin: 27 })
    // An open form saves from the version that it knows.
    expect(await contentOf(old)).toMatchObject({ version: 7, content: NOW })
    expect(await contentOf(unclear)).toMatchObject({ version: 7, content: UNCLEAR })
    expect(await contentOf(mixed)).toMatchObject({ content: { ...UNCLEAR, length: '3900' } })
  })

  test('more of them than one batch holds', async () => {
    const { db } = house.store
    const at = house.clock.now()
    const ids = Array.from({ length: 1_100 }, () => randomUUID())
    const row = (id: string, n: number) => ({
      id,
      companyId: 'sellerco2',
      content: { ...EXAMPLE, length: n % 2 === 0 ? '2500–5800' : '待定' },
      createdAt: at,
      changedAt: at,
      changedBy: 'seller2',
    })
    await db.insert(lotDraft).values(ids.map(row))
    await settleSizes(db)
    const rows = await db.select().from(lotDraft).where(eq(lotDraft.companyId, 'sellerco2'))
    const lengths = Map.groupBy(rows, ({ content }) => content.length)
    expect([lengths.get('2500-5800')?.length, lengths.get('待定')?.length, lengths.size]).toEqual([550, 550, 2])
  })

  test('are listed for their seller, and neither submitted nor accepted', async () => {
    const [clear, unclear] = [await drafted(OLD), await drafted(UNCLEAR)]
    expect(await listed(clear)).toMatchObject([
      { sizeUnclear: false, specification: '27 (4/4) × 300+ × 2500–5800\u00a0mm' },
    ])
    expect(await listed(unclear)).toMatchObject([{ sizeUnclear: true, specification: '26.5 × 2500, 3000 × 约5000' }])
    expect((await house.ask('GET', `/seller/lot/${unclear}`, { token: seller })).data).toMatchObject({
      content: UNCLEAR,
    })
    const submit = (ids: string[]) =>
      house.ask('POST', '/seller/lot/submit', {
        token: seller,
        body: { lotDraftIds: ids, scheduleTimelineId: sale.id },
      })
    expect(await submit([clear, unclear])).toMatchObject({ code: 601, reason: 'lot.size_unclear' })
    expect((await submit([clear])).code).toBe(200)

    const accept = (id: string, version: number) =>
      house.ask('POST', '/operator/session/lot/accept', {
        token: admin,
        body: { scheduleTimelineId: sale.id, lots: [{ lotDraftId: id, version }] },
      })
    const waiting = await drafted(UNCLEAR, 'submitted')
    expect(await accept(waiting, 7)).toMatchObject({ code: 601, reason: 'lot.size_unclear' })
    expect((await accept(clear, 8)).code).toBe(200)
    expect((await house.store.db.select().from(lot).where(eq(lot.id, clear)))[0]).toMatchObject(NOW)
  })

  test('keep their session from being published', async () => {
    const { data } = await house.ask('GET', `/operator/session/${sale.id}/check`, { token: admin })
    const { missing } = z.object({ missing: z.array(z.looseObject({})) }).parse(data)
    expect(missing).toContainEqual({ code: 'size_unclear', hard: true, count: 2, position: 2 })
  })
})
