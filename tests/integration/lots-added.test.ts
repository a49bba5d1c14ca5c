import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import { LotContent } from '../../src/contract/lot-content.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { pictureOf as pictureName } from '../../src/server/lots/accept.ts'
import { keepAdded } from '../../src/server/store/preparation.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { pictureOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale, type Login, type Sale } from '../support/http/world.ts'
import { until } from '../support/until.ts'

// A published sale takes lots of its sellers until its first round: submitted, accepted by the operator, added by the host.

let house: House
const tokens = new Map<Login, string>()
beforeAll(async () => {
  house = await openHouse({
    limits: { upload: { most: 1_000, oneEveryMs: 1 }, document: { most: 1_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  await seedTerms(house.store.db)
  for (const who of ['seller1', 'seller2', 'buyer1', 'admin'] as const) tokens.set(who, await sellerToken(house, who))
})
afterAll(() => house.close())

const post = (path: string, who: Login, body: object) => house.ask('POST', path, { token: tokens.get(who), body })
const CONTENT = {
  ...z.encode(LotContent, EXAMPLE),
  nameZh: '奥古曼原木',
  nameEn: 'Okoumé logs',
  currency: 'CNY',
  deliveryDate: '2030-03-31',
  reserve: null,
  pictures: [] as string[],
}
async function drafted(content: object = {}, who: Login = 'seller1'): Promise<string> {
  const lotDraftId = randomUUID()
  expect(
    (await post('/seller/lot/save', who, { lotDraftId, version: null, content: { ...CONTENT, ...content } })).code,
  ).toBe(200)
  return lotDraftId
}
const submit = (sale: Sale, lotDraftIds: readonly string[], who: Login = 'seller1') =>
  post('/seller/lot/submit', who, { lotDraftIds, scheduleTimelineId: sale.id })
async function named(ids: readonly string[]) {
  const rows = await house.store.db.select().from(schema.lotDraft)
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row === undefined ? [] : [{ lotDraftId: id, version: row.version }]
  })
}
const accept = async (sale: Sale, ids: readonly string[]) =>
  post('/operator/session/lot/accept', 'admin', { scheduleTimelineId: sale.id, lots: await named(ids) })
const giveBack = async (sale: Sale, ids: readonly string[]) =>
  post('/operator/session/lot/return', 'admin', {
    scheduleTimelineId: sale.id,
    lots: await named(ids),
    remark: '缺检尺单',
  })
async function acceptedLot(sale: Sale, content: object = {}): Promise<string> {
  const id = await drafted(content)
  expect((await submit(sale, [id])).code).toBe(200)
  expect((await accept(sale, [id])).code).toBe(200)
  return id
}
const add = (sale: Sale, token: string, contractObjectIds: readonly string[]) =>
  house.ask('POST', '/auction/venue/lots/add', { token, body: { scheduleTimelineId: sale.id, contractObjectIds } })
const toAdd = async (sale: Sale, token: string) =>
  z
    .array(calls.lotsToAdd.rows)
    .parse(
      (await house.ask('GET', '/auction/venue/lots/accepted', { token, query: { scheduleTimelineId: sale.id } })).rows,
    )
const catalogue = async (sale: Sale) =>
  z.array(z.looseObject({ contractObjectId: z.string(), name: z.string() })).parse(
    (
      await house.ask('GET', '/auction/contractObject/list', {
        token: tokens.get('buyer1'),
        query: { scheduleTimelineId: sale.id },
      })
    ).rows,
  )
const draftOf = async (id: string) =>
  (await house.ask('GET', `/seller/lot/${id}`, { token: tokens.get('seller1') })).data

describe('a lot that comes after publication', () => {
  let sale: Sale
  let host: string
  beforeAll(async () => {
    sale = await addSale(house, { stand: 'published', bidders: ['c1'] })
    host = await venueToken(house, 'host', sale)
  })

  test('is submitted, accepted, and added: everyone reads it at the end of the catalogue, with its photograph', async () => {
    const file = (
      await upload(house, tokens.get('seller1') ?? '', [{ name: 'a.jpg', bytes: await pictureOf('jpeg') }], {
        query: { kind: 'picture' },
      })
    ).fileName
    const picture = file?.split('/').at(-1) ?? ''
    const sessions = await house.ask('GET', '/seller/session/list', { token: tokens.get('seller1') })
    expect(sessions.rows).toContainEqual(expect.objectContaining({ scheduleTimelineId: sale.id, state: 2 }))
    const id = await drafted({ pictures: [picture] })
    expect(await submit(sale, [id])).toMatchObject({ code: 200, data: { submitted: 1 } })
    expect(await accept(sale, [id])).toMatchObject({ code: 200, data: { accepted: 1, waiting: 0 } })
    expect(await draftOf(id)).toMatchObject({ state: 'accepted', isToAdd: true })
    expect(await catalogue(sale)).toHaveLength(3)
    expect(await toAdd(sale, host)).toMatchObject([{ contractObjectId: id, seller: 'S1', name: '奥古曼原木' }])
    // What the operator sees of the session says that it is accepted and has no place yet.
    const listed = await house.ask('GET', '/operator/session/lot/list', {
      token: tokens.get('admin'),
      query: { scheduleTimelineId: sale.id, state: 'accepted' },
    })
    expect(listed.rows).toContainEqual(expect.objectContaining({ lotDraftId: id, position: null }))

    expect(await add(sale, host, [id])).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    expect((await catalogue(sale)).at(-1)).toMatchObject({ contractObjectId: id, name: '奥古曼原木' })
    const [row] = await house.store.db.select().from(schema.lot).where(eq(schema.lot.id, id))
    expect(row).toMatchObject({ sellerCode: 'S1', pictures: [pictureName(picture)] })
    expect(row?.placeholder).not.toBeNull()
    expect(await toAdd(sale, host)).toEqual([])
    expect(await draftOf(id)).toMatchObject({ state: 'accepted', isToAdd: false })
    const state = await house.rooms.state(sale.id)
    expect(state?.lots.get(id)).toMatchObject({ position: 4, status: 'waiting', seller: 'S1' })
    // Its seller adds a paper to it as to any other.
    const files = await post('/seller/lot/files', 'seller1', {
      scheduleTimelineId: sale.id,
      contractObjectId: id,
      papers: [{ kind: 'cites', reference: 'FR-1' }],
    })
    expect(files).toMatchObject({ code: 200, data: { pictures: 1, papers: 2 } })
  })

  test('twice, unknown, or of another sale: nothing is added', async () => {
    const id = await acceptedLot(sale)
    expect((await add(sale, host, [id])).code).toBe(200)
    const seq = (await house.store.log.head(sale.id))?.seq
    expect(await add(sale, host, [id])).toMatchObject({ reason: 'lot.already_there' })
    const other = await addSale(house, { stand: 'published' })
    const elsewhere = await acceptedLot(other)
    for (const one of [elsewhere, randomUUID()])
      expect(await add(sale, host, [one])).toMatchObject({ reason: 'lot.not_submitted' })
    // All or none.
    const good = await acceptedLot(sale)
    expect(await add(sale, host, [good, elsewhere])).toMatchObject({ reason: 'lot.not_submitted' })
    expect((await house.store.log.head(sale.id))?.seq).toBe(seq)
    expect(await toAdd(sale, host)).toMatchObject([{ contractObjectId: good }])
  })

  test('by the host alone', async () => {
    const id = await acceptedLot(sale)
    for (const who of ['buyer1', 'seller1'] as const) {
      const token = await venueToken(house, who, sale)
      expect((await add(sale, token, [id])).code).toBe(403)
      const read = await house.ask('GET', '/auction/venue/lots/accepted', {
        token,
        query: { scheduleTimelineId: sale.id },
      })
      expect(read.code).toBe(403)
    }
    expect((await house.rooms.state(sale.id))?.lots.has(id)).toBe(false)
  })

  test('only of a company that sells in the sale, in a currency that the sale has', async () => {
    const alone = await addSale(house, { stand: 'published', lots: 1 })
    const mine = await drafted()
    expect(await submit(alone, [mine])).toMatchObject({ reason: 'lot.session_closed' })
    const sessions = await house.ask('GET', '/seller/session/list', { token: tokens.get('seller1') })
    expect(sessions.rows).not.toContainEqual(expect.objectContaining({ scheduleTimelineId: alone.id }))
    const euros = await drafted({ currency: 'EUR' })
    expect(await submit(sale, [euros])).toMatchObject({ reason: 'lot.currency_not_here' })
  })

  test('is returned by the operator until it is added, and not afterwards', async () => {
    const id = await acceptedLot(sale)
    expect((await giveBack(sale, [id])).code).toBe(200)
    expect(await draftOf(id)).toMatchObject({ state: 'returned', remark: '缺检尺单' })
    expect(await add(sale, host, [id])).toMatchObject({ reason: 'lot.not_submitted' })
    const added = await acceptedLot(sale)
    expect((await add(sale, host, [added])).code).toBe(200)
    expect((await giveBack(sale, [added])).code).toBe(409)
    expect((await giveBack(sale, [sale.lots[0] ?? ''])).code).not.toBe(200)
  })

  test('a node that died before it wrote the row: another writes it', async () => {
    const id = await acceptedLot(sale)
    expect((await add(sale, host, [id])).code).toBe(200)
    const before = await house.store.db.select().from(schema.lot).where(eq(schema.lot.id, id))
    await house.store.db.delete(schema.lot).where(eq(schema.lot.id, id))
    const lots = [...((await house.rooms.state(sale.id))?.lots ?? [])]
    await keepAdded(house.store.db, sale.id, lots)
    await keepAdded(house.store.db, sale.id, lots)
    expect(await house.store.db.select().from(schema.lot).where(eq(schema.lot.id, id))).toEqual(before)
    const counted = await house.store.db.execute<{ lot_count: number; n: number }>(
      sql`SELECT lot_count, (SELECT count(*)::int FROM lot WHERE timeline_id = ${sale.id}) AS n FROM timeline WHERE id = ${sale.id}`,
    )
    expect(counted.rows[0]?.lot_count).toBe(counted.rows[0]?.n)
  })
})

test('once the first round has begun none is taken, and those that were left out go back to their seller', async () => {
  const sale = await addSale(house, { stand: 'published', bidders: ['c1'], startsIn: 60_000 })
  const host = await venueToken(house, 'host', sale)
  const [left, waiting, late] = [await acceptedLot(sale), await drafted(), await drafted()]
  expect((await submit(sale, [waiting])).code).toBe(200)
  house.clock.offset = 61_000
  const start = await house.ask('POST', '/auction/venue/start', { token: host, body: { scheduleTimelineId: sale.id } })
  expect(start).toMatchObject({ code: 200 })
  await until(async () => calls.lotDraftInfo.data.parse(await draftOf(left)).state === 'returned')
  for (const id of [left, waiting]) expect(await draftOf(id)).toMatchObject({ state: 'returned', remark: null })
  expect(await submit(sale, [late])).toMatchObject({ reason: 'lot.session_closed' })
  expect(await add(sale, host, [left])).toMatchObject({ reason: 'lot.not_submitted' })
})
