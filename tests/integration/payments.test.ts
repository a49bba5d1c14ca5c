import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { dayOf } from '../../src/domain/trade/money.ts'
import { addDays, dayOff } from '../../src/domain/trade/working-days.ts'
import { instant, later, milli, minor } from '../../src/domain/units.ts'
import type { Instant } from '../../src/domain/units.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { setReminder } from '../../src/server/store/payments.ts'
import * as schema from '../../src/server/store/schema.ts'
import { tellOfPayments } from '../../src/server/trade/payments.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'
import { emptied } from '../support/store/emptied.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  // On a day whose deposit is due on a working day.
  while (dayOff(addDays(today(), 5)) !== null) house.clock.offset += 86_400_000
  await addPeople(house)
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const get = async (who: Login, path: string) => house.ask('GET', path, { token: await tokenOf(who) })
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
  swift: 'bkchcnbj950',
}
const MARK = { kind: 'typed', name: '陆建华' } as const
const Payments = z.object({
  currency: z.string(),
  claims: z.array(
    z.object({
      claim: z.string(),
      by: z.string(),
      amount: z.string(),
      due: z.string().nullable(),
      agreed: z.string().nullable(),
      moved: z.string().nullable(),
      received: z.string(),
      open: z.string(),
      over: z.string(),
      state: z.string(),
    }),
  ),
  entries: z.array(
    z.object({ seq: z.number(), kind: z.string(), amountNow: z.string(), name: z.string().nullable() }).loose(),
  ),
  today: z.string(),
  mayRecord: z.boolean(),
})
const payments = async (who: Login) => Payments.parse((await get(who, `/auction/contract/${id}/payments`)).data)
const claim = async (kind: string, who: Login = 'admin') =>
  (await payments(who)).claims.find((one) => one.claim === kind)
const today = () => dayOf(house.clock.now())
const record = (also: object = {}, headers: Record<string, string> = {}, who: Login = 'admin') =>
  post(
    who,
    '/operator/payment/record',
    {
      contractId: id,
      claim: 'deposit',
      kind: 'received',
      amount: '100.00',
      day: today(),
      reference: `BOC-1 ${id}`,
      corrects: null,
      over: false,
      ...also,
    },
    headers,
  )
const sign = async (who: Login) => {
  const { data } = await get(who, `/auction/contract/${id}`)
  const { hash } = z.object({ hash: z.string() }).parse(data)
  const signed = await post(who, '/auction/contract/sign', {
    contractId: id,
    hash,
    password: PASSWORD,
    agreed: true,
    mark: MARK,
  })
  expect(signed).toMatchObject({ code: 200 })
  return hash
}
const complete = async () => {
  await sign('buyer1')
  const hash = await sign('seller1')
  expect(await post('admin', '/operator/contract/verify', { contractId: id, hash })).toMatchObject({ code: 200 })
}
/** Payment terms that the operator sets. */
async function setTerms(also: object) {
  const { data } = await house.ask('GET', '/common/settings')
  const settings = z
    .object({ paymentTerms: z.object({}).loose() })
    .loose()
    .parse(data)
  const body = { ...settings, paymentTerms: { ...settings.paymentTerms, ...also } }
  expect(await post('admin', '/operator/settings/change', body)).toMatchObject({ code: 200 })
}

let id: string
let lots: readonly string[]
beforeEach(async () => {
  const sale = await addSale(house, { stand: 'published', lots: 2 })
  lots = sale.lots
  for (const [i, lotId] of sale.lots.entries())
    await keepOrder(house.store.db, {
      lotId,
      timelineId: sale.id,
      seq: 10 + i,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'USD',
      price: minor(50_000),
      quantity: milli(10_000),
      amount: minor(500_000),
      logSeq: 10 + i,
      at: instant(Date.UTC(2026, 10, 20, 6, i)),
    })
  await setTerms({ depositRate: 3_000, commissionRate: 100, commissionBy: 'seller', depositDays: 5, commissionDays: 9 })
  id = textIn(
    await post('buyer1', '/auction/contract/make', {
      contractObjectIds: lots,
      particulars: PARTICULARS,
      targetPort: '太仓',
      note: '',
    }),
    'contractId',
  )
})

describe('what is owed', () => {
  test('Mo1, Mo2: nothing before both have signed; days once it is complete', async () => {
    expect((await payments('buyer1')).claims).toEqual([])
    await sign('buyer1')
    expect((await payments('buyer1')).claims).toEqual([])
    const hash = await sign('seller1')
    expect(await claim('deposit', 'buyer1')).toMatchObject({ amount: '3000.00', due: null, state: 'notYetDue' })
    await post('admin', '/operator/contract/verify', { contractId: id, hash })
    const due = dayOf(later(house.clock.now(), 5 * 86_400_000))
    expect(await claim('deposit', 'buyer1')).toMatchObject({ amount: '3000.00', due, open: '3000.00' })
    expect(await claim('balance', 'seller1')).toMatchObject({ amount: '7000.00', by: 'buyer' })
  })

  test('Mo1: terms that the operator changes later do not change a contract that both have signed', async () => {
    await complete()
    await setTerms({ depositRate: 5_000, commissionRate: 0 })
    expect(await claim('deposit')).toMatchObject({ amount: '3000.00' })
    expect(await claim('commission')).toMatchObject({ amount: '100.00' })
  })

  test('Mo9: a commission is seen by who pays it and by the platform, with its entries', async () => {
    await complete()
    expect(await record({ claim: 'commission', reference: 'FEE-77', amount: '40.00' })).toMatchObject({ code: 200 })
    const kinds = async (who: Login) => (await payments(who)).claims.map((one) => one.claim)
    expect(await kinds('buyer1')).toEqual(['deposit', 'balance'])
    expect(await kinds('seller1')).toEqual(['deposit', 'balance', 'commission'])
    expect(JSON.stringify((await get('buyer1', `/auction/contract/${id}/payments`)).data)).not.toContain('FEE-77')
    expect(await claim('commission', 'seller1')).toMatchObject({ received: '40.00', open: '60.00' })
  })

  test('Mo8: a cancelled deal lessens the claims; without any they are released', async () => {
    await complete()
    await record({ amount: '1000.00' })
    const cancel = (lotId: string) =>
      house.store.db.update(schema.saleOrder).set({ cancelled: 'unpaid' }).where(eq(schema.saleOrder.lotId, lotId))
    await cancel(lots[0] ?? '')
    expect(await claim('deposit')).toMatchObject({ amount: '1500.00', open: '500.00' })
    await cancel(lots[1] ?? '')
    expect(await claim('deposit')).toMatchObject({ state: 'released', received: '1000.00', open: '0.00' })
    expect(await record({ reference: `BOC-2 ${id}` })).toMatchObject({ code: 601, reason: 'payment.released' })
    expect(await record({ kind: 'returned', amount: '1000.00', reference: `BOC-3 ${id}` })).toMatchObject({ code: 200 })
  })

  test('another company’s is not there', async () => {
    await complete()
    for (const who of ['buyer2', 'seller2'] as const)
      expect(await get(who, `/auction/contract/${id}/payments`)).toMatchObject({ code: 404 })
  })
})

describe('recording', () => {
  test('Mo3, Mo4: parts, a return and a correction add up, for both parties and the platform', async () => {
    await complete()
    await record({ amount: '2000.00', reference: `BOC-1 ${id}` })
    await record({ amount: '500.00', reference: `BOC-2 ${id}` })
    await record({ kind: 'returned', amount: '100.00', reference: `BOC-3 ${id}` })
    expect(await record({ kind: 'correction', amount: '600.00', corrects: 2, reference: '' })).toMatchObject({
      code: 200,
    })
    for (const who of ['buyer1', 'seller1', 'admin'] as const)
      expect(await claim('deposit', who)).toMatchObject({
        received: '2500.00',
        open: '500.00',
        state: 'partlyReceived',
      })
    const { entries } = await payments('admin')
    expect(entries.map(({ seq, kind, amountNow, name }) => [seq, kind, amountNow, name])).toEqual([
      [1, 'received', '2000.00', 'admin'],
      [2, 'received', '600.00', 'admin'],
      [3, 'returned', '100.00', 'admin'],
      [4, 'correction', '600.00', 'admin'],
    ])
    expect(entries[1]).toMatchObject({ amount: '500.00' })
    // The parties do not see the platform's people.
    expect((await payments('buyer1')).entries.map(({ name }) => name)).toEqual([null, null, null, null])
  })

  test('Mo5: more than the claim is kept only when it is said', async () => {
    await complete()
    expect(await record({ amount: '3000.01' })).toMatchObject({ code: 601, reason: 'payment.over' })
    expect((await payments('admin')).entries).toEqual([])
    expect(await record({ amount: '3000.01', over: true })).toMatchObject({ code: 200 })
    expect(await claim('deposit')).toMatchObject({ state: 'received', over: '0.01', open: '0.00' })
    expect(await record({ kind: 'returned', amount: '3000.02' })).toMatchObject({ reason: 'payment.returned_more' })
  })

  test('Mo6: a day to come and the same entry again are refused', async () => {
    await complete()
    expect(await record({ day: dayOf(later(house.clock.now(), 86_400_000)) })).toMatchObject({
      code: 601,
      reason: 'payment.future',
    })
    expect(await record()).toMatchObject({ code: 200 })
    expect(await record()).toMatchObject({ code: 601, reason: 'line.in_contract' })
  })

  test('Bl2, Bl3: a line of the bank counts once, whatever claim; two instalments alike are told apart', async () => {
    await complete()
    const line = `TT 20261127 ${id}`
    expect(await record({ reference: line })).toMatchObject({ code: 200 })
    for (const spelling of [line.replace(' ', ''), line.toLowerCase(), line])
      for (const claim of ['deposit', 'balance']) {
        const again = await record({ reference: spelling, claim })
        expect(again).toMatchObject({ code: 601, reason: 'line.in_contract' })
        expect(again.msg).toMatch(/合同 TC-\d{4}-\d{6} .*admin，\d+月\d+日/)
      }
    expect(await record({ reference: line, another: '同日两笔相同的分期款' })).toMatchObject({ code: 200 })
    expect(await record({ reference: line, bankEntry: 'A-7' })).toMatchObject({ reason: 'line.in_contract' })
    const bare = { reference: '', amount: '0.01' }
    expect(await record({ ...bare, bankEntry: `1 ${id}` })).toMatchObject({ code: 200 })
    expect(await record({ ...bare, bankEntry: `2 ${id}` })).toMatchObject({ code: 200 })
    expect(await record({ ...bare, bankEntry: `2${id}` })).toMatchObject({ reason: 'line.in_contract' })
    expect((await payments('admin')).entries).toHaveLength(4)
  })

  test('Mo11: in another currency it counts by its rate, and is told as the bank shows it', async () => {
    await complete()
    const yuan = { amount: '300.00', currency: 'CNY', reference: `CNY 7 ${id}` }
    const without = await record(yuan)
    expect(without).toMatchObject({ code: 601, reason: 'payment.rate' })
    expect(without.msg).toContain('USD')
    expect(await record({ rate: '1' })).toMatchObject({ reason: 'payment.rate' })
    expect(await record({ currency: 'USD', rate: '1' })).toMatchObject({ reason: 'payment.rate' })
    for (const rate of ['0', '-1', '1e3', '0.123456789', ''])
      expect(await record({ ...yuan, rate }), rate).toMatchObject({ code: 400 })
    expect(await record({ ...yuan, rate: '0.14085' })).toMatchObject({ code: 200 })
    expect(await claim('deposit')).toMatchObject({ received: '42.26' })
    expect(await record({ ...yuan, rate: '0.2' })).toMatchObject({ reason: 'line.in_contract' })
    expect(await record({ ...yuan, amount: '42.26', currency: 'USD' })).toMatchObject({ code: 200 })
    const { entries } = await payments('buyer1')
    expect(entries).toMatchObject([
      { seq: 1, amount: '42.26', paid: { currency: 'CNY', amount: '300.00', rate: '0.14085' } },
      { seq: 2, amount: '42.26', paid: null },
    ])
    const right = { kind: 'correction', corrects: 1, reference: '' }
    expect(await record({ ...right, amount: '200.00', currency: 'CNY', rate: '0.14085' })).toMatchObject({ code: 200 })
    expect(await claim('deposit')).toMatchObject({ received: '70.43' })
    expect(await record({ ...yuan, rate: '0.14085' })).toMatchObject({ code: 200 })
    expect(await record({ ...right, amount: '0.00' })).toMatchObject({ code: 200 })
    expect(await claim('deposit')).toMatchObject({ received: '84.52' })
  })

  test('Bl3, Bl4: a correction may give the bank’s number of its line, which tells it from the line alike', async () => {
    await complete()
    await record({ bankEntry: 'E-1' })
    await record({ amount: '200.00' })
    const corrected = { kind: 'correction', corrects: 2, reference: '' }
    expect(await record(corrected)).toMatchObject({ code: 601, reason: 'line.in_contract' })
    expect(await record({ ...corrected, bankEntry: 'e1' })).toMatchObject({ code: 601, reason: 'line.in_contract' })
    expect(await record({ ...corrected, bankEntry: 'E-2' })).toMatchObject({ code: 200 })
    expect(await record({ bankEntry: 'E-2', another: 'a third' })).toMatchObject({ reason: 'line.in_contract' })
  })

  test('sent twice under one key, and at once, it is one entry', async () => {
    await complete()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([record({}, key), record({}, key)])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect((await payments('admin')).entries).toHaveLength(1)
  })

  test('two that fill the same claim at once: the second is told that it would be too much', async () => {
    await complete()
    const answers = await Promise.all([
      record({ amount: '3000.00', reference: `BOC-1 ${id}` }),
      record({ amount: '3000.00', reference: `BOC-2 ${id}` }),
    ])
    expect(answers.map(({ reason }) => reason ?? 'done').toSorted()).toEqual(['done', 'payment.over'])
  })

  test('nothing is recorded before both have signed, nor of a contract that is not there', async () => {
    expect(await record()).toMatchObject({ code: 601, reason: 'payment.none' })
    expect(await record({ contractId: randomUUID() })).toMatchObject({ code: 404 })
  })

  test('Mo10: it takes the permission, and no party records its own', async () => {
    await complete()
    for (const who of ['buyer1', 'seller1', 'buyer2'] as const)
      expect(await record({}, {}, who)).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    const grant = (permissions: string[]) =>
      house.store.db.update(schema.account).set({ permissions }).where(eq(schema.account.id, 'seller1'))
    await grant(['trade:payment:record', 'trade:contract:verify'])
    try {
      expect((await payments('seller1')).mayRecord).toBe(false)
      expect(await record({}, {}, 'seller1')).toMatchObject({ code: 601, reason: 'payment.own' })
    } finally {
      await grant([])
    }
    expect((await payments('admin')).mayRecord).toBe(true)
  })

  test('the trail holds who recorded what', async () => {
    await complete()
    await record({ reference: 'TRAIL-1' })
    const answer = await house.ask('GET', '/operator/audit/list', {
      token: await tokenOf('admin'),
      query: { act: 'paymentRecord', pageSize: '5' },
    })
    expect(JSON.stringify(answer.rows?.[0])).toContain('TRAIL-1')
  })
})

describe('Mo9: who is to pay', () => {
  const AT = 86_400_000
  const toldTo = async (who: Login) =>
    (await house.store.db.select().from(schema.notification).where(eq(schema.notification.accountId, who))).flatMap(
      ({ facts }) =>
        facts.kind === 'paymentDue' && facts.contract === id ? [[facts.claim, facts.overdue, facts.open]] : [],
    )
  /** Both nodes check. */
  const look = (at: Instant) => Promise.all([tellOfPayments(house.store.db, at), tellOfPayments(house.store.db, at)])

  test('is told three days before and once overdue, each once; the other party is not', async () => {
    await emptied(house.store, 'notification')
    await complete()
    const now = house.clock.now()
    // Only the deposit's due day is near.
    const day = (days: number) => look(later(now, days * AT))
    const deposits = async () => (await toldTo('buyer1')).filter(([kind]) => kind === 'deposit')
    await day(0)
    expect(await deposits()).toEqual([])
    await day(2)
    await day(3)
    expect(await deposits()).toEqual([['deposit', false, 300_000]])
    await record({ amount: '1000.00' })
    await day(6)
    await day(7)
    expect(await deposits()).toEqual([
      ['deposit', false, 300_000],
      ['deposit', true, 200_000],
    ])
    expect((await toldTo('seller1')).filter(([kind]) => kind !== 'commission')).toEqual([])
    expect(await toldTo('buyer2')).toEqual([])
  })

  test('is not told again of what is overdue since long, when another reminder is due after its notice was deleted', async () => {
    await emptied(house.store, 'notification')
    await complete()
    await look(later(house.clock.now(), 60 * AT))
    expect(await toldTo('buyer1')).not.toEqual([])
    await emptied(house.store, 'notification')
    const now = later(house.clock.now(), 300 * AT)
    await setReminder(house.store.db, [id], dayOf(now))
    await look(now)
    expect(await toldTo('buyer1')).toEqual([])
  })

  test('is told anew, and of no delay, when the due day becomes a day off (Mo12, Mo13)', async () => {
    await emptied(house.store, 'notification')
    await complete()
    const now = house.clock.now()
    await look(later(now, 3 * AT))
    const due = addDays(today(), 5)
    const next = [1, 2, 3, 4, 5].map((days) => addDays(due, days)).find((day) => dayOff(day) === null) ?? ''
    const set = async (off: readonly object[]) => {
      const { data } = await house.ask('GET', '/common/settings')
      const body = { ...(data as object), workingDays: { off, working: [] } }
      return post('admin', '/operator/settings/change', body)
    }
    expect(await set([{ from: due, to: due, name: '台风停工' }])).toMatchObject({ code: 200 })
    expect(await claim('deposit', 'buyer1')).toMatchObject({ due: next, agreed: due, moved: '台风停工' })
    await look(later(now, 6 * AT))
    const Told = z.array(z.object({ title: z.string(), body: z.string(), kind: z.string(), path: z.string() }))
    const { rows } = await house.ask('GET', '/user/notification/list', {
      token: await tokenOf('buyer1'),
      headers: { 'accept-language': 'en_US' },
    })
    expect(await set([])).toMatchObject({ code: 200 })
    const told = Told.parse(rows).filter(
      ({ kind, path, body }) => kind === 'paymentDue' && path.endsWith(id) && body.startsWith('Deposit'),
    )
    const [newest] = told
    expect(told).toHaveLength(2)
    expect(newest?.title).toMatch(/^Payment due on/)
    expect(newest?.body).toMatch(/Agreed for \d+ \w+, a day off\.$/)
  })

  test('is not told of what is received; a correction that opens it again is told', async () => {
    await emptied(house.store, 'notification')
    await complete()
    const now = house.clock.now()
    await record({ amount: '3000.00' })
    await look(later(now, 6 * AT))
    const deposits = async () => (await toldTo('buyer1')).filter(([kind]) => kind === 'deposit')
    expect(await deposits()).toEqual([])
    await record({ kind: 'correction', corrects: 1, amount: '300.00', reference: '' })
    await look(later(now, 6 * AT))
    expect(await deposits()).toEqual([['deposit', true, 270_000]])
  })

  test('reads it in the own language, and is led to the contract', async () => {
    await emptied(house.store, 'notification')
    await complete()
    await look(later(house.clock.now(), 2 * AT))
    const Row = z.object({ kind: z.string(), title: z.string(), body: z.string(), path: z.string() })
    const list = async (language: string) =>
      z
        .array(Row)
        .parse(
          (
            await house.ask('GET', '/user/notification/list', {
              token: await tokenOf('buyer1'),
              headers: { 'accept-language': language },
            })
          ).rows,
        )
        .find(({ kind, path, body }) => kind === 'paymentDue' && path.endsWith(id) && /^(?:定金|Deposit)/.test(body))
    expect(await list('zh_CN')).toMatchObject({ path: `/order/sign/detail?contractId=${id}` })
    expect((await list('zh_CN'))?.body).toContain('US$3,000.00')
    expect((await list('en_US'))?.title).toMatch(/^Payment due on \d+ \w+: contract TC-/)
  })
})
