import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saleOrder } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { until } from '../support/http/until.ts'

let house: House
let actorsIn: ReturnType<typeof castOf>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

const lotOf = async (sale: Sale) => (await house.rooms.state(sale.id))?.lots.get(sale.lots[0] ?? '')
const orderOf = async (sale: Sale) =>
  (
    await house.store.db
      .select()
      .from(saleOrder)
      .where(eq(saleOrder.lotId, sale.lots[0] ?? ''))
  )[0]

/** Lot 1: buyer2 has bid 1,000.00 and buyer1 1,010.00; its two seconds are over. */
async function hammered(reserve?: number): Promise<Sale> {
  const sale = await addSale(house, {
    stand: 'running',
    bidders: ['c1', 'c2'],
    lots: 2,
    rule: { biddingSeconds: 2, extensionSeconds: 1, confirmMinutes: 5 },
    ...(reserve !== undefined && { reserve }),
  })
  const { bid } = actorsIn(sale)
  expect(await bid('buyer2', 1, '1000.00')).toMatchObject({ code: 200 })
  expect(await bid('buyer1', 1, '1010.00')).toMatchObject({ code: 200 })
  await until(async () => (await lotOf(sale))?.status !== 'open')
  return sale
}

test('D1, D2: a seller gives a lot that closed below its reserve to its highest bidder; no one else may', async () => {
  const sale = await hammered(200_000)
  const { answer } = actorsIn(sale)
  expect(await lotOf(sale)).toMatchObject({ status: 'unsold', award: { asks: 'seller', number: 1 } })
  for (const who of ['host', 'audience1', 'admin'] as const)
    expect(await answer(who, 1, 'confirm')).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
  for (const who of ['seller2', 'buyer1', 'buyer2'] as const)
    expect(await answer(who, 1, 'confirm')).toMatchObject({ code: 601, reason: 'deal.not_offered' })
  expect(await answer('seller1', 1, 'confirm')).toMatchObject({ code: 200 })
  expect(await lotOf(sale)).toMatchObject({ status: 'sold', deal: { number: 1, price: 101_000 } })
  await until(async () => (await orderOf(sale))?.companyId === 'c1')
})

test('D2: the seller’s no sets the lot free', async () => {
  const sale = await hammered(200_000)
  const { answer } = actorsIn(sale)
  expect(await answer('seller1', 1, 'decline')).toMatchObject({ code: 200 })
  expect(await answer('seller1', 1, 'confirm')).toMatchObject({ code: 601, reason: 'deal.not_offered' })
  expect(await lotOf(sale)).toMatchObject({ status: 'unsold', award: null })
})

test('D3: the operator holds a deal and releases it, each with a reason; the order follows', async () => {
  const sale = await hammered()
  const { byOperator, lot } = actorsIn(sale)
  await until(async () => (await orderOf(sale)) !== undefined)
  expect(await byOperator('admin', 'deal/hold', { ...lot(1), reason: ' ' })).toMatchObject({ code: 400 })
  expect(await byOperator('admin', 'deal/release', { ...lot(1), reason: 'paid' })).toMatchObject({
    code: 601,
    reason: 'deal.not_held',
  })
  expect(await byOperator('admin', 'deal/hold', { ...lot(1), reason: 'a claim' })).toMatchObject({ code: 200 })
  await until(async () => (await orderOf(sale))?.onHold === true)
  const held = await seqOf(house, sale)
  expect(await byOperator('admin', 'deal/hold', { ...lot(1), reason: 'again' })).toMatchObject({ code: 200 })
  expect(await seqOf(house, sale)).toBe(held)
  expect(await byOperator('admin', 'deal/release', { ...lot(1), reason: 'paid' })).toMatchObject({ code: 200 })
  await until(async () => (await orderOf(sale))?.onHold === false)
  expect(await byOperator('admin', 'deal/hold', { ...lot(2), reason: 'x' })).toMatchObject({
    code: 601,
    reason: 'deal.none',
  })
})

test('D3, D4: after a cancellation the next bidder is offered the lot at its own last bid, and takes it', async () => {
  const sale = await hammered()
  const { byOperator, lot, answer, get } = actorsIn(sale)
  const offer = { ...lot(1), minutes: 5 }
  expect(await byOperator('admin', 'deal/offer', offer)).toMatchObject({ code: 601, reason: 'deal.not_cancelled' })
  expect(await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })).toMatchObject({
    code: 601,
    reason: 'deal.none',
  })
  await until(async () => (await orderOf(sale))?.cancelled === 'unpaid')
  expect(await byOperator('admin', 'deal/offer', { ...offer, minutes: 1_441 })).toMatchObject({
    code: 601,
    reason: 'stage.minutes_out_of_range',
  })
  expect(await byOperator('admin', 'deal/offer', offer)).toMatchObject({ code: 200 })
  expect((await get('admin', 'seller', '/operator/sale/deal/list')).rows).toMatchObject([
    { award: { asks: 'bidder', biddingNumber: 2, price: '1000.00' }, deal: { cancelled: 'unpaid' } },
  ])
  expect(await answer('buyer1', 1, 'confirm')).toMatchObject({ code: 601, reason: 'deal.not_offered' })
  expect(await answer('seller1', 1, 'confirm')).toMatchObject({ code: 601, reason: 'deal.not_offered' })
  expect(await answer('buyer2', 1, 'confirm')).toMatchObject({ code: 200 })
  await until(async () => (await orderOf(sale))?.companyId === 'c2')
  expect(await orderOf(sale)).toMatchObject({ price: 100_000, cancelled: null })
})

test('D3, D4, F5: deals are decided after the seal too, and the next bidder may decline', async () => {
  const sale = await hammered()
  const { byOperator, lot, answer, complete, token } = actorsIn(sale)
  expect(await complete('host', [])).toMatchObject({ code: 601, reason: 'session.lots_untried' })
  expect(await complete('host', sale.lots.slice(1))).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/offer', { ...lot(1), minutes: 5 })).toMatchObject({ code: 200 })
  expect(await token('venue', 'buyer2')).not.toBe('')
  expect(await answer('buyer2', 1, 'decline')).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/offer', { ...lot(1), minutes: 5 })).toMatchObject({
    code: 601,
    reason: 'deal.no_next_bidder',
  })
  expect(await lotOf(sale)).toMatchObject({ status: 'failed', award: null })
})
