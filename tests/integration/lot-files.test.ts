import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '../../src/contract/calls/index.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { pictureOf as pictureName } from '../../src/server/lots/accept.ts'
import { findLot } from '../../src/server/store/lots.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, pictureOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

// Sellers add photographs and papers to their lots of a published sale.

let house: House
let seller: string
let buyer: string
let sale: Sale

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  await seedTerms(house.store.db)
  sale = await addSale(house, { stand: 'published', bidders: ['c1'] })
  seller = await sellerToken(house, 'seller1')
  buyer = await sellerToken(house, 'buyer1')
})
afterAll(() => house.close())

async function uploaded(token: string, kind: 'picture' | 'document'): Promise<string> {
  const bytes = kind === 'picture' ? await pictureOf('jpeg') : Buffer.from(`CITES permit ${randomUUID()}`)
  const name = kind === 'picture' ? 'lot.jpg' : 'cites.txt'
  return (await upload(house, token, [{ name, bytes }], { query: { kind } })).fileName ?? ''
}
const idOf = (path: string): string => path.split('/').at(-1) ?? ''
interface Files {
  readonly pictures?: readonly string[]
  readonly papers?: readonly object[]
}
const add = (
  token: string | undefined,
  files: Files,
  { of = sale, lot = 0, key = undefined as string | undefined } = {},
) =>
  house.ask('POST', '/seller/lot/files', {
    token,
    body: { scheduleTimelineId: of.id, contractObjectId: of.lots[lot] ?? '', ...files },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const shown = async (lot = 0) =>
  calls.lotInfo.data.parse((await house.ask('GET', `/auction/contractObject/${sale.lots[lot]}`, { token: buyer })).data)

test('18 are added in the preparation, once, and read by bidders; what stands there stays', async () => {
  const [picture, paper] = [await uploaded(seller, 'picture'), await uploaded(seller, 'document')]
  const cites = { kind: 'cites', fileId: paper, name: 'CITES' }
  const key = randomUUID()
  const before = await findLot(house.store.db, sale.lots[0] ?? '')
  const first = await add(seller, { pictures: [picture], papers: [cites] }, { key })
  expect(first).toMatchObject({ code: 200, data: { pictures: 2, papers: 1 } })
  // Sent again by the outbox.
  expect(await add(seller, { pictures: [picture], papers: [cites] }, { key })).toMatchObject({
    code: 200,
    data: first.data,
  })
  expect(await findLot(house.store.db, sale.lots[0] ?? '')).toEqual({
    ...before,
    pictures: ['spruce-pile-1.avif', pictureName(idOf(picture))],
    papers: [{ kind: 'cites', reference: '', fileId: idOf(paper), name: 'CITES' }],
  })
  const lot = await shown()
  expect(lot.pictures).toHaveLength(2)
  expect(lot.papers).toMatchObject([{ kind: 'cites', name: 'CITES', file: paper }])
  expect((await download(house, buyer, paper)).headers['content-disposition']).toBeDefined()
  const { rows } = await house.ask('GET', '/operator/audit/list', {
    token: await sellerToken(house, 'admin'),
    query: { act: 'lotFilesAdd' },
  })
  expect(JSON.stringify(rows?.[0])).toContain(sale.lots[0])
})

test('18 a lot without a photograph gets the first one’s placeholder, and its draft the same files', async () => {
  const id = sale.lots[1] ?? ''
  await house.store.db.update(schema.lot).set({ pictures: [], placeholder: null }).where(eq(schema.lot.id, id))
  const pictures = [await uploaded(seller, 'picture'), await uploaded(seller, 'picture')]
  expect(await add(seller, { pictures }, { lot: 1 })).toMatchObject({ code: 200, data: { pictures: 2, papers: 0 } })
  expect((await findLot(house.store.db, id))?.placeholder).toMatch(/^data:image\/webp;base64,/)
})

test('18 are refused while a round runs, and taken between rounds', async () => {
  const running = await addSale(house, { stand: 'running' })
  const picture = await uploaded(seller, 'picture')
  expect(await add(seller, { pictures: [picture] }, { of: running })).toMatchObject({
    code: 601,
    reason: 'round.running',
  })
})

test('18 are of the own company, for its own lots, at most five photographs and twenty papers', async () => {
  const rival = await sellerToken(house, 'seller2')
  const picture = await uploaded(seller, 'picture')
  const refused = [
    [await add(undefined, { pictures: [picture] }), 401, 'auth.token_missing'],
    [await add(buyer, { pictures: [picture] }), 403, 'auth.not_permitted'],
    [await add(rival, { pictures: [await uploaded(rival, 'picture')] }), 404, 'resource.not_found'],
    [await add(seller, { pictures: [picture] }, { lot: 2 }), 404, 'resource.not_found'],
    [await add(seller, { pictures: [await uploaded(rival, 'picture')] }), 601, 'lot.file_missing'],
    [await add(seller, { pictures: [await uploaded(seller, 'document')] }), 601, 'lot.file_missing'],
    [await add(seller, {}), 400, 'input.invalid'],
    [await add(seller, { papers: [{ kind: 'cites' }] }), 400, 'input.invalid'],
  ] as const
  expect(refused.map(([{ code, reason }]) => [code, reason])).toEqual(refused.map(([, code, reason]) => [code, reason]))
  const five: string[] = []
  while (five.length < 5) five.push(await uploaded(seller, 'picture'))
  expect(await add(seller, { pictures: five })).toMatchObject({ code: 601, reason: 'lot.files_full' })
  expect((await shown()).pictures).toHaveLength(2)
  await house.store.db.update(schema.account).set({ status: 0 }).where(eq(schema.account.id, 'seller1'))
  expect(await add(seller, { pictures: [picture] })).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
})
