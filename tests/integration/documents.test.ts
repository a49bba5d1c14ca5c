import { createHash, createPublicKey, verify } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { canonical } from '../../src/domain/canonical.ts'
import { instant, milli, minor } from '../../src/domain/units.ts'
import { verifyDocument } from '../../src/server/admin/verify-document.ts'
import { agreementText } from '../../src/server/company/agreement.ts'
import { enclosedIn } from '../../src/server/documents/enclosed.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { company, contractVersion, lot, saleOrder, serviceAgreement } from '../../src/server/store/schema.ts'
import { glyphsOf } from '../support/glyphs.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'
import { asOwner } from '../support/store/owner.ts'

const PLENTY = { most: 10_000, oneEveryMs: 1 }
let house: House
beforeAll(async () => {
  house = await openHouse({ limits: { document: PLENTY } })
  await addPeople(house)
  await house.store.db.update(company).set({ nameZh: PARTICULARS.companyName }).where(eq(company.id, 'c1'))
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const get = async (
  who: Login,
  path: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) => house.ask('GET', path, { token: await tokenOf(who), query, headers })
const post = async (who: Login, path: string, body: object) =>
  house.ask('POST', path, { token: await tokenOf(who), body })
const bytesOf = ({ http }: Answered): Buffer => http.rawPayload
const pdfOf = (answer: Answered): Buffer => {
  expect([answer.code, answer.http.headers['content-type']]).toEqual([200, 'application/pdf'])
  return bytesOf(answer)
}
const wordsOf = async (pdf: Buffer) => {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return { pages: totalPages, text: text.join('\n').replaceAll(/\s+/g, ' ') }
}
const flat = (text: string): string => text.replaceAll(/\s+/g, '')
const keys = async () => {
  const { rows } = await house.ask('GET', '/auction/receipt/keys')
  return z.array(z.object({ keyId: z.string(), publicKey: z.string() })).parse(rows)
}
const fits = (findings: readonly { readonly fits: boolean }[]): boolean => findings.every((one) => one.fits)

const LONG = 'Österreichische Fünfkirchner Holzhandelsgesellschaft m.b.H. & Co. Kommanditgesellschaft'
const PARTICULARS = {
  funder: '太仓木业有限公司',
  companyName: '太仓栲䶮㮣木业有限公司',
  address: '江苏省太仓市港口路 8 号',
  creditCode: '91320585MADEMA012X',
  contacts: 'Łukasz Ørsted-Çelik',
  phone: '0512-5300 1000',
  email: 'trade@example.com',
  bankName: '中国银行太仓支行',
  bankAddress: '',
  accountCNY: '6222000011112222',
  accountUSD: '',
  swift: 'bkchcnbj950',
}
const TYPED = { kind: 'typed', name: '陆建华' } as const
const DRAWN = { kind: 'drawn', strokes: '10,10 20,30 40,50 60,70;80,20 90,30 100,40 110,50 120,60' } as const

/** Deals of `c1` over all lots of a sale but its last, which is another seller’s. */
async function won(lots: number): Promise<Sale> {
  const sale = await addSale(house, { stand: 'published', lots })
  for (const [i, lotId] of sale.lots.slice(0, -1).entries())
    await keepOrder(house.store.db, {
      lotId,
      timelineId: sale.id,
      seq: 10 + i,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'USD',
      price: minor(50_000 + i),
      quantity: milli(32_450),
      amount: minor(1_622_500 + i),
      logSeq: 10 + i,
      at: instant(Date.UTC(2026, 10, 20, 6, i)),
    })
  return sale
}
const make = (lots: readonly string[], also: object = {}) =>
  post('buyer1', '/auction/contract/make', {
    contractObjectIds: lots,
    particulars: PARTICULARS,
    targetPort: '太仓',
    note: '',
    ...also,
  })
const hashOf = async (id: string): Promise<string> => textIn(await get('buyer1', `/auction/contract/${id}`), 'hash')
const sign = async (who: Login, id: string, mark: object = TYPED) =>
  post(who, '/auction/contract/sign', {
    contractId: id,
    hash: await hashOf(id),
    password: PASSWORD,
    agreed: true,
    mark,
  })

test('a part of a split lot keeps its number in lists, sheet, contract and PDF', async () => {
  const { id: timelineId, lots } = await won(3)
  const part = `${lots[1]}.1`
  const [whole] = await house.store.db
    .select()
    .from(saleOrder)
    .where(eq(saleOrder.lotId, lots[1] ?? ''))
  if (!whole) throw new Error('no order')
  await keepOrder(house.store.db, { ...whole, lotId: part, logSeq: 99, seq: 99, contractId: null })
  for (const who of ['buyer1', 'seller1'] as const) {
    const side = who === 'buyer1' ? 'buyer' : 'seller'
    const { rows } = await get(who, '/auction/order/list', { side, pageSize: '100' })
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ contractObjectId: part, lotNo: 2, lotNumber: '2-1' }),
        expect.objectContaining({ contractObjectId: lots[1], lotNo: 2, lotNumber: '2' }),
      ]),
    )
  }
  const csv = bytesOf(await get('buyer1', '/auction/order/sheet', { format: 'csv' })).toString('utf8')
  expect(csv).toMatch(/,"?2-1"?,/)
  const id = textIn(await make([lots[0] ?? '', part]), 'contractId')
  expect((await get('buyer1', `/auction/contract/${id}`)).data).toMatchObject({
    content: { lots: [{ lotNumber: '1' }, { lotNumber: '2-1', scheduleTimelineId: timelineId }] },
  })
  const { text } = await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`)))
  expect(text).toMatch(/\b2-1\b/)
})

describe('a contract as PDF', () => {
  let sale: Sale
  let id: string
  beforeEach(async () => {
    sale = await won(3)
    id = textIn(await make(sale.lots.slice(0, 2)), 'contractId')
  })

  test('forty lots over pages: every figure is the database’s, and every page is numbered', async () => {
    const long = await won(41)
    for (const lotId of long.lots)
      await house.store.db
        .update(lot)
        .set({ nameEn: `Spruce, ${LONG}`, nameZh: '栲䶮㮣原木' })
        .where(eq(lot.id, lotId))
    const forty = textIn(await make(long.lots.slice(0, 40)), 'contractId')
    const { pages, text } = await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${forty}/pdf`)))
    const words = flat(text)
    expect(pages).toBeGreaterThan(4)
    for (let page = 1; page <= pages; page++) expect(words).toContain(`第${page}页共${pages}页/Page${page}of${pages}`)
    // The table's head is repeated on each page of the table.
    expect(words.split('Deliveryandpayment数量Quantity').length - 1).toBeGreaterThan(3)
    for (let i = 0; i < 40; i++) {
      expect(words).toContain((16_225 + i / 100).toLocaleString('en', { minimumFractionDigits: 2 }))
      expect(words).toContain(`Record${10 + i}`)
    }
    expect(words).toContain('USD649,007.80')
    expect(words.split(flat(LONG)).length - 1).toBe(40)
    expect(words.split('栲䶮㮣原木').length - 1).toBe(40)
    expect(words).toContain(await hashOf(forty))
  })

  test('its parties’ texts are set as they are: rare characters, long names, and nothing of them is source', async () => {
    const note = '#set text(red) $x^2$ *粗* \\ @ref <label> "q" 请分两批装运'
    const other = textIn(
      await make((await won(3)).lots.slice(0, 1), { note, particulars: { ...PARTICULARS, funder: LONG } }),
      'contractId',
    )
    const { text } = await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${other}/pdf`)))
    for (const said of [note, LONG, '太仓栲䶮㮣木业有限公司', 'Łukasz Ørsted-Çelik', '±5%', 'GB/T 144', 'CIF'])
      expect(flat(text)).toContain(flat(said))
  })

  test('names in PDFs: contract and catalogue show every character, or are refused with the text', async () => {
    const names = ['𠮷田木业', '한국목재', 'บริษัทไม้', 'שלום עצים', 'شركة الخشب', 'हिन्दी', '🌲']
    const strange = await won(2)
    const [first = '', last = ''] = strange.lots
    await house.store.db
      .update(lot)
      .set({ nameZh: names.join('、'), nameEn: names.join(', ') })
      .where(eq(lot.id, first))
    const particulars = {
      ...PARTICULARS,
      address: names[0],
      funder: names[1],
      contacts: names[2],
      bankName: names[3],
    }
    const made = textIn(await make([first], { particulars, note: names.join('\n') }), 'contractId')
    const query = { scheduleTimelineId: strange.id }
    for (const pdf of [
      await get('buyer1', `/auction/contract/${made}/pdf`),
      await get('buyer1', '/auction/catalogue/pdf', query),
    ])
      expect((await glyphsOf(pdfOf(pdf))).boxes).toBe(0)

    // At the door the field is named, and the characters.
    expect(await make([last], { particulars: { ...PARTICULARS, companyName: '𠀀木业' } })).toMatchObject({
      code: 400,
      errors: [{ path: 'body.particulars.companyName', code: 'lettersMissing', value: '𠀀' }],
    })
    // A text that was stored before is named when the document is wanted.
    await house.store.db.update(lot).set({ nameZh: '𠀀原木' }).where(eq(lot.id, first))
    const refused = await get('buyer1', '/auction/catalogue/pdf', query)
    expect(refused).toMatchObject({ code: 601, reason: 'document.letters' })
    expect(refused.msg).toContain('“𠀀原木”')
    const another = await won(2)
    await house.store.db
      .update(lot)
      .set({ nameZh: '𠀀原木' })
      .where(eq(lot.id, another.lots[0] ?? ''))
    expect(await make(another.lots.slice(0, 1))).toMatchObject({ code: 601, reason: 'document.letters' })
  })

  test('the same version in the same state is the same file, byte for byte', async () => {
    const [one, two] = [
      pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`)),
      pdfOf(await get('seller1', `/auction/contract/${id}/pdf`)),
    ]
    expect(one.equals(two)).toBe(true)
    await sign('buyer1', id)
    expect(pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`)).equals(one)).toBe(false)
  })

  test('names who signed which version and when; a replaced version says so, with its lapsed signatures', async () => {
    await sign('buyer1', id)
    await sign('seller1', id, DRAWN)
    const signed = await wordsOf(pdfOf(await get('admin', `/auction/contract/${id}/pdf`)))
    expect(flat(signed.text)).toContain('陆建华')
    expect(flat(signed.text)).toContain('未生效NOTINFORCE')
    expect(flat(signed.text).split('签署第1版/Signedversion1').length - 1).toBe(2)
    await post('admin', '/auction/contract/return', { contractId: id, hash: await hashOf(id), reason: 'x' })
    await post('buyer1', '/auction/contract/revise', {
      contractId: id,
      hash: await hashOf(id),
      particulars: PARTICULARS,
      note: '第二版',
    })
    const old = await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`, { version: '1' })))
    expect(flat(old.text)).toContain('已被新版本取代')
    expect(flat(old.text)).toContain('已失效/Lapsed')
    const next = await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`)))
    expect(flat(next.text)).toContain('第2版Version2')
    expect(flat(next.text)).toContain('尚未签署/Notsignedyet')
    expect(await get('buyer1', `/auction/contract/${id}/pdf`, { version: '3' })).toMatchObject({ code: 404 })
  })

  test('a verified one is in force; a terminated one says why', async () => {
    await sign('buyer1', id)
    await sign('seller1', id)
    await post('admin', '/operator/contract/verify', { contractId: id, hash: await hashOf(id) })
    const complete = flat((await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`)))).text)
    expect(complete).toContain('本合同生效')
    expect(complete).not.toContain('未生效')
    const other = textIn(await make((await won(3)).lots.slice(0, 1)), 'contractId')
    await post('buyer1', '/auction/contract/terminate', {
      contractId: other,
      hash: await hashOf(other),
      reason: '重新起草',
    })
    expect(flat((await wordsOf(pdfOf(await get('buyer1', `/auction/contract/${other}/pdf`)))).text)).toContain(
      '重新起草',
    )
  })

  test('one changed byte is found wherever it is, and nothing is found in what was not changed', async () => {
    await sign('buyer1', id)
    const pdf = pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`))
    const published = await keys()
    const hash = await hashOf(id)
    const clean = verifyDocument(pdf, published, hash)
    expect(fits(clean)).toBe(true)
    expect(clean.map(({ says }) => says).join('\n')).toContain(`SHA-256 of its content: ${hash}`)
    expect(clean.map(({ says }) => says).join('\n')).toContain('Signed by buyer1')
    const inside = pdf.indexOf('stream\n', pdf.indexOf('/EmbeddedFile')) + 100
    expect(inside).toBeGreaterThan(1_000)
    for (const at of [7, inside, Math.floor(pdf.length / 2), pdf.length - 250, pdf.length - 100, pdf.length - 3]) {
      const changed = Buffer.from(pdf)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect([at, fits(verifyDocument(changed, published))]).toEqual([at, false])
    }
    expect(fits(verifyDocument(pdf.subarray(0, -1), published))).toBe(false)
    expect(fits(verifyDocument(pdf, []))).toBe(false)
    expect(fits(verifyDocument(pdf, published, 'a'.repeat(64)))).toBe(false)
  })

  test('every reader can check it by hand: the seal over its bytes, and the content inside against the hash', async () => {
    const pdf = pdfOf(await get('buyer1', `/auction/contract/${id}/pdf`))
    const last = pdf.lastIndexOf('\n', pdf.length - 2)
    const [, keyId, signature = ''] = pdf
      .subarray(last + 1)
      .toString('latin1')
      .trim()
      .split(' ')
    const key = (await keys()).find((one) => one.keyId === keyId)
    const text = `timber-sale-room documents ${createHash('sha256').update(pdf.subarray(0, last)).digest('hex')}`
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key?.publicKey ?? '' }, format: 'jwk' })
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    const content = enclosedIn(pdf).get('content.json') ?? ''
    expect(createHash('sha256').update(content).digest('hex')).toBe(await hashOf(id))
    const { data } = await get('buyer1', `/auction/contract/${id}`)
    expect(JSON.parse(content)).toEqual(z.object({ content: z.unknown() }).parse(data).content)
  })

  test('no document is made of a stored content that is not what its hash says', async () => {
    const [row] = await house.store.db.select().from(contractVersion).where(eq(contractVersion.contractId, id))
    if (!row) throw new Error('no version')
    const changed = JSON.stringify({ ...row.content, total: '32450.02' }).replaceAll("'", "''")
    await asOwner(house.store, `UPDATE contract_version SET content = '${changed}' WHERE contract_id = '${id}'`)
    expect(await get('buyer1', `/auction/contract/${id}/pdf`)).toMatchObject({ code: 500, reason: 'document.damaged' })
  })

  test('its evidence fits, and does not when a version or a signature in it is another', async () => {
    await sign('buyer1', id)
    const { data } = await get('seller1', `/auction/contract/${id}/evidence`)
    const text = JSON.stringify(data)
    expect(fits(verifyDocument(Buffer.from(text), []))).toBe(true)
    for (const changed of [
      text.replace('"total":"32450.01"', '"total":"32450.00"'),
      text.replace(/("hash":")./, '$1x'),
    ]) {
      expect(changed).not.toBe(text)
      expect(fits(verifyDocument(Buffer.from(changed), []))).toBe(false)
    }
  })
})

test('the service agreement is its company’s alone, with its signature', async () => {
  const form = {
    name: '太仓䶮木业有限公司',
    creditCode: '91320585MADEMA012X',
    address: '太仓',
    detailedAddress: '港口路 8 号',
    legalPerson: '陆建华',
  }
  const { zh, en, hash } = agreementText(form as never, { zh: form.name, en: 'Taicang Yan Timber' })
  await house.store.db.insert(serviceAgreement).values({
    companyId: 'c1',
    version: 1,
    textZh: zh,
    textEn: en,
    hash,
    generatedAt: instant(1_790_000_000_000),
    signedAt: instant(1_790_000_100_000),
    signedBy: 'buyer1',
    evidence: { name: 'buyer1', company: form.name, consent: '我代表本企业同意。' },
  })
  const pdf = pdfOf(await get('buyer1', '/user/serviceAgreement/pdf'))
  const { text } = await wordsOf(pdf)
  for (const said of [
    '平台服务协议',
    'Platform service agreement',
    form.name,
    'Taicang Yan Timber',
    hash,
    '我代表本企业同意。',
  ])
    expect(flat(text)).toContain(flat(said))
  expect(fits(verifyDocument(pdf, await keys(), hash))).toBe(true)
  expect(enclosedIn(pdf).get('content.json')).toBe(canonical({ zh, en }))
  for (const who of ['buyer2', 'newbie'] as const)
    expect(await get(who, '/user/serviceAgreement/pdf')).toMatchObject({ code: 404 })
})

describe('of a sale', () => {
  let sale: Sale
  let cast: ReturnType<ReturnType<typeof castOf>>
  beforeAll(async () => {
    sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 3 })
    cast = castOf(house)(sale)
    expect(await cast.bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
  })
  const bidSeq = async (): Promise<number> => {
    const tail = await house.store.log.readTail(sale.id, 0, 500)
    return tail.find(({ entry }) => entry.type === 'bid')?.entry.seq ?? 0
  }

  test('a receipt as PDF is its bidder’s company’s alone, and verifies', async () => {
    const path = `/auction/receipt/${sale.id}/${await bidSeq()}/pdf`
    const pdf = pdfOf(await get('buyer1', path))
    const { text } = await wordsOf(pdf)
    for (const said of ['出价回执', 'CNY 1,000.00', '竞买号', '云杉']) expect(flat(text)).toContain(flat(said))
    const found = verifyDocument(pdf, await keys())
    expect(fits(found)).toBe(true)
    expect(found.map(({ says }) => says).join('\n')).toContain('CNY 1,000.00')
    expect(pdfOf(await get('colleague1', path)).equals(pdf)).toBe(true)
    for (const who of ['buyer2', 'seller1', 'host', 'admin', 'newbie'] as const)
      expect([who, await get(who, path)]).toMatchObject([who, { code: 404 }])
    expect(await get('buyer1', `/auction/receipt/${sale.id}/1/pdf`)).toMatchObject({ code: 404 })
  })

  test('its catalogue as PDF, for who may read its lots', async () => {
    const [path, query] = ['/auction/catalogue/pdf', { scheduleTimelineId: sale.id }]
    const { text } = await wordsOf(pdfOf(await get('buyer3', path, query)))
    for (const said of ['春季木材竞价会', 'Spring timber sale', '1,000.00', '1,100.00', '1,200.00', '柚木', 'Teak'])
      expect(flat(text)).toContain(flat(said))
    expect(await get('newbie', path, query)).toMatchObject({ code: 403, reason: 'catalogue.not_certified' })
    expect(await house.ask('GET', path, { query })).toMatchObject({ code: 401 })
  })

  test('its results: a seller’s own lots, all for the operator, the same figures in both formats', async () => {
    const rows = async (who: Login) => readSheet(bytesOf(await get(who, `/auction/result/${sale.id}/sheet`)))
    const [own, all] = [await rows('seller1'), await rows('admin')]
    expect(own).toHaveLength(3)
    expect(all).toHaveLength(4)
    expect(all[0]?.slice(0, 3)).toEqual(['标的号', '名称', '树种'])
    expect(all[1]?.slice(0, 8)).toEqual([1, '方材', '云杉', '芬兰', 'A', expect.any(String), 10, 'm³'])
    const csv = bytesOf(
      await get('admin', `/auction/result/${sale.id}/sheet`, { format: 'csv' }, { 'accept-language': 'en_US' }),
    ).toString('utf8')
    expect(csv.split('\r\n')[0]).toContain('"Lot","Name","Species"')
    expect(csv.split('\r\n')[1]).toContain('1,"Square timber","Spruce"')
    expect(csv).toContain('1000')
    for (const who of ['buyer1', 'newbie', 'audience1'] as const)
      expect(await get(who, `/auction/result/${sale.id}/sheet`)).toMatchObject({ code: 404 })
    const audit = await get('admin', '/operator/audit/list', { act: 'resultFile' })
    expect(audit.rows?.length).toBeGreaterThan(0)
  })

  test('a calendar entry in the reader’s language, replaced by the next one; no draft has one', async () => {
    const path = `/auction/calendar/${sale.id}`
    const zh = (await house.ask('GET', path)).http
    expect(zh.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const [first, second] = [zh.body, (await house.ask('GET', path, { query: { lang: 'en' } })).http.body]
    expect(first).toContain('SUMMARY:春季木材竞价会\r\n')
    expect(second).toContain('SUMMARY:Spring timber sale\r\n')
    expect(first).toContain(`UID:${sale.id}@timber-sale-room\r\n`)
    const sequence = (text: string): number => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])
    expect(await cast.bid('buyer2', 1, '1010.00')).toMatchObject({ code: 200 })
    expect(sequence((await house.ask('GET', path)).http.body)).toBeGreaterThan(sequence(first))
    const after = (await house.ask('GET', path)).http.body
    expect(await cast.ceiling('buyer2', 1, '2000.00')).toMatchObject({ code: 200 })
    expect((await house.ask('GET', path)).http.body).toBe(after)
    for (const line of first.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const draft = await addSale(house, { stand: 'preparing' })
    expect(await house.ask('GET', `/auction/calendar/${draft.id}`)).toMatchObject({ code: 404 })
  })
})

test('what was bought is a sheet of the buyer’s own, and no text in it is a formula', async () => {
  const sale = await won(3)
  await house.store.db
    .update(lot)
    .set({ nameZh: '=HYPERLINK("http://x","y")', nameEn: '@SUM(1)' })
    .where(eq(lot.id, sale.lots[0] ?? ''))
  const csv = bytesOf(await get('buyer1', '/auction/order/sheet', { format: 'csv' })).toString('utf8')
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
  const sheet = await readSheet(bytesOf(await get('buyer1', '/auction/order/sheet')))
  expect(sheet.flat()).toContain('=HYPERLINK("http://x","y")')
  expect(sheet.flat()).toContain(16_225.01)
  const others = await readSheet(bytesOf(await get('buyer2', '/auction/order/sheet')))
  expect(others).toHaveLength(1)
  const sold = await readSheet(bytesOf(await get('seller1', '/auction/order/sheet', { side: 'seller' })))
  expect(sold.flat()).toContain(16_225.01)
})

test('the sheet of orders has all of them, however many', async () => {
  const sale = await won(2)
  // Parts of one lot, each with its deal.
  await house.store.db.execute(sql`
    INSERT INTO sale_order (lot_id, timeline_id, seq, bidding_number, company_id, seller_company_id, currency, price, quantity, amount, at)
    SELECT o.lot_id || '.' || n, o.timeline_id, o.seq, o.bidding_number, o.company_id, o.seller_company_id, o.currency, o.price, o.quantity, o.amount, o.at - n * interval '1 minute'
    FROM sale_order o, generate_series(1, 10050) n WHERE o.lot_id = ${sale.lots[0] ?? ''}`)
  const orders = await house.store.db.$count(saleOrder, eq(saleOrder.companyId, 'c1'))
  expect(orders).toBeGreaterThan(10_050)
  const csv = bytesOf(await get('buyer1', '/auction/order/sheet', { format: 'csv' })).toString('utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + orders)
  await house.store.db.delete(saleOrder).where(sql`lot_id LIKE ${`${sale.lots[0]}.%`}`)
})

describe('another company', () => {
  let id: string
  beforeAll(async () => {
    id = textIn(await make((await won(3)).lots.slice(0, 1)), 'contractId')
  })

  test.each(['buyer2', 'seller2', 'host', 'newbie', 'audience1', 'suspended'] as const)(
    '%s finds no file of a contract, old or new',
    async (who) => {
      for (const query of [{}, { version: '1' }])
        expect(await get(who, `/auction/contract/${id}/pdf`, query)).toMatchObject({
          code: 404,
          reason: 'resource.not_found',
        })
    },
  )

  test('no file is given without a token, but for the calendar', async () => {
    for (const path of [
      `/auction/contract/${id}/pdf`,
      '/user/serviceAgreement/pdf',
      `/auction/receipt/${id}/1/pdf`,
      '/auction/catalogue/pdf',
      `/auction/result/${id}/sheet`,
      '/auction/order/sheet',
    ])
      expect([path, await house.ask('GET', path)]).toMatchObject([path, { code: 401 }])
  })
})
