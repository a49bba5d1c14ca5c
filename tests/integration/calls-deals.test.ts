import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
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

test('D3, L6: lists show the bid that counts, never a cancelled deal’s; the reserve’s amount stays secret', async () => {
  const sale = await hammered(100_500)
  const { byOperator, lot, get, token } = actorsIn(sale)
  const shown = async (who: 'buyer2' | 'seller1' = 'buyer2') => {
    const [row] = (await get(who, 'seller', '/auction/contractObject/list')).rows as Record<string, unknown>[]
    const { data } = (await house.ask('GET', `/auction/contractObject/${sale.lots[0]}`, {
      token: await token('seller', who),
    })) as { readonly data: Record<string, unknown> }
    expect(data).toMatchObject({ price: row?.['price'], status: row?.['status'] })
    return { price: row?.['price'], reserveMark: data['reserveMark'], reserve: data['reserve'] }
  }
  expect(await shown()).toEqual({ price: '1010.00', reserveMark: 'met', reserve: null })
  expect(await shown('seller1')).toMatchObject({ reserve: '1005.00' })
  await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })
  expect(await shown()).toEqual({ price: null, reserveMark: 'exists', reserve: null })
  // Below the reserve no next bidder is asked (D7).
  expect(await byOperator('admin', 'deal/offer', { ...lot(1), minutes: 5 })).toMatchObject({ code: 601 })

  const free = await hammered()
  const cancelled = actorsIn(free)
  await cancelled.byOperator('admin', 'deal/cancel', { ...cancelled.lot(1), reason: 'unpaid' })
  await cancelled.byOperator('admin', 'deal/offer', { ...cancelled.lot(1), minutes: 5 })
  expect((await cancelled.get('buyer1', 'seller', '/auction/contractObject/list')).rows).toMatchObject([
    { price: '1000.00' },
    { price: null },
  ])
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

test('D4: the next bidder answers without the room, also after the seal, and reads until when', async () => {
  const sale = await hammered()
  const { byOperator, lot, complete, get, token } = actorsIn(sale)
  expect(await complete('host', sale.lots.slice(1))).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })).toMatchObject({ code: 200 })
  const asked = async (who: 'buyer1' | 'buyer2' | 'seller1' | 'newbie') =>
    z
      .array(z.looseObject({ scheduleTimelineId: z.string() }))
      .parse((await house.ask('GET', '/auction/deal/asked', { token: await token('seller', who) })).rows)
      .filter(({ scheduleTimelineId }) => scheduleTimelineId === sale.id)
  expect(await asked('buyer2')).toEqual([])
  expect(await byOperator('admin', 'deal/offer', { ...lot(1), minutes: 5 })).toMatchObject({ code: 200 })
  const { award } = (await lotOf(sale)) ?? {}
  expect(await asked('buyer2')).toMatchObject([
    {
      contractObjectId: sale.lots[0],
      scheduleTimelineId: sale.id,
      lotNumber: '1',
      asks: 'bidder',
      price: '1000.00',
      amount: '10000.00',
      until: new Date(award!.until).toISOString(),
    },
  ])
  for (const who of ['buyer1', 'seller1', 'newbie'] as const) expect(await asked(who)).toEqual([])

  const answer = async (who: 'buyer1' | 'buyer2' | 'audience1', yes: boolean, bidKey: string) =>
    house.ask('POST', '/auction/deal/answer', {
      token: await token('seller', who),
      body: { scheduleTimelineId: sale.id, ...lot(1), yes, bidKey },
    })
  const key = crypto.randomUUID()
  expect(await answer('audience1', true, crypto.randomUUID())).toMatchObject({ code: 403 })
  expect(await answer('buyer1', true, crypto.randomUUID())).toMatchObject({ code: 601, reason: 'deal.not_offered' })
  expect(await answer('buyer2', true, key)).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
  // The answer was lost on the way: sent again under its key, it is the same.
  expect(await answer('buyer2', true, key)).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
  expect(await asked('buyer2')).toEqual([])
  await until(async () => (await orderOf(sale))?.companyId === 'c2')
  expect((await get('admin', 'seller', '/operator/sale/deal/list')).rows).toMatchObject([
    { deal: { biddingNumber: 2, cancelled: null, contract: null } },
  ])
})

test('D2: a seller gives a lot from outside the room', async () => {
  const sale = await hammered(200_000)
  const token = await actorsIn(sale).token('seller', 'seller1')
  expect((await house.ask('GET', '/auction/deal/asked', { token })).rows).toContainEqual(
    expect.objectContaining({ contractObjectId: sale.lots[0], asks: 'seller', price: '1010.00' }),
  )
  const body = {
    scheduleTimelineId: sale.id,
    contractObjectId: sale.lots[0],
    yes: true,
    bidKey: crypto.randomUUID(),
  }
  const answer = await house.ask('POST', '/auction/deal/answer', { token, body })
  expect(answer).toMatchObject({ code: 200 })
  expect(await lotOf(sale)).toMatchObject({ status: 'sold', deal: { number: 1, price: 101_000 } })
})
