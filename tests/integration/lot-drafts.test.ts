import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import * as z from 'zod'
import { LotContent } from '../../src/contract/lot-content.ts'
import { instant, later, milli, minor } from '../../src/domain/units.ts'
import { seedTerms } from '../../src/server/content/seed.ts'
import { openDisk } from '../../src/server/files/disk.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { acceptedLotRow, pictureOf as pictureName } from '../../src/server/lots/accept.ts'
import { placeholdersOf, uploadedPicture } from '../../src/server/pictures/uploaded.ts'
import { publishPictures } from '../../src/server/store/preparation.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { addLots } from '../../src/server/store/lots.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, pictureOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import { sweep } from '../support/store/sweeps.ts'
import { join } from 'node:path'

// A seller's lots before a sale, the files that belong to them, and the vocabulary.

let house: House
let seller: string
let colleague: string
let rival: string
let buyer: string
let admin: string
let session: string

beforeAll(async () => {
  house = await openHouse({
    limits: { upload: { most: 1_000, oneEveryMs: 1 }, document: { most: 1_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  await seedTerms(house.store.db)
  session = (await addSale(house, { stand: 'preparing' })).id
  seller = await sellerToken(house, 'seller1')
  rival = await sellerToken(house, 'seller2')
  buyer = await sellerToken(house, 'buyer1')
  admin = await sellerToken(house, 'admin')
  await house.store.db
    .update(schema.account)
    .set({ companyId: 'sellerco', roles: ['seller'] })
    .where(eq(schema.account.id, 'colleague1'))
  colleague = await sellerToken(house, 'colleague1')
})
afterAll(() => house.close())

const LOT = {
  ...z.encode(LotContent, EXAMPLE),
  nameZh: '奥古曼原木',
  nameEn: 'Okoumé logs',
  arrivalPort: 'Ningbo',
  supplementaryZh: '=HYPERLINK("http://evil")',
  supplementaryEn: '',
  deliveryDate: '2030-03-31',
  pictures: [] as string[],
  papers: [] as { kind: string; reference?: string; fileId?: string | null; name?: string }[],
}

const Info = z.looseObject({ version: z.number(), state: z.string(), content: z.looseObject({}) })
const post = (path: string, token: string | undefined, body: unknown, key?: string) =>
  house.ask('POST', path, { token, body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })
const save = (
  token: string | undefined,
  id: string,
  content: object = {},
  { version = null as number | null, key = undefined as string | undefined } = {},
) => post('/seller/lot/save', token, { lotDraftId: id, version, content: { ...LOT, ...content } }, key)
const info = async (id: string, token = seller) => house.ask('GET', `/seller/lot/${id}`, { token })
const made = async (content: object = {}): Promise<string> => {
  const id = randomUUID()
  expect((await save(seller, id, content)).code).toBe(200)
  return id
}
const stands = async (id: string) => {
  const { data } = await info(id)
  const { state, version, content } = Info.parse(data)
  return { state, version, name: content['nameZh'] }
}

describe('a seller’s lot', () => {
  test('is kept whole, in the words of the reader, and copies of it are lots of their own', async () => {
    const id = await made({ papers: [{ kind: 'eudr', reference: '24FR1' }] })
    const { data } = await info(id)
    expect(data).toMatchObject({
      state: 'draft',
      version: 1,
      name: '奥古曼原木',
      species: '奥古曼',
      specification: '⌀\u00a060–90\u00a0cm × 5–11.8\u00a0m',
      changedBy: 'seller1',
      content: { ...LOT, papers: [{ kind: 'eudr', reference: '24FR1', fileId: null, name: '' }] },
    })
    const copy = await made({ nameZh: '又一批' })
    const list = await house.ask('GET', '/seller/lot/list', { token: seller, query: { keyword: '又一' } })
    expect(list.rows).toMatchObject([{ lotDraftId: copy }])
    expect((await house.ask('GET', '/seller/lot/list', { token: seller, query: { keyword: 'Okoum' } })).total).toBe(2)
  })

  test.each([
    ['a species that is none', { species: 'unobtainium' }, 'body.content.species'],
    ['a price of nothing', { startPrice: '0.00' }, 'body.content.startPrice'],
    ['a reserve below the start', { reserve: '300.00' }, 'body.content.reserve'],
    ['half a piece', { unit: 'piece', quantity: '1.500' }, 'body.content.quantity'],
    ['neither thickness nor diameter', { diameter: null }, 'body.content.thickness'],
    ['a size that is none', { length: '约5000' }, 'body.content.length', 'sizeWrong'],
    ['a size of nothing', { length: '0' }, 'body.content.length', 'sizeWrong'],
    ['a fraction of a millimetre', { diameter: '326.5' }, 'body.content.diameter', 'sizeFraction'],
    ['a size that can be read in two ways', { length: '5.000' }, 'body.content.length', 'sizeUnclear'],
    ['a size without end', { length: '5000 m' }, 'body.content.length', 'sizeLarge'],
    ['moisture that is none', { humidity: 'dry' }, 'body.content.humidity', 'moistureWrong'],
    ['a year that was cut off', { deliveryDate: '0027-03-31' }, 'body.content.deliveryDate', 'dayYear'],
    ['a delivery in another age', { deliveryDate: '2072-03-31' }, 'body.content.deliveryDate', 'dayFar'],
    ['a paper that is none', { papers: [{ kind: 'cites' }] }, 'body.content.papers.0.reference'],
    ['six pictures', { pictures: Array.from({ length: 6 }, () => 'A'.repeat(32)) }, 'body.content.pictures'],
    ['a field that no lot has', { outcome: 'sold' }, 'body.content.outcome'],
  ] as const)('is refused with %s', async (_what, wrong, path, code?: string) => {
    const answer = await save(seller, randomUUID(), wrong)
    expect(answer).toMatchObject({ code: 400, errors: [{ path, ...(code !== undefined && { code }) }] })
  })

  test('has its sizes and moisture as data, in whichever notation they are sent', async () => {
    const sent = { length: '2500–5800', thickness: '27（4/4）', width: '20+ cm', diameter: null, humidity: '≥ 30 %' }
    const { data } = await info(await made(sent))
    expect(data).toMatchObject({
      specification: '27 (4/4) × 200+ × 2500–5800\u00a0mm',
      sizeUnclear: false,
      content: { length: '2500-5800', thickness: '27 (4/4)', width: '200+', diameter: null, humidity: '30+' },
    })
  })

  test('changed by two at once: the second is told, and nothing is overwritten', async () => {
    const id = await made()
    expect((await save(colleague, id, { nameZh: '同事改的' }, { version: 1 })).code).toBe(200)
    expect(await save(seller, id, { nameZh: '我改的' }, { version: 1 })).toMatchObject({
      code: 409,
      reason: 'lot.changed',
    })
    expect(await stands(id)).toEqual({ state: 'draft', version: 2, name: '同事改的' })
    // With the newest version number the seller's save succeeds.
    expect((await save(seller, id, { nameZh: '我改的' }, { version: 2 })).code).toBe(200)
    const together = await Promise.all(['一', '二'].map((nameZh) => save(seller, id, { nameZh }, { version: 3 })))
    expect(together.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('sent again under its key is saved once', async () => {
    const id = randomUUID()
    const key = randomUUID()
    const answers = await Promise.all([1, 2].map(() => save(seller, id, {}, { key })))
    expect(answers.map(({ code, data }) => [code, data])).toEqual(
      [1, 2].map(() => [200, { lotDraftId: id, version: 1 }]),
    )
    expect(await save(seller, id, { nameZh: '别的' }, { key })).toMatchObject({ code: 409, reason: 'form.key_reused' })
    expect(await stands(id)).toMatchObject({ version: 1, name: LOT.nameZh })
  })

  test('is not there for another company, in any call', async () => {
    const id = await made()
    const body = { lotDraftIds: [id] }
    const answers = [
      await info(id, rival),
      await save(rival, id, {}, { version: 1 }),
      await save(rival, id),
      await post('/seller/lot/delete', rival, body),
      await post('/seller/lot/recall', rival, body),
      await post('/seller/lot/submit', rival, { ...body, scheduleTimelineId: session }),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404))
    expect((await house.ask('GET', '/seller/lot/list', { token: rival })).total).toBe(0)
    const csv = await download(house, rival, '/seller/lot/sheet?format=csv')
    expect(csv.body.trim().split('\r\n')).toHaveLength(1)
    expect(await stands(id)).toMatchObject({ state: 'draft', version: 1 })
  })

  test.each([
    ['nobody', () => undefined, 401],
    ['a buyer', () => buyer, 403],
    ['an administrator, who has no company', () => admin, 403],
  ])('%s saves and reads none', async (_who, token, code) => {
    expect((await save(token(), randomUUID())).code).toBe(code)
    expect((await house.ask('GET', '/seller/lot/list', { ...(token() && { token: token() }) })).code).toBe(code)
  })
})

describe('submitting', () => {
  test('a lot goes to a session in preparation, may be recalled, and cannot be changed meanwhile', async () => {
    const [id, other] = [await made(), await made()]
    const { rows } = await house.ask('GET', '/seller/session/list', { token: seller })
    expect(rows).toMatchObject([{ scheduleTimelineId: session, name: '春季木材竞价会', reservePolicy: 'allowed' }])
    const submit = (ids: readonly string[]) =>
      post('/seller/lot/submit', seller, { lotDraftIds: ids, scheduleTimelineId: session })
    expect((await submit([id, randomUUID()])).code).toBe(404)
    expect(await stands(id)).toMatchObject({ state: 'draft' })
    expect((await submit([id, other])).data).toEqual({ submitted: 2 })
    expect((await info(id)).data).toMatchObject({ state: 'submitted', session: { scheduleTimelineId: session } })
    expect(await save(seller, id, {}, { version: 2 })).toMatchObject({ code: 601, reason: 'lot.fixed' })
    expect(await post('/seller/lot/delete', seller, { lotDraftIds: [id] })).toMatchObject({ reason: 'lot.fixed' })
    expect((await post('/seller/lot/recall', seller, { lotDraftIds: [id] })).code).toBe(200)
    expect(await stands(id)).toMatchObject({ state: 'draft' })
  })

  test('what was returned carries the remark, and becomes a draft by its next change', async () => {
    const id = await made()
    await house.store.db
      .update(schema.lotDraft)
      .set({ state: 'returned', remark: '请补检尺单' })
      .where(eq(schema.lotDraft.id, id))
    expect((await info(id)).data).toMatchObject({ state: 'returned', remark: '请补检尺单' })
    expect((await save(seller, id, {}, { version: 1 })).code).toBe(200)
    expect((await info(id)).data).toMatchObject({ state: 'draft', remark: '请补检尺单' })
  })

  test('an accepted lot reads sold, whole or in part, by its deals in force', async () => {
    const { id: sale } = await addSale(house, { stand: 'published' })
    const deal = (lotId: string, quantity: number, also: object = {}) =>
      keepOrder(house.store.db, {
        lotId,
        timelineId: sale,
        seq: 10,
        biddingNumber: 1,
        companyId: 'c1',
        sellerCompanyId: 'sellerco',
        currency: 'USD',
        price: minor(50_000),
        quantity: milli(quantity),
        amount: minor(1_622_500),
        logSeq: 10,
        at: instant(Date.UTC(2026, 10, 20, 6)),
        ...also,
      })
    const accepted = async () => {
      const id = await made({ quantity: '32.450' })
      await house.store.db
        .update(schema.lotDraft)
        .set({ state: 'accepted', timelineId: sale })
        .where(eq(schema.lotDraft.id, id))
      return id
    }
    const [whole, part, split, cancelled, none] = [
      await accepted(),
      await accepted(),
      await accepted(),
      await accepted(),
      await accepted(),
    ]
    await deal(whole, 32_450)
    await deal(part, 20_000)
    await deal(split, 20_000)
    await deal(`${split}.1`, 12_450)
    await deal(cancelled, 32_450, { cancelled: 'unpaid' })
    const sold = async (id: string) => z.looseObject({ sold: z.unknown() }).parse((await info(id)).data).sold
    expect(await Promise.all([whole, part, split, cancelled, none].map(sold))).toEqual([
      'whole',
      'part',
      'whole',
      null,
      null,
    ])
    const { rows: listed } = await house.ask('GET', '/seller/lot/list', {
      token: seller,
      query: { scheduleTimelineId: sale },
    })
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lotDraftId: whole, sold: 'whole' }),
        expect.objectContaining({ lotDraftId: none, sold: null }),
      ]),
    )
  })

  test.each([
    ['required', { reserve: null }, 'lot.reserve_required'],
    ['none', {}, 'lot.reserve_none'],
    ['allowed', { deliveryDate: '2020-01-01' }, 'lot.delivery_early'],
  ] as const)('a session whose reserves are %s refuses %j', async (reservePolicy, content, reason) => {
    const { id } = await addSale(house, { stand: 'preparing' })
    await house.store.db.update(schema.timeline).set({ reservePolicy }).where(eq(schema.timeline.id, id))
    const lot = await made(content)
    expect(await post('/seller/lot/submit', seller, { lotDraftIds: [lot], scheduleTimelineId: id })).toMatchObject({
      code: 601,
      reason,
      msg: expect.stringContaining('“') as string,
    })
  })

  test('a published session takes no lots of a company without lots in it', async () => {
    const { id } = await addSale(house, { stand: 'published', lots: 1 })
    const lot = await made()
    expect(await post('/seller/lot/submit', seller, { lotDraftIds: [lot], scheduleTimelineId: id })).toMatchObject({
      code: 601,
      reason: 'lot.session_closed',
    })
  })
})

const uploaded = async (token: string, kind: 'picture' | 'document' = 'picture'): Promise<string> => {
  const bytes = kind === 'picture' ? await pictureOf('jpeg') : Buffer.from(`CITES permit ${randomUUID()}`)
  const { fileName } = await upload(house, token, [{ name: kind === 'picture' ? 'lot.jpg' : 'cites.txt', bytes }], {
    query: { kind },
  })
  return fileName ?? ''
}
const idOf = (path: string): string => path.split('/').at(-1) ?? ''

describe('the files of a lot', () => {
  test('are read by its company alone, until its catalogue is published; then its papers by the catalogue’s readers', async () => {
    const [picture, paper] = [await uploaded(seller), await uploaded(seller, 'document')]
    const id = await made({
      pictures: [picture],
      papers: [{ kind: 'cites', reference: 'CN-1', fileId: paper, name: 'CITES' }],
    })
    const who = { seller, colleague, rival, buyer }
    const codes = async (path: string): Promise<Record<string, boolean>> =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(who).map(async ([name, token]): Promise<[string, boolean]> => [
            name,
            (await download(house, token, path)).headers['content-disposition'] !== undefined,
          ]),
        ),
      )
    expect(await codes(picture)).toEqual({ seller: true, colleague: true, rival: false, buyer: false })
    expect(await codes(paper)).toEqual({ seller: true, colleague: true, rival: false, buyer: false })

    const [draft] = await house.store.db.select().from(schema.lotDraft).where(eq(schema.lotDraft.id, id))
    if (!draft) throw new Error('the lot was saved')
    const needs = { db: house.store.db, fileStore: openDisk(join(house.store.dataDir, 'files')) }
    expect(await uploadedPicture(needs, idOf(picture))).toBeNull()
    const placeholders = await placeholdersOf(needs, draft.content.pictures)
    const placeholder = placeholders.get(idOf(picture)) ?? null
    expect(await uploadedPicture(needs, idOf(picture))).toBeNull()
    await publishPictures(house.store.db, draft.content.pictures, placeholders, house.clock.now())
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(await uploadedPicture(needs, idOf(picture))).toMatchObject({ width: 800, height: 600 })
    const sale = await addSale(house, { stand: 'published' })
    await addLots(house.store.db, sale.id, [
      acceptedLotRow(draft, { sellerCode: 'S1', position: 90, timelineId: sale.id }, { placeholder }),
    ])
    await house.store.db.update(schema.lotDraft).set({ state: 'accepted' }).where(eq(schema.lotDraft.id, id))
    const [row] = await house.store.db.select().from(schema.lot).where(eq(schema.lot.id, id))
    expect(row).toMatchObject({
      pictures: [pictureName(idOf(picture))],
      lengthMin: 5_000,
      sectionMax: 900,
      placeholder,
    })
    // The sale's room was opened before, so a lot that it knows gets the papers.
    await house.store.db
      .update(schema.lot)
      .set({ papers: draft.content.papers })
      .where(eq(schema.lot.id, sale.lots[0] ?? ''))
    const lot = await house.ask('GET', `/auction/contractObject/${sale.lots[0]}`, { token: buyer })
    expect(lot.data).toMatchObject({ papers: [{ kind: 'cites', reference: 'CN-1', name: 'CITES', file: paper }] })
    expect(await codes(paper)).toEqual({ seller: true, colleague: true, rival: true, buyer: true })
    // Its picture is public under its name in the picture store; the uploaded file is not.
    expect(await codes(picture)).toEqual({ seller: true, colleague: true, rival: false, buyer: false })
    const newbie = await sellerToken(house, 'newbie')
    expect((await download(house, newbie, paper)).headers['content-disposition']).toBeUndefined()
  })

  test('are uploads of the own company: another company’s, a paper as a picture, or none at all are refused', async () => {
    const theirs = await uploaded(rival)
    const paper = await uploaded(seller, 'document')
    for (const content of [
      { pictures: [theirs] },
      { papers: [{ kind: 'fsc', fileId: theirs }] },
      { pictures: [paper] },
      { pictures: ['B'.repeat(32)] },
    ])
      expect(await save(seller, randomUUID(), content)).toMatchObject({ code: 601, reason: 'lot.file_missing' })
    expect((await save(colleague, randomUUID(), { pictures: [await uploaded(seller)] })).code).toBe(200)
  })

  test('outlive the week after which an unused upload is swept', async () => {
    const [kept, paper, unused] = [await uploaded(seller), await uploaded(seller, 'document'), await uploaded(seller)]
    await made({ pictures: [kept], papers: [{ kind: 'fsc', fileId: paper }] })
    await sweep(house.files, later(house.clock.now(), 8 * 86_400_000))
    const there = await Promise.all(
      [kept, paper, unused].map(
        async (path) => (await download(house, seller, path)).headers['content-disposition'] !== undefined,
      ),
    )
    expect(there).toEqual([true, true, false])
  })
})

describe('the sheet of lots', () => {
  const sheet = (path: string, token = seller) => download(house, token, `/seller/lot/sheet${path}`)
  test('has a header in both languages, figures as numbers, and no formula', async () => {
    const workbook = await readSheet((await sheet('')).rawPayload)
    expect(workbook[0]).toEqual(expect.arrayContaining(['树种 Species', '起拍价 (每单位) Start price (per unit)']))
    const at = (name: string) => workbook[0]?.indexOf(name) ?? -1
    expect(workbook[1]?.[at('起拍价 (每单位) Start price (per unit)')]).toBe(315)
    expect(workbook[1]?.[at('中文补充说明 Supplementary information in Chinese')]).toBe('=HYPERLINK("http://evil")')
    const csv = (await sheet('?format=csv')).body
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(csv).not.toMatch(/,"=/)
  })
  test('as a template has no lots, and sheets with the terms and an example', async () => {
    const { rawPayload } = await sheet('?template=true')
    expect(await readSheet(rawPayload)).toHaveLength(1)
    const terms = await readSheet(rawPayload, 2)
    expect(terms).toContainEqual(['树种 Species', 'okoume', '奥古曼', 'Okoumé'])
    const [header, example] = await readSheet(rawPayload, 3)
    expect(example?.[0]).toBe('奥古曼原木 QS')
    // An example that an import takes.
    const day = header?.findIndex((name) => String(name).startsWith('交货日期')) ?? -1
    expect(String(example?.[day]) > new Date().toISOString()).toBe(true)
  })
  test('is a seller’s', async () => {
    expect((await house.ask('GET', '/seller/lot/sheet', { token: buyer })).code).toBe(403)
  })
})

describe('the vocabulary', () => {
  const put = (body: object, token = admin) =>
    post('/operator/term/save', token, {
      kind: 'species',
      code: 'paulownia',
      zh: '泡桐',
      en: 'Paulownia',
      was: null,
      ...body,
    })
  test('grows and is renamed by the operator, and lots take the new term at once', async () => {
    expect((await save(seller, randomUUID(), { species: 'paulownia' })).code).toBe(400)
    expect((await put({}, seller)).code).toBe(403)
    expect((await put({})).code).toBe(200)
    expect((await save(seller, randomUUID(), { species: 'paulownia' })).code).toBe(200)
    expect(await put({ zh: '兰考泡桐' })).toMatchObject({ code: 409, reason: 'term.changed' })
    expect((await put({ zh: '兰考泡桐', was: { zh: '泡桐', en: 'Paulownia' } })).code).toBe(200)
    const { rows } = await house.ask('GET', '/auction/term/list', { token: buyer, query: { kind: 'species' } })
    expect(rows).toContainEqual({ kind: 'species', code: 'paulownia', zh: '兰考泡桐', en: 'Paulownia' })
  })
  test('has one meaning for a name', async () => {
    expect(await put({ code: 'kiri', zh: 'SPRUCE' })).toMatchObject({ code: 601, reason: 'term.name_taken' })
    expect(await put({ code: 'kiri', zh: 'Okoume' })).toMatchObject({ reason: 'term.name_taken' })
  })
  test('names that were changed survive the next start', async () => {
    await seedTerms(house.store.db)
    const { rows } = await house.ask('GET', '/auction/term/list', { token: seller, query: { kind: 'species' } })
    expect(rows).toContainEqual(expect.objectContaining({ code: 'paulownia', zh: '兰考泡桐' }))
    expect(rows?.length).toBeGreaterThan(25)
  })
})

test('each change is on record, with the lot as it was and became', async () => {
  const id = await made()
  await save(seller, id, { startPrice: '320.00', nameZh: '改名' }, { version: 1 })
  const { rows } = await house.ask('GET', '/operator/audit/list', { token: admin, query: { act: 'lotDraftSave' } })
  expect(rows?.[0]).toMatchObject({ before: { name: '奥古曼原木' }, after: { name: '改名' } })
  expect(JSON.stringify(rows?.[0])).not.toContain('33000')
})

test('a seller who is suspended reads, and saves nothing', async () => {
  const id = await made()
  await house.store.db.update(schema.account).set({ status: 0 }).where(eq(schema.account.id, 'seller1'))
  const suspended = seller
  expect((await info(id, suspended)).code).toBe(200)
  const answers = await Promise.all([
    save(suspended, id, {}, { version: 1 }),
    post('/seller/lot/delete', suspended, { lotDraftIds: [id] }),
    post('/seller/lot/submit', suspended, { lotDraftIds: [id], scheduleTimelineId: session }),
  ])
  expect(answers.map(({ code, reason }) => [code, reason])).toEqual(answers.map(() => [403, 'auth.account_suspended']))
  await house.store.db.update(schema.account).set({ status: 3 }).where(eq(schema.account.id, 'seller1'))
  expect(await save(suspended, id, {}, { version: 1 })).toMatchObject({ reason: 'seller.not_certified' })
})
