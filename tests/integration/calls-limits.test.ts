import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { redactState } from '../../src/domain/redact.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import { lapseDeparted } from '../../src/server/company/rooms.ts'
import { account, notification } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { textIn } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

// Each lot of the sale is 10 m³ and starts at 1,000.00: its start price is 10,000.00 (a little more from lot 2 on).

let house: House
let actorsIn: ReturnType<typeof castOf>
let running: Sale
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
  running = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 4 })
})
afterAll(() => house.close())

const company = (most: string | null, currency = 'CNY') => ({ biddingNumber: 1, currency, most })

describe('limits of a company', () => {
  test('X2, X5: the operator sets one; nothing is accepted beyond it, and the refusal says what is left', async () => {
    const { byOperator, bid } = actorsIn(running)
    expect(await byOperator('admin', 'limit/set', company('15000.00'))).toMatchObject({ code: 200 })
    expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    expect(await bid('buyer1', 2, '1100.00')).toMatchObject({
      code: 601,
      reason: 'bid.over_limit',
      data: { verdict: 'refused', numbers: { left: 500_000 } },
    })
    expect(await bid('buyer2', 2, '1100.00')).toMatchObject({ code: 200 })
  })

  test('X5: it is raised at will, lowered to what is exposed, and taken away', async () => {
    const { byOperator, bid } = actorsIn(running)
    expect(await byOperator('admin', 'limit/set', company('9999.99'))).toMatchObject({
      code: 601,
      reason: 'limit.below_exposed',
      data: { numbers: { exposed: 1_000_000 } },
    })
    expect(await byOperator('admin', 'limit/set', company('0.00'))).toMatchObject({
      code: 601,
      reason: 'limit.invalid',
    })
    expect(await byOperator('admin', 'limit/set', company('10000.00'))).toMatchObject({ code: 200 })
    expect(await bid('buyer1', 3, '1200.00')).toMatchObject({ code: 601, data: { numbers: { left: 0 } } })
    expect(await byOperator('admin', 'limit/set', company(null))).toMatchObject({ code: 200 })
    expect(await bid('buyer1', 3, '1200.00')).toMatchObject({ code: 200 })
  })

  test('X6: the operator and the company see it, with what is exposed; no one else does', async () => {
    const { byOperator, get, room } = actorsIn(running)
    await byOperator('admin', 'limit/set', company('50000.00'))
    expect((await get('admin', 'seller', '/operator/sale/bidder/list')).rows).toMatchObject([
      { biddingNumber: 1, limits: [{ currency: 'CNY', most: '50000.00' }] },
      { biddingNumber: 2, limits: [] },
    ])
    expect(await room('host', 'limit/set', company('1.00'))).toMatchObject({ code: 404 })
    const log = async (who: 'host' | 'admin') => JSON.stringify((await get(who, 'venue', '/auction/venue/log')).rows)
    expect(await log('host')).not.toMatch(/5000000|1500000/)
    expect(await log('admin')).toContain('5000000')
    const state = await house.rooms.state(running.id)
    if (!state) throw new Error('no room')
    const view = (viewer: Viewer) => JSON.stringify(redactState(state, viewer).bidders)
    expect(view({ identity: 'buyer', number: 1 })).toContain('5000000')
    for (const viewer of [
      { identity: 'buyer', number: 2 },
      { identity: 'seller', seller: 'S1' },
      { identity: 'audience' },
    ] as const)
      expect(view(viewer)).not.toMatch(/5000000|1500000/)
  })

  test('X2: a deposit times its factor is the limit with which a company is admitted from then on', async () => {
    const sale = await addSale(house, { stand: 'published' })
    const { byOperator, get, token } = actorsIn(sale)
    const deposit = async (who: 'admin' | 'host' | 'buyer3', amount: string | null, factor = 3) =>
      house.ask('POST', '/operator/company/deposit/set', {
        token: await token('seller', who),
        body: { companyId: 'c3', currency: 'CNY', amount, factor },
      })
    // Neither is a valid limit: the company would be admitted without one.
    expect(await deposit('admin', '0.00')).toMatchObject({ code: 601, reason: 'limit.invalid' })
    expect(await deposit('admin', '9999999999999.00', 100)).toMatchObject({ code: 601, reason: 'limit.invalid' })
    for (const who of ['host', 'buyer3'] as const)
      expect(await deposit(who, '4000.00')).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    expect(await deposit('admin', '4000.00')).toMatchObject({ code: 200 })
    expect(await actorsIn(sale).signUp('buyer3')).toMatchObject({ code: 200, data: { biddingNumber: 1 } })
    expect((await get('admin', 'seller', '/operator/sale/bidder/list')).rows).toMatchObject([
      {
        deposits: [{ currency: 'CNY', amount: '4000.00', factor: 3 }],
        limits: [{ currency: 'CNY', most: '12000.00', exposed: '0.00' }],
      },
    ])
    expect(await deposit('admin', null)).toMatchObject({ code: 200 })
    expect(await byOperator('admin', 'limit/set', { biddingNumber: 9, currency: 'CNY', most: '1.00' })).toMatchObject({
      code: 601,
      reason: 'bidder.not_admitted',
    })
  })

  test('X3: a ceiling that the limit stops is told to its owner, and to no one else', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 2 })
    const { byOperator, bid, ceiling, get } = actorsIn(sale)
    await byOperator('admin', 'limit/set', company('10300.00'))
    expect(await ceiling('buyer1', 1, '2000.00')).toMatchObject({ code: 200 })
    expect(await bid('buyer2', 1, '1030.00')).toMatchObject({ code: 200 })
    expect(await bid('buyer2', 1, '1050.00')).toMatchObject({ code: 200 })
    const state = await house.rooms.state(sale.id)
    expect(state?.lots.get(sale.lots[0] ?? '')).toMatchObject({
      leading: { number: 2 },
      ceilings: { 1: { capped: true } },
    })
    // A secret at the end of the log is told along with the next public entry (R9).
    await house.rooms.give(sale.id, { type: 'say', text: 'Good timber.' }, { actor: 'host', account: 'host' })
    const noticed = async (who: 'buyer1' | 'buyer2' | 'host' | 'admin') =>
      JSON.stringify((await get(who, 'venue', '/auction/venue/history')).data).includes('ceiling.capped')
    expect([await noticed('buyer1'), await noticed('buyer2'), await noticed('host'), await noticed('admin')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('limits of people', () => {
  test('P1: the person who signed up sets one for a colleague, the operator too, no one its own, another company none', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 2 })
    const { byOperator, room, bid, get } = actorsIn(sale)
    const limit = (userId: string, most: string | null) => ({ userId, currency: 'CNY', most })
    expect(await room('colleague1', 'colleagues/limit', limit('buyer1', '10100.00'))).toMatchObject({
      code: 403,
      reason: 'limit.principal_only',
    })
    expect(await room('buyer1', 'colleagues/limit', limit('colleague1', '10100.00'))).toMatchObject({ code: 200 })
    expect(await bid('colleague1', 1, '1020.00')).toMatchObject({
      code: 601,
      reason: 'bid.over_own_limit',
      data: { numbers: { left: 1_010_000 } },
    })
    expect(await bid('buyer1', 1, '1020.00')).toMatchObject({ code: 200 })
    const before = await seqOf(house, sale)
    expect(await room('buyer1', 'colleagues/limit', limit('buyer1', null))).toMatchObject({
      code: 601,
      reason: 'identity.not_allowed',
    })
    expect(await room('buyer2', 'colleagues/limit', limit('buyer1', null))).toMatchObject({ code: 404 })
    for (const who of ['host', 'seller1', 'audience1', 'admin'] as const)
      expect(await room(who, 'colleagues/limit', limit('buyer1', null))).toMatchObject({ code: 403 })
    expect(await byOperator('admin', 'limit/set', { ...company('1.00'), userId: 'buyer2' })).toMatchObject({
      code: 404,
    })
    expect(await seqOf(house, sale)).toBe(before)
    expect(await byOperator('admin', 'limit/set', { ...company('20000.00'), userId: 'buyer1' })).toMatchObject({
      code: 200,
    })
    expect((await get('buyer1', 'venue', '/auction/venue/colleagues')).rows).toEqual([
      {
        userId: 'buyer1',
        name: 'buyer1',
        self: true,
        principal: true,
        limits: [{ currency: 'CNY', most: '20000.00', exposed: '10200.00' }],
      },
      {
        userId: 'colleague1',
        name: 'colleague1',
        self: false,
        principal: false,
        limits: [{ currency: 'CNY', most: '10100.00', exposed: '0.00' }],
      },
    ])
    for (const who of ['host', 'seller1', 'audience1', 'admin'] as const)
      expect(await get(who, 'venue', '/auction/venue/colleagues')).toMatchObject({ code: 403 })
  })

  test('P2: the log shows the person to its company, the host and the operator, and to no one else', async () => {
    const { bid, get } = actorsIn(running)
    await bid('colleague1', 2, '1110.00')
    const names = async (who: 'host' | 'admin' | 'buyer1' | 'buyer2' | 'seller1' | 'audience1') =>
      JSON.stringify((await get(who, 'venue', '/auction/venue/history')).data).includes('colleague1')
    expect(await Promise.all((['host', 'admin', 'buyer1'] as const).map(names))).toEqual([true, true, true])
    expect(await Promise.all((['buyer2', 'seller1', 'audience1'] as const).map(names))).toEqual([false, false, false])
  })
})

test('C13: the ceiling of a person who has left the company lapses, and its people are told', async () => {
  const { db } = house.store
  const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 3 })
  const { ceiling } = actorsIn(sale)
  expect(await ceiling('colleague1', 1, '2000.00')).toMatchObject({ code: 200 })
  expect(await ceiling('buyer1', 2, '2000.00')).toMatchObject({ code: 200 })
  const ceilings = async () => {
    const lots = [...((await house.rooms.state(sale.id))?.lots ?? [])]
    return lots.map((lot) => lot.ceilings[1]?.account ?? null)
  }
  await lapseDeparted({ db, rooms: house.rooms })
  expect(await ceilings()).toEqual(['colleague1', 'buyer1', null])
  await db.update(account).set({ companyId: 'c2' }).where(eq(account.id, 'colleague1'))
  try {
    await lapseDeparted({ db, rooms: house.rooms })
    expect(await ceilings()).toEqual([null, 'buyer1', null])
    await expect
      .poll(async () =>
        (await db.select().from(notification))
          .filter(({ kind }) => kind === 'ceilingLapsed')
          .map(({ accountId }) => accountId),
      )
      .toEqual(['buyer1'])
  } finally {
    await db.update(account).set({ companyId: 'c1' }).where(eq(account.id, 'colleague1'))
  }
})

test('C13, P1: so does the ceiling that a clerk set for that person; one for the company stays', async () => {
  const { db } = house.store
  const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 4 })
  const { clerk, newPin } = actorsIn(sale)
  const pin = textIn(await newPin('buyer1'), 'pin')
  const set = (by: 'host' | 'admin', lot: 1 | 2 | 3, caller: string) =>
    clerk(by, 'ceiling/set', 1, pin, {
      contractObjectId: sale.lots[lot - 1],
      amount: '2000.00',
      mode: 'standing',
      caller,
    })
  expect(await set('host', 1, 'colleague1')).toMatchObject({ code: 200 })
  expect(await set('host', 2, '')).toMatchObject({ code: 200 })
  expect(await set('admin', 3, '')).toMatchObject({ code: 200 })
  const set1 = async () =>
    [...((await house.rooms.state(sale.id))?.lots ?? [])].slice(0, 3).map((lot) => 1 in lot.ceilings)
  await lapseDeparted({ db, rooms: house.rooms })
  expect(await set1()).toEqual([true, true, true])
  await db.update(account).set({ companyId: 'c2' }).where(eq(account.id, 'colleague1'))
  try {
    await lapseDeparted({ db, rooms: house.rooms })
    expect(await set1()).toEqual([false, true, true])
  } finally {
    await db.update(account).set({ companyId: 'c1' }).where(eq(account.id, 'colleague1'))
  }
})

describe('a deposit with the platform', () => {
  const SOON = { stand: 'published', startsIn: 60_000 } as const
  const limitIn = async ({ id }: Sale) =>
    Object.values((await house.rooms.state(id))?.bidders ?? {}).find(({ company }) => company === 'c3')?.limits.CNY
      ?.most
  async function started(sale: Sale, by: 'host' | 'admin' = 'host'): Promise<void> {
    house.clock.offset = SOON.startsIn
    expect(await actorsIn(sale).room(by, 'start', { contractObjectIds: null })).toMatchObject({ code: 200 })
    house.clock.offset = 0
  }

  test('X10: is given out once over the sales that run, in the moment in which each starts', async () => {
    const sales = [await addSale(house, SOON), await addSale(house, SOON)]
    const [first, second] = sales as [Sale, Sale]
    const { byOperator, token } = actorsIn(first)
    const deposited = await house.ask('POST', '/operator/company/deposit/set', {
      token: await token('seller', 'admin'),
      body: { companyId: 'c3', currency: 'CNY', amount: '4000.00', factor: 3 },
    })
    expect(deposited).toMatchObject({ code: 200 })
    for (const sale of sales) expect(await actorsIn(sale).signUp('buyer3')).toMatchObject({ code: 200 })
    expect(await Promise.all(sales.map(limitIn))).toEqual([1_200_000, 1_200_000])
    for (const sale of sales) await actorsIn(sale).room('host', 'people')

    await started(first)
    expect(await Promise.all(sales.map(limitIn))).toEqual([1_200_000, 1_200_000])
    // The operator leaves a part of it to the other sale.
    await byOperator('admin', 'limit/set', { biddingNumber: 1, currency: 'CNY', most: '8000.00' })
    await started(second)
    expect(await Promise.all(sales.map(limitIn))).toEqual([800_000, 400_000])
    const third = await addSale(house, SOON)
    await actorsIn(third).signUp('buyer3')
    await started(third)
    expect(await limitIn(third)).toBe(1)
  })

  test('X10: a company that is admitted in the instant of the start has its share all the same', async () => {
    const sale = await addSale(house, SOON)
    await actorsIn(sale).signUp('buyer3')
    const whole = await limitIn(sale)
    // The start reads the bidders just before the admission is written.
    const state = house.rooms.state.bind(house.rooms)
    const read = vi.spyOn(house.rooms, 'state').mockImplementation(async (id) => {
      const before = await state(id)
      return before && { ...before, bidders: {} }
    })
    // The host has had all tickets of a minute.
    await started(sale, 'admin')
    read.mockRestore()
    expect(await limitIn(sale)).toBe(1)
    expect(whole).toBeGreaterThan(1)
  })
})
