import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { dayOf } from '../../src/domain/trade/money.ts'
import { later, milli, minor } from '../../src/domain/units.ts'
import { editionsOf, hasKeepRules } from '../../src/server/content/saleRules.ts'
import { tellOfSales } from '../../src/server/notify/sales.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { findSession } from '../../src/server/store/schedules.ts'
import { notification, timeline } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

const HOUR = 3_600_000
let house: House
let actorsIn: ReturnType<typeof castOf>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const post = async (who: Login, path: string, body: object) =>
  house.ask('POST', path, { token: await tokenOf(who), body })
const get = async (who: Login, path: string, query: Record<string, string> = {}) =>
  house.ask('GET', path, { token: await tokenOf(who), query })

const CNY = { currency: 'CNY', payee: '某平台有限公司', bank: '工商银行太仓支行', account: '1102 0210 0900', swift: '' }
const USD = {
  currency: 'USD',
  payee: 'Some Platform Ltd',
  bank: 'ICBC Taicang',
  account: '1102021010000001',
  swift: 'ICBKCNBJSZU',
}
const settings = async () =>
  z
    .looseObject({ version: z.number(), depositAccounts: z.array(z.unknown()) })
    .parse((await house.ask('GET', '/common/settings')).data)

/** A sale that asks for 50,000 CNY or 8,000 USD, a day before its start in four days. */
async function lane(): Promise<Sale> {
  const sale = await addSale(house, { stand: 'published', rule: { admission: 'automatic' }, startsIn: 96 * HOUR })
  const deposits = [
    { currency: 'CNY' as const, amount: minor(5_000_000) },
    { currency: 'USD' as const, amount: minor(800_000) },
  ]
  await house.store.db
    .update(timeline)
    .set({ deposits, depositFactor: 10, depositHours: 24 })
    .where(eq(timeline.id, sale.id))
  return sale
}

const SignUps = z.array(z.looseObject({ scheduleTimelineId: z.string(), deposit: z.looseObject({}).nullable() }))
async function depositOf(sale: Sale, who: Login = 'buyer1') {
  const { rows } = await get(who, '/auction/biddingRegistration/list', { pageNum: '1', pageSize: '50' })
  return SignUps.parse(rows).find(({ scheduleTimelineId: id }) => id === sale.id)?.deposit ?? null
}
let count = 0
const record = async (
  sale: Sale,
  kind: string,
  amount: string,
  after: number,
  companyId = 'c1',
  payerAccount = '',
  also: object = {},
) =>
  post('admin', '/operator/sale/deposit/record', {
    scheduleTimelineId: sale.id,
    companyId,
    after,
    kind,
    currency: 'CNY',
    amount,
    day: dayOf(house.clock.now()),
    reference: `LANE-${++count}`,
    payerAccount,
    ...also,
  })

describe('the platform’s accounts for deposits', () => {
  test('are set by the operator, and stay where a change leaves them out', async () => {
    const change = async (depositAccounts?: readonly object[]) => {
      const { depositAccounts: _, ...rest } = await settings()
      return post('admin', '/operator/settings/change', { ...rest, ...(depositAccounts && { depositAccounts }) })
    }
    expect(await change([CNY, USD])).toMatchObject({ code: 200 })
    expect(await change()).toMatchObject({ code: 200 })
    expect((await settings()).depositAccounts).toEqual([CNY, USD])
    for (const wrong of [[CNY, CNY], [{ ...USD, swift: '' }], [{ ...CNY, account: '工行' }], [{ ...CNY, extra: 1 }]])
      expect((await change(wrong)).code).toBe(400)
  })
  test('are missed on the check list of a sale that asks for another currency', async () => {
    const sale = await addSale(house, { stand: 'preparing' })
    const codes = async (currency: 'CNY' | 'EUR') => {
      await house.store.db
        .update(timeline)
        .set({ deposits: [{ currency, amount: minor(700_000) }] })
        .where(eq(timeline.id, sale.id))
      const { data } = await get('admin', `/operator/session/${sale.id}/check`)
      return z.object({ missing: z.array(z.looseObject({ code: z.string(), hard: z.boolean() })) }).parse(data).missing
    }
    expect(await codes('EUR')).toContainEqual(expect.objectContaining({ code: 'deposit_account', hard: false }))
    expect(await codes('CNY')).not.toContainEqual(expect.objectContaining({ code: 'deposit_account' }))
  })
})

describe('a company’s deposit for a sale', () => {
  test('is named before anyone signs up, with its amounts and the time it is due', async () => {
    const sale = await lane()
    const start = (await findSession(house.store.db, sale.id))!.timeline.startTime
    expect(await house.ask('GET', `/auction/scheduleTimeline/${sale.id}`)).toMatchObject({
      data: {
        timelines: [
          {
            deposit: {
              required: [
                { currency: 'CNY', amount: '50000.00' },
                { currency: 'USD', amount: '8000.00' },
              ],
              due: new Date(start - 24 * HOUR).toISOString(),
            },
          },
        ],
      },
    })
  })
  test('is shown to its payer with account and state, from the sign-up to its return', async () => {
    const sale = await lane()
    const act = actorsIn(sale)
    expect(await act.signUp('buyer1')).toMatchObject({
      data: { biddingNumber: null, deposit: { state: 'awaited', accounts: [CNY, USD] } },
    })
    expect(await record(sale, 'received', '30000.00', 0)).toMatchObject({ code: 200 })
    expect(await depositOf(sale)).toMatchObject({
      state: 'partly',
      here: [{ currency: 'CNY', amount: '30000.00' }],
      open: [
        { currency: 'CNY', amount: '20000.00' },
        { currency: 'USD', amount: '3200.00' },
      ],
    })
    expect(await record(sale, 'received', '20000.00', 1)).toMatchObject({ data: { covered: true } })
    expect(await depositOf(sale)).toMatchObject({ state: 'here', here: [{ currency: 'CNY', amount: '50000.00' }] })
    expect(await post('admin', '/operator/sale/cancel', { scheduleTimelineId: sale.id, reason: '改期' })).toMatchObject(
      {
        code: 200,
      },
    )
    expect(await record(sale, 'released', '50000.00', 2)).toMatchObject({ code: 200 })
    expect(await depositOf(sale)).toMatchObject({
      state: 'returned',
      here: [],
      returned: [{ currency: 'CNY', amount: '50000.00' }],
    })
  })
  test('that never came is awaited no longer once the sale is over', async () => {
    const sale = await lane()
    await actorsIn(sale).signUp('buyer1')
    expect(await depositOf(sale)).toMatchObject({ state: 'awaited' })
    await post('admin', '/operator/sale/cancel', { scheduleTimelineId: sale.id, reason: '改期' })
    expect(await depositOf(sale)).toBeNull()
  })
})

const Refunds = z.array(
  z.looseObject({
    companyId: z.string(),
    seq: z.number(),
    account: z.looseObject({}).nullable(),
    reference: z.string(),
  }),
)
const refunds = async (sale: Sale) =>
  Refunds.parse((await get('admin', '/operator/sale/deposit/refund/list', { scheduleTimelineId: sale.id })).rows)

test('after the sale the deposits that go back are listed with their accounts, until they are returned', async () => {
  const sale = await lane()
  for (const who of ['buyer1', 'buyer2', 'buyer3'] as const) await actorsIn(sale).signUp(who)
  const paid = async (companyId: string, payerAccount: string) =>
    expect(await record(sale, 'received', '50000.00', 0, companyId, payerAccount)).toMatchObject({ code: 200 })
  await paid('c1', '6222 aa01')
  await paid('c2', '')
  await paid('c3', '6222 0003')
  expect(await record(sale, 'held', '20000.00', 1, 'c3', '', { rule: '9.1' })).toMatchObject({ code: 200 })
  // Nothing goes back while the sale is on.
  expect(await refunds(sale)).toEqual([])
  await post('admin', '/operator/sale/cancel', { scheduleTimelineId: sale.id, reason: '改期' })
  await keepOrder(house.store.db, {
    lotId: sale.lots[0]!,
    timelineId: sale.id,
    seq: 1,
    biddingNumber: 1,
    companyId: 'c1',
    sellerCompanyId: 'sellerco',
    currency: 'CNY',
    price: minor(100_000),
    quantity: milli(1_000),
    amount: minor(100_000),
    at: house.clock.now(),
  })
  const rows = await refunds(sale)
  expect(rows).toMatchObject([
    { companyId: 'c1', amount: '50000.00', account: { number: '6222AA01', certified: false }, openDeals: 1 },
    // No payer is on record: the account of its certificate.
    { companyId: 'c2', amount: '50000.00', account: { number: '6222 0000', certified: true }, openDeals: 0 },
    { companyId: 'c3', amount: '30000.00', account: { number: '62220003', certified: false }, several: false },
  ])
  const [, second] = rows
  const returned = () =>
    post('admin', '/operator/sale/deposit/record', {
      scheduleTimelineId: sale.id,
      companyId: 'c2',
      after: second?.seq,
      kind: 'released',
      currency: 'CNY',
      amount: '50000.00',
      day: dayOf(house.clock.now()),
      reference: `RT-${second?.reference}`,
    })
  expect(await returned()).toMatchObject({ code: 200 })
  expect((await refunds(sale)).map(({ companyId }) => companyId)).toEqual(['c1', 'c3'])
  expect(await depositOf(sale, 'buyer2')).toMatchObject({ state: 'returned' })
  // A second press records nothing.
  expect((await returned()).code).toBe(409)
})

test('who has not paid is told at half time and on the last day, each once; who has paid is not', async () => {
  const sale = await lane()
  const { db } = house.store
  await actorsIn(sale).signUp('buyer1')
  await actorsIn(sale).signUp('buyer2')
  expect(await record(sale, 'received', '50000.00', 0, 'c2')).toMatchObject({ code: 200 })
  const start = (await findSession(db, sale.id))!.timeline.startTime
  const told = async () =>
    (await db.select().from(notification).where(eq(notification.kind, 'depositDue')))
      .filter(({ facts }) => 'sale' in facts && facts.sale === sale.id)
      .map(({ accountId, facts }) => `${accountId} ${facts.kind === 'depositDue' ? facts.step : ''}`)
      .toSorted()
  const pass = (hoursBefore: number) => tellOfSales(db, house.rooms, later(start, -hoursBefore * HOUR))
  await pass(90)
  expect(await told()).toEqual([])
  for (const hours of [59, 58]) await pass(hours)
  expect(await told()).toEqual(['buyer1 half', 'colleague1 half'])
  for (const hours of [47, 25, 23]) await pass(hours)
  expect(await told()).toEqual(['buyer1 half', 'buyer1 last', 'colleague1 half', 'colleague1 last'])
})

describe('a deposit that is held', () => {
  const DAY = 24 * HOUR
  const pass = (ms: number) => {
    house.clock.offset += ms
    // Sign-ins have ended meanwhile.
    tokens.clear()
    actorsIn = castOf(house)
  }
  const object = (sale: Sale, who: Login = 'buyer1', body: object = {}) =>
    post(who, '/auction/biddingRegistration/deposit/object', {
      scheduleTimelineId: sale.id,
      hold: 2,
      text: '合同已按期签署',
      ...body,
    })
  const answer = (sale: Sale, verdict: 'upheld' | 'rejected', body: object = {}) =>
    post('admin', '/operator/sale/deposit/objection/answer', {
      scheduleTimelineId: sale.id,
      companyId: 'c1',
      after: 2,
      hold: 2,
      answer: verdict,
      reason: '见合同记录',
      ...body,
    })
  const keep = (sale: Sale, amount = '20000.00', after = 2) =>
    record(sale, 'forfeited', amount, after, 'c1', '', { hold: 2 })
  const toldOf = async (sale: Sale, kind: 'depositHeld' | 'depositAnswered' | 'depositKept') =>
    (await house.store.db.select().from(notification).where(eq(notification.kind, kind)))
      .filter(({ facts }) => 'sale' in facts && facts.sale === sale.id)
      .map(({ accountId, facts }) => ({ accountId, facts }))
      .toSorted((a, b) => a.accountId.localeCompare(b.accountId))

  /** The deposit of c1 for a sale that is over, with 20,000 of its 50,000 held. */
  async function heldDeposit(): Promise<Sale> {
    const sale = await lane()
    for (const who of ['buyer1', 'buyer2'] as const) await actorsIn(sale).signUp(who)
    expect(await record(sale, 'received', '50000.00', 0)).toMatchObject({ code: 200 })
    expect(await post('admin', '/operator/sale/cancel', { scheduleTimelineId: sale.id, reason: '改期' })).toMatchObject(
      { code: 200 },
    )
    expect(await record(sale, 'held', '20000.00', 1)).toMatchObject({ reason: 'deposit.rule_needed' })
    expect((await record(sale, 'held', '20000.00', 1, 'c1', '', { rule: '4.2' })).code).toBe(400)
    expect(await record(sale, 'held', '20000.00', 1, 'c1', '', { rule: '9.1' })).toMatchObject({ code: 200 })
    return sale
  }

  test('tells its company by which rule, why and until when it may object, and is kept after five days', async () => {
    const sale = await heldDeposit()
    const told = await toldOf(sale, 'depositHeld')
    expect(told.map(({ accountId }) => accountId)).toEqual(['buyer1', 'colleague1'])
    expect(told[0]?.facts).toMatchObject({
      rule: '9.1',
      reason: `LANE-${count}`,
      amounts: [{ currency: 'CNY', amount: 2_000_000 }],
    })
    expect(await depositOf(sale)).toMatchObject({
      state: 'here',
      holds: [{ hold: 2, rule: '9.1', stage: 'open', left: '20000.00', objection: null }],
    })
    pass(5 * DAY - HOUR)
    const early = await keep(sale)
    expect(early).toMatchObject({ reason: 'deposit.too_early' })
    pass(HOUR)
    expect(await keep(sale, '20000.01')).toMatchObject({ reason: 'deposit.too_little' })
    expect(await object(sale)).toMatchObject({ reason: 'deposit.objection_late' })
    expect(await record(sale, 'forfeited', '1.00', 2)).toMatchObject({ reason: 'deposit.hold_needed' })
    expect(await keep(sale)).toMatchObject({ code: 200 })
    expect((await toldOf(sale, 'depositKept')).map(({ facts }) => facts)).toMatchObject([
      { rule: '9.1' },
      { rule: '9.1' },
    ])
    expect(await depositOf(sale)).toMatchObject({
      here: [{ amount: '30000.00' }],
      kept: [{ amount: '20000.00' }],
      holds: [{ stage: 'kept' }],
    })
    expect(await refunds(sale)).toMatchObject([{ companyId: 'c1', amount: '30000.00' }])
  })

  test('is objected to by its own company alone, once; then nothing is kept before the answer', async () => {
    const sale = await heldDeposit()
    expect(await object(sale, 'buyer2')).toMatchObject({ reason: 'deposit.no_hold' })
    expect(await object(sale, 'buyer1', { hold: 1 })).toMatchObject({ reason: 'deposit.no_hold' })
    expect((await object(sale, 'buyer1', { companyId: 'c1' })).code).toBe(400)
    expect((await object(sale, 'buyer1', { text: ' ' })).code).toBe(400)
    expect(await answer(sale, 'upheld')).toMatchObject({ reason: 'deposit.no_objection' })
    expect(await object(sale)).toMatchObject({ code: 200 })
    expect(await object(sale, 'colleague1')).toMatchObject({ reason: 'deposit.objected' })
    pass(9 * DAY)
    expect(await keep(sale)).toMatchObject({ reason: 'deposit.objection_open' })
    expect(
      await get('admin', '/operator/sale/deposit/list', { scheduleTimelineId: sale.id, companyId: 'c1' }),
    ).toMatchObject({
      rows: [
        { seq: 2, hold: { stage: 'objected', objection: { text: '合同已按期签署', answer: null } } },
        { hold: null },
      ],
    })
    expect(await answer(sale, 'rejected')).toMatchObject({ code: 200 })
    expect(await answer(sale, 'upheld')).toMatchObject({ reason: 'deposit.answered' })
    expect(await keep(sale)).toMatchObject({ code: 200 })
  })

  test('is released when the objection is upheld, and goes back with the rest', async () => {
    const sale = await heldDeposit()
    expect(await object(sale)).toMatchObject({ code: 200 })
    expect((await answer(sale, 'upheld', { after: 1 })).code).toBe(409)
    expect(await answer(sale, 'upheld')).toMatchObject({ code: 200 })
    expect((await toldOf(sale, 'depositAnswered')).map(({ facts }) => facts)).toMatchObject([
      { answer: 'upheld', reason: '见合同记录' },
      { answer: 'upheld' },
    ])
    expect(await depositOf(sale)).toMatchObject({
      here: [{ amount: '50000.00' }],
      holds: [{ stage: 'released', objection: { answer: { answer: 'upheld', reason: '见合同记录' } } }],
    })
    expect(await refunds(sale)).toMatchObject([{ companyId: 'c1', amount: '50000.00' }])
    pass(6 * DAY)
    expect(await keep(sale, '1.00', 3)).toMatchObject({ reason: 'deposit.too_little' })
  })

  test('is not held by rules of a sale that name no such case', async () => {
    const sale = await lane()
    await actorsIn(sale).signUp('buyer1')
    expect(await record(sale, 'received', '50000.00', 0)).toMatchObject({ code: 200 })
    const { timeline: session } = (await findSession(house.store.db, sale.id))!
    const [, before] = editionsOf(session)
    expect([hasKeepRules(session, null), hasKeepRules(session, before?.hash ?? '')]).toEqual([true, false])
  })
})
