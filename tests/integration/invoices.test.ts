import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ONCE_HEADER } from '../../src/contract/constants.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { instant, later, milli, minor } from '../../src/domain/units.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'
import { emptied } from '../support/store/emptied.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  const { companyName: nameZh, creditCode } = PARTICULARS
  await house.store.db.update(schema.company).set({ nameZh, creditCode }).where(eq(schema.company.id, 'c1'))
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const get = async (who: Login, path: string, query: Record<string, string> = {}) =>
  house.ask('GET', path, { token: await tokenOf(who), query })
const post = async (who: Login, path: string, body: object, headers: Record<string, string> = {}) =>
  house.ask('POST', path, { token: await tokenOf(who), body, headers })

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
  swift: '',
}
const TO = {
  kind: 'special',
  title: '太仓木业有限公司',
  taxNumber: '91310000MA1FL1AB5H',
  address: '江苏省太仓市港口路 8 号',
  phone: '0512-5300 1000',
  bankName: '中国银行太仓支行',
  bankAccount: '6222 0000 1111 2222',
  email: 'Invoice@Example.com',
}
const today = () => dayOf(house.clock.now())

const Invoices = z.object({
  invoices: z.array(
    z
      .object({
        invoiceId: z.string(),
        subject: z.string(),
        amount: z.string(),
        state: z.string(),
        number: z.string().nullable(),
        may: z.array(z.string()),
      })
      .loose(),
  ),
  open: z.array(z.object({ subject: z.string(), amount: z.string() })),
  addressee: z.record(z.string(), z.string()).nullable(),
})
const invoices = async (who: Login) => Invoices.parse((await get(who, `/auction/contract/${id}/invoices`)).data)
const ask = (who: Login, also: object = {}, headers: Record<string, string> = {}) =>
  post(who, '/auction/invoice/ask', { contractId: id, subject: 'goods', amount: '4000.00', ...TO, ...also }, headers)
const decide = async (who: Login, what: 'issue' | 'decline' | 'withdraw', also: object = {}) => {
  const [{ invoiceId } = { invoiceId: 'none' }] = (await invoices('admin')).invoices.slice(-1)
  return post(who, `/auction/invoice/${what}`, { contractId: id, invoiceId, ...also })
}
const issue = (who: Login, also: object = {}) =>
  decide(who, 'issue', { number: randomUUID().slice(0, 20), day: today(), ...also })
const record = (also: object = {}) =>
  post('admin', '/operator/payment/record', {
    contractId: id,
    claim: 'deposit',
    kind: 'received',
    amount: '4000.00',
    day: today(),
    reference: randomUUID().slice(0, 12),
    corrects: null,
    over: true,
    ...also,
  })
async function signAs(who: Login): Promise<string> {
  const hash = textIn(await get(who, `/auction/contract/${id}`), 'hash')
  const mark = { kind: 'typed', name: '陆建华' }
  expect(
    await post(who, '/auction/contract/sign', { contractId: id, hash, password: PASSWORD, agreed: true, mark }),
  ).toMatchObject({ code: 200 })
  return hash
}
async function complete(): Promise<void> {
  await signAs('buyer1')
  const hash = await signAs('seller1')
  expect(await post('admin', '/operator/contract/verify', { contractId: id, hash })).toMatchObject({ code: 200 })
}

let id: string
let lots: readonly string[]
beforeEach(async () => {
  await emptied(house.store, 'trade_contract')
  const sale = await addSale(house, { stand: 'published', lots: 2 })
  ;({ lots } = sale)
  for (const [i, lotId] of lots.entries())
    await keepOrder(house.store.db, {
      lotId,
      timelineId: sale.id,
      seq: 10 + i,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'CNY',
      price: minor(50_000),
      quantity: milli(10_000),
      amount: minor(500_000),
      logSeq: 10 + i,
      at: instant(Date.UTC(2026, 10, 20, 6, i)),
    })
  const made = await post('buyer1', '/auction/contract/make', {
    contractObjectIds: lots,
    particulars: PARTICULARS,
    targetPort: '太仓',
    note: '',
  })
  id = textIn(made, 'contractId')
  await house.store.db.update(schema.tradeContract).set({ paymentTerms: null }).where(eq(schema.tradeContract.id, id))
})

describe('an invoice', () => {
  test('In1 … In5: is asked for by the buyer, issued by the seller once, and seen by both', async () => {
    await complete()
    expect(await ask('buyer1')).toMatchObject({ reason: 'invoice.nothing' })
    await record()
    expect((await invoices('buyer1')).open).toEqual([{ subject: 'goods', amount: '4000.00' }])
    expect((await invoices('seller1')).open).toEqual([])
    expect(await ask('seller1')).toMatchObject({ reason: 'invoice.not_payer' })
    expect(await ask('buyer1', { amount: '3999.00' })).toMatchObject({ reason: 'invoice.amount_changed' })
    expect(await ask('buyer1')).toMatchObject({ code: 200 })
    expect((await invoices('seller1')).invoices).toMatchObject([
      {
        state: 'asked',
        amount: '4000.00',
        taxNumber: TO.taxNumber,
        email: 'invoice@example.com',
        may: ['issue', 'decline'],
      },
    ])
    expect(await issue('buyer1')).toMatchObject({ reason: 'invoice.not_issuer' })
    expect(await issue('admin')).toMatchObject({ reason: 'invoice.not_issuer' })
    const tomorrow = dayOf(later(house.clock.now(), 86_400_000))
    expect(await issue('seller1', { day: tomorrow })).toMatchObject({ reason: 'invoice.future' })
    const number = '26322000000012345678'
    expect(await issue('seller1', { number })).toMatchObject({ code: 200 })
    expect(await decide('seller1', 'decline', { reason: 'x' })).toMatchObject({ reason: 'invoice.decided' })
    expect((await invoices('buyer1')).invoices).toMatchObject([{ state: 'issued', number, day: today(), may: [] }])

    // Further receipts: only these can be invoiced, and a number counts once.
    await record({ claim: 'balance', amount: '10.00' })
    expect((await invoices('buyer1')).open).toEqual([{ subject: 'goods', amount: '10.00' }])
    expect(await ask('buyer1', { amount: '10.00' })).toMatchObject({ code: 200 })
    expect(await issue('seller1', { number })).toMatchObject({ reason: 'invoice.number_taken' })
  })

  test('In2: a request that is declined or withdrawn is asked for again', async () => {
    await complete()
    await record()
    await ask('buyer1')
    expect(await decide('seller1', 'withdraw')).toMatchObject({ reason: 'invoice.not_payer' })
    expect(await decide('buyer1', 'withdraw')).toMatchObject({ code: 200 })
    await ask('buyer1')
    expect(await decide('seller1', 'decline', { reason: '抬头有误' })).toMatchObject({ code: 200 })
    expect((await invoices('buyer1')).open).toEqual([{ subject: 'goods', amount: '4000.00' }])
    expect((await invoices('buyer1')).invoices).toMatchObject([
      { state: 'withdrawn' },
      { state: 'declined', reason: '抬头有误' },
    ])
  })

  test('sent twice under one key, and two at once under two, it is one request', async () => {
    await complete()
    await record()
    const key = { [ONCE_HEADER]: randomUUID() }
    expect(await Promise.all([ask('buyer1', {}, key), ask('buyer1', {}, key)])).toMatchObject([
      { code: 200 },
      { code: 200 },
    ])
    expect(await ask('buyer1')).toMatchObject({ reason: 'invoice.nothing' })
    await decide('buyer1', 'withdraw')
    const both = await Promise.all([ask('buyer1'), ask('buyer1')])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 601])
    expect((await invoices('buyer1')).invoices).toHaveLength(2)
  })

  test('In7: of a commission is the platform’s to issue, and its payer’s alone to see', async () => {
    await complete()
    await house.store.db
      .update(schema.tradeContract)
      .set({
        paymentTerms: {
          depositRate: 2_000,
          depositDays: 3,
          balanceDays: 7,
          commissionRate: 100,
          commissionBy: 'seller',
          commissionDays: 10,
        },
      })
      .where(eq(schema.tradeContract.id, id))
    await record({ claim: 'commission', amount: '100.00' })
    expect(await ask('buyer1', { subject: 'commission', amount: '100.00' })).toMatchObject({
      reason: 'invoice.not_payer',
    })
    expect(await ask('seller1', { subject: 'commission', amount: '100.00' })).toMatchObject({ code: 200 })
    expect((await invoices('buyer1')).invoices).toEqual([])
    expect(await issue('buyer1')).toMatchObject({ code: 404 })
    expect(await issue('seller1')).toMatchObject({ reason: 'invoice.not_issuer' })
    expect(await issue('admin')).toMatchObject({ code: 200 })
    expect((await invoices('seller1')).invoices).toMatchObject([{ subject: 'commission', state: 'issued' }])
  })

  test('names what is wrong at its field: a special one needs all of it, a tax number its letters and length', async () => {
    await complete()
    await record()
    const places = async (also: object) => (await ask('buyer1', also)).errors?.map(({ path }) => path)
    expect(await places({ address: '', phone: '', bankName: '', bankAccount: '' })).toEqual([
      'body.address',
      'body.phone',
      'body.bankName',
      'body.bankAccount',
    ])
    expect(await places({ taxNumber: '12345税号678' })).toEqual(['body.taxNumber'])
    expect(await places({ taxNumber: '9131000' })).toEqual(['body.taxNumber'])
    expect(await places({ title: '两\n行' })).toEqual(['body.title'])
    // A check digit that does not match is a warning at the field, no refusal: registers have such numbers.
    const unlikely = { taxNumber: '91310000MA1FL1AB5A' }
    expect(
      await ask('buyer1', { kind: 'ordinary', address: '', phone: '', bankName: '', bankAccount: '', ...unlikely }),
    ).toMatchObject({
      code: 200,
    })
  })

  test('the next request starts with how the last was made out', async () => {
    await complete()
    await record()
    expect((await invoices('buyer1')).addressee).toMatchObject({
      title: PARTICULARS.companyName,
      taxNumber: PARTICULARS.creditCode,
    })
    await ask('buyer1', { title: '太仓木业有限公司（财务）' })
    await record({ claim: 'balance', amount: '1.00' })
    expect((await invoices('buyer1')).addressee).toMatchObject({ title: '太仓木业有限公司（财务）' })
  })

  test('who issues is told of the request, and who asked of what became of it', async () => {
    await complete()
    await record()
    await ask('buyer1')
    await issue('seller1', { number: 'FP-2026-77' })
    const Told = z.array(z.object({ kind: z.string(), title: z.string(), body: z.string(), path: z.string() }))
    const told = async (who: Login) =>
      Told.parse((await get(who, '/user/notification/list')).rows).filter(
        ({ kind, path }) => kind === 'invoice' && path.endsWith(id),
      )
    expect((await told('seller1')).map(({ title }) => title)).toEqual([expect.stringContaining('开票申请')])
    expect((await told('buyer1')).map(({ body }) => body)).toEqual([expect.stringContaining('FP-2026-77')])
    expect(await told('buyer2')).toEqual([])
  })

  test('another company’s is not there, and cannot be changed', async () => {
    await complete()
    await record()
    await ask('buyer1')
    for (const who of ['buyer2', 'seller2', 'newbie'] as const) {
      expect(await get(who, `/auction/contract/${id}/invoices`)).toMatchObject({ code: 404 })
      expect(await ask(who)).toMatchObject({ code: 404 })
      for (const what of ['issue', 'decline', 'withdraw'] as const)
        expect(
          await decide(
            who,
            what,
            what === 'issue' ? { number: 'FP-1234', day: today() } : what === 'decline' ? { reason: 'x' } : {},
          ),
        ).toMatchObject({
          code: 404,
        })
    }
  })
})

describe('a statement', () => {
  const Statement = z.object({
    companyName: z.string(),
    accounts: z.array(
      z.object({
        account: z.string(),
        currency: z.string(),
        opening: z.string(),
        charged: z.string(),
        received: z.string(),
        returned: z.string(),
        closing: z.string(),
      }),
    ),
  })
  const wide = { beginTime: '2020-01-01', endTime: '2099-12-31' }
  const statement = async (who: Login, query: Record<string, string> = wide) =>
    Statement.parse((await get(who, '/auction/statement', query)).data)
  const account = async (who: Login, name: string, query?: Record<string, string>) =>
    (await statement(who, query)).accounts.find((one) => one.account === name)

  test('Sm1 … Sm4: charges, payments and corrections of both parties come to the same, and to the contract’s figures', async () => {
    const before = await account('buyer1', 'bought')
    await complete()
    await record({ amount: '2000.00' })
    await record({ claim: 'balance', amount: '700.00' })
    await record({ kind: 'returned', amount: '50.00' })
    await record({ kind: 'correction', corrects: 2, amount: '600.00', claim: 'balance', reference: '' })
    const own = await account('buyer1', 'bought')
    expect(Number(own?.charged) - Number(before?.charged ?? 0)).toBe(10_000)
    expect(own).toMatchObject({ received: '2600.00', returned: '50.00' })
    expect(await account('seller1', 'sold')).toMatchObject({
      received: '2600.00',
      returned: '50.00',
      closing: own?.closing,
    })
    const { rows, total } = await get('buyer1', '/auction/statement/list', { ...wide, pageSize: '100' })
    const lines = z
      .array(z.object({ contractId: z.string(), kind: z.string(), amount: z.string(), balance: z.string() }))
      .parse(rows)
    expect(total).toBe(lines.length)
    expect(lines.filter((line) => line.contractId === id).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', '10000.00'],
      ['received', '2000.00'],
      ['received', '600.00'],
      ['returned', '50.00'],
    ])
    expect(lines.at(-1)?.balance).toBe(own?.closing)
  })

  test('Sm2, Sm4: before its days is what it opens with; a cancelled deal is charged no more', async () => {
    await complete()
    await record({ amount: '2000.00' })
    const tomorrow = dayOf(later(house.clock.now(), 86_400_000))
    const { closing } = (await account('buyer1', 'bought'))!
    expect(await account('buyer1', 'bought', { beginTime: tomorrow, endTime: '2099-12-31' })).toMatchObject({
      opening: closing,
      charged: '0.00',
      received: '0.00',
      closing,
    })
    await house.store.db
      .update(schema.saleOrder)
      .set({ cancelled: 'unpaid' })
      .where(eq(schema.saleOrder.lotId, lots[0] ?? ''))
    expect(Number((await account('buyer1', 'bought'))?.closing)).toBe(Number(closing) - 5_000)
  })

  test('is the company’s own; the platform reads any, and another company none', async () => {
    expect(await get('buyer2', '/auction/statement', { ...wide, companyId: 'c1' })).toMatchObject({ code: 404 })
    expect(await get('buyer2', '/auction/statement/list', { ...wide, companyId: 'c1' })).toMatchObject({ code: 404 })
    expect(await get('buyer2', '/auction/statement/sheet', { ...wide, companyId: 'c1' })).toMatchObject({ code: 404 })
    expect((await statement('admin', { ...wide, companyId: 'c1' })).companyName).toBe(
      (await statement('buyer1')).companyName,
    )
    expect(await get('newbie', '/auction/statement', wide)).toMatchObject({ code: 404 })
    expect(await get('buyer1', '/auction/statement', { beginTime: '2026-02-01', endTime: '2026-01-01' })).toMatchObject(
      {
        code: 400,
      },
    )
  })

  test('as a sheet it has the same lines, and no text in it is a formula', async () => {
    await complete()
    await record({ amount: '2000.00', reference: '=1+1' })
    const token = await tokenOf('buyer1')
    const answer = await house.app.inject({
      url: `/prod-api/auction/statement/sheet?beginTime=2020-01-01&endTime=2099-12-31&format=csv`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'zh_CN' },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    const mine = answer.body.split('\r\n').filter((line) => line.includes('2000'))
    expect(mine.length).toBeGreaterThan(0)
    expect(answer.body).not.toMatch(/,"?=1\+1/)
  })

  test('as a sheet of more than ten thousand lines it ends with the closing balance, in CSV and XLSX', async () => {
    await complete()
    const { db } = house.store
    await db.execute(sql`
      INSERT INTO trade_contract (id, contract_no, buyer_company_id, seller_company_id, status, version, hash, currency, amount, lot_count, created_at, changed_at, payment_terms)
      SELECT id || '-' || n, contract_no || '-' || n, buyer_company_id, seller_company_id, status, version, hash, currency, amount, lot_count, created_at, changed_at, payment_terms
      FROM trade_contract, generate_series(1, 101) n WHERE id = ${id}`)
    await db.execute(sql`
      INSERT INTO contract_payment (contract_id, seq, claim, kind, amount, day, reference, account_id, at)
      SELECT ${id} || '-' || (1 + n / 100), 1 + n % 100, 'balance', CASE n % 2 WHEN 0 THEN 'returned' ELSE 'received' END, 1 + n, ${today()}, 'N' || n, 'admin', now()
      FROM generate_series(0, 10099) n`)
    const own = await account('buyer1', 'bought')
    const { total } = await get('buyer1', '/auction/statement/list', wide)
    expect(total).toBe(10_101)
    const sheet = async (format: string) =>
      house.app.inject({
        url: `/prod-api/auction/statement/sheet?beginTime=2020-01-01&endTime=2099-12-31&format=${format}`,
        headers: { authorization: `Bearer ${await tokenOf('buyer1')}`, 'accept-language': 'zh_CN' },
      })
    const lines = (await sheet('csv')).body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 10_101)
    const rows = await readSheet((await sheet('xlsx')).rawPayload)
    expect(rows).toHaveLength(1 + 10_101)
    expect([Number(lines.at(-1)?.split(',').at(-1)), rows.at(-1)?.at(-1)]).toEqual([
      Number(own?.closing),
      Number(own?.closing),
    ])
  })
})
