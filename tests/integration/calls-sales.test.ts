import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { LAW } from '../../src/domain/rule.ts'
import { later } from '../../src/domain/units.ts'
import { keepFailed, keepSent, putMails } from '../../src/server/store/outbox.ts'
import { notification } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

let house: House
let actorsIn: ReturnType<typeof castOf>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

const OUTSIDERS: readonly Login[] = ['host', 'seller1', 'buyer1', 'audience1', 'newbie']

describe("the operator's calls on a sale", () => {
  test.each([
    ['publish', () => ({})],
    ['bidder/admit', () => ({ companyId: 'c1' })],
    ['bidder/dismiss', () => ({ biddingNumber: 1, reason: 'x' })],
    ['limit/set', () => ({ biddingNumber: 1, currency: 'CNY', most: '1.00' })],
    ['deal/hold', (lot: string) => ({ contractObjectId: lot, reason: 'x' })],
    ['deal/release', (lot: string) => ({ contractObjectId: lot, reason: 'x' })],
    ['deal/cancel', (lot: string) => ({ contractObjectId: lot, reason: 'x' })],
    ['deal/offer', (lot: string) => ({ contractObjectId: lot, minutes: 5 })],
  ] as const)('A2, X5, D3: %s is for the operator alone; refused, nothing is written', async (act, body) => {
    const sale = await addSale(house, { stand: 'published', bidders: ['c1'] })
    const { byOperator, room } = actorsIn(sale)
    const before = await seqOf(house, sale)
    for (const who of OUTSIDERS)
      expect(await byOperator(who, act, body(sale.lots[0] ?? ''))).toMatchObject({
        code: 403,
        reason: 'auth.not_permitted',
      })
    expect(await room('admin', `../../operator/sale/${act}`, body(sale.lots[0] ?? ''))).toMatchObject({
      code: 401,
      reason: 'auth.wrong_token_kind',
    })
    expect(await seqOf(house, sale)).toBe(before)
  })

  test.each(['', '/bidder/list', '/deal/list'])('the sale%s is read by the operator alone', async (path) => {
    const sale = await addSale(house, { stand: 'published', bidders: ['c1'] })
    const { get } = actorsIn(sale)
    const address = path === '' ? `/operator/sale/${sale.id}` : `/operator/sale${path}`
    for (const who of OUTSIDERS)
      expect(await get(who, 'seller', address)).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    expect(await get('admin', 'seller', address)).toMatchObject({ code: 200 })
  })

  test('A2, S2: publishes the catalogue as it stands, once', async () => {
    const sale = await addSale(house, { stand: 'preparing', reserve: 90_000 })
    const { byOperator, get } = actorsIn(sale)
    expect(await get('admin', 'seller', `/operator/sale/${sale.id}`)).toMatchObject({
      data: { state: 1, lotCount: 3, unstartedUntil: null, hostName: 'host' },
    })
    expect(await byOperator('admin', 'publish')).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    expect(await byOperator('admin', 'publish')).toMatchObject({ code: 601, reason: 'session.exists' })
    const state = await house.rooms.state(sale.id)
    expect(state).toMatchObject({ phase: 2, hostCompany: 'hostco', sellers: { S1: { company: 'sellerco' } } })
    expect([...(state?.lots ?? [])].map(({ lot, reserve }) => [lot, reserve])).toEqual(
      sale.lots.map((lot) => [lot, 90_000]),
    )
  })

  test('A7: admits a company that signed up, with number and PIN by message; dismisses it; admits it again under its number', async () => {
    const sale = await addSale(house, { stand: 'published', rule: { admission: 'operator' } })
    const { byOperator, get, signUp, token } = actorsIn(sale)
    expect(await byOperator('admin', 'bidder/admit', { companyId: 'c2' })).toMatchObject({ code: 404 })
    expect(await signUp('buyer2')).toMatchObject({
      code: 200,
      data: { biddingNumber: null, identityType: 0, pin: null, pinTries: null },
    })
    expect(await get('admin', 'seller', `/operator/sale/${sale.id}`)).toMatchObject({ data: { waiting: 1 } })
    expect(await byOperator('admin', 'bidder/admit', { companyId: 'c2' })).toMatchObject({ code: 200 })
    expect(await byOperator('admin', 'bidder/admit', { companyId: 'c2' })).toMatchObject({
      code: 601,
      reason: 'bidder.already_admitted',
    })
    const [mail] = z
      .array(z.object({ recipient: z.string(), body: z.string().nullable() }))
      .parse((await house.ask('GET', '/operator/outbox/list', { token: await token('seller', 'admin') })).rows)
    expect(mail?.recipient).toBe('buyer2@example.com')
    expect(mail?.body).toMatch(/PIN\D*\d{6}/)
    expect(await byOperator('admin', 'bidder/dismiss', { biddingNumber: 1, reason: ' ' })).toMatchObject({ code: 400 })
    expect(await byOperator('admin', 'bidder/dismiss', { biddingNumber: 1, reason: 'unpaid' })).toMatchObject({
      code: 200,
    })
    const bidders = () => get('admin', 'seller', '/operator/sale/bidder/list')
    expect((await bidders()).rows).toMatchObject([{ companyId: 'c2', biddingNumber: 1, standing: 'excluded' }])
    expect(await byOperator('admin', 'bidder/admit', { companyId: 'c2' })).toMatchObject({ code: 200 })
    expect((await bidders()).rows).toMatchObject([
      { companyId: 'c2', biddingNumber: 1, standing: 'admitted', pinTries: 5 },
    ])
  })
})

describe('a message of the outbox', () => {
  test('is sent again by the operator, unless it has gone out or held a code', async () => {
    const { db } = house.store
    const { token } = actorsIn(await addSale(house, { stand: 'published' }))
    const now = house.clock.now()
    const [waits, gone, code] = [randomUUID(), randomUUID(), randomUUID()]
    const mail = { recipient: 'li@example.cn', subject: 'Deal', body: 'Lot 1' }
    await putMails(
      db,
      [
        { ...mail, id: waits },
        { ...mail, id: gone },
        { ...mail, id: code, secretUntil: later(now, 60_000) },
      ],
      now,
    )
    await keepFailed(db, waits, '553 not yours', null)
    await keepFailed(db, code, '553 not yours', null)
    await keepSent(db, gone, now)
    const admin = await token('seller', 'admin')
    const send = async (id: string, as = admin) =>
      house.ask('POST', '/operator/outbox/send', { token: as, body: { id } })
    const stateOf = async (id: string) =>
      z
        .array(z.looseObject({ id: z.string(), state: z.string(), error: z.string().nullable(), attempts: z.number() }))
        .parse((await house.ask('GET', '/operator/outbox/list', { token: admin, query: { pageSize: '50' } })).rows)
        .find((row) => row.id === id)
    expect(await stateOf(waits)).toMatchObject({ state: 'givenUp', error: '553 not yours' })
    expect(await send(waits, await token('seller', 'buyer1'))).toMatchObject({ code: 403 })
    expect(await send(waits)).toMatchObject({ code: 200 })
    expect(await stateOf(waits)).toMatchObject({ state: 'failing', error: '553 not yours', attempts: 0 })
    for (const id of [gone, code]) expect(await send(id)).toMatchObject({ reason: 'message.not_waiting' })
  })
})

describe('the operator in the room', () => {
  test('A2: runs a sale whose host has vanished, to its seal', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1'], lots: 2 })
    const { room, bid, complete, lot } = actorsIn(sale)
    expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    expect(await room('admin', 'start')).toMatchObject({ code: 601, reason: 'session.already_started' })
    expect(await room('admin', 'addRound', { contractObjectIds: [sale.lots[1]], biddingSeconds: 60 })).toMatchObject({
      code: 601,
      reason: 'round.running',
    })
    const done = { code: 200, data: { verdict: 'accepted' } }
    expect(await room('admin', 'adjustStage', { minutes: 5 })).toMatchObject(done)
    expect(await room('admin', 'speech', { allowed: false, speaker: null })).toMatchObject(done)
    expect(await room('admin', 'close', { message: 'fire drill' })).toMatchObject(done)
    expect(await room('admin', 'reopen')).toMatchObject(done)
    const seq = (await house.rooms.state(sale.id))?.lots.get(sale.lots[0] ?? '')?.leading?.seq
    expect(await room('admin', 'void', { ...lot(1), seq, reason: 'wrong lot' })).toMatchObject(done)
    expect(await room('admin', 'hold', lot(1))).toMatchObject({ code: 601, reason: 'session.closed' })
    expect(await room('admin', 'withdraw', { ...lot(1), reason: 'rotten' })).toMatchObject(done)
    expect(await complete('admin', [])).toMatchObject({ code: 601, reason: 'session.lots_untried' })
    expect(await complete('admin', sale.lots.slice(1))).toMatchObject(done)
    const log = await house.store.log.readTail(sale.id, 0, 100)
    expect(log.filter(({ entry }) => entry.actor === 'operator').map(({ entry }) => entry.type)).toEqual([
      'stage.adjusted',
      'speech.set',
      'session.closed',
      'session.reopening',
      'bid.voided',
      'lot.withdrawn',
      'stage.changed',
      'session.finished',
    ])
  })

  test('A2: comes as audience, and is told that it may run the sale', async () => {
    const sale = await addSale(house, { stand: 'published' })
    const enter = (account: Login) =>
      house.ask('POST', '/auth/assemblyLogin', {
        body: { scheduleTimelineId: sale.id, account, password: 'Timber2026' },
      })
    expect(await enter('admin')).toMatchObject({ code: 200, data: { identityType: 4, operates: true } })
    expect(await enter('audience1')).toMatchObject({ code: 200, data: { identityType: 4, operates: false } })
    expect(await enter('host')).toMatchObject({ code: 200, data: { identityType: 3, operates: false } })
  })

  test('A2, A8, A9: host and operator dismiss a bidder, and suspend a company', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 3 })
    const { room, bid } = actorsIn(sale)
    expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    expect(await room('host', 'dismiss', { biddingNumber: 1, reason: ' ' })).toMatchObject({
      code: 601,
      reason: 'bid.reason_required',
    })
    expect(await room('host', 'dismiss', { biddingNumber: 1, reason: 'unpaid' })).toMatchObject({ code: 200 })
    expect(await room('host', 'dismiss', { biddingNumber: 1, reason: 'unpaid' })).toMatchObject({
      code: 601,
      reason: 'bidder.not_admitted',
    })
    expect((await house.rooms.state(sale.id))?.lots.get(sale.lots[0] ?? '')?.leading).toBeNull()
    expect(await room('admin', 'suspend', { speaker: 'bidder:9', reason: 'fraud' })).toMatchObject({ code: 404 })
    expect(await room('admin', 'suspend', { speaker: 'bidder:2', reason: 'fraud' })).toMatchObject({ code: 200 })
    expect(await room('host', 'suspend', { speaker: 'seller:S1', reason: 'fraud' })).toMatchObject({ code: 200 })
    const state = await house.rooms.state(sale.id)
    expect(state?.bidders[2]?.admitted).toBe(false)
    expect(state?.sellers['S1']?.suspended).toBe(true)
    expect(state?.lots.get(sale.lots[0] ?? '')?.status).toBe('withdrawn')
  })
})

test('the operator sees who is there, and a lot’s bidders, as the host does', async () => {
  const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  const { bid, get, lot } = actorsIn(sale)
  await bid('buyer1', 1, '1000.00')
  expect(await get('admin', 'venue', '/auction/venue/people')).toMatchObject({ code: 200 })
  const compared = await get(
    'admin',
    'venue',
    '/auction/biddingVenueContractInfo/getCompareBiddingInfo',
    z.record(z.string(), z.string()).parse(lot(1)),
  )
  expect(compared).toMatchObject({ code: 200, data: { bids: [{ biddingNumber: 1, companyName: 'c1木业有限公司' }] } })
})

test('S5: a published sale that is not started ends by itself, and says when', async () => {
  // A world of its own, since an advanced clock cannot be set back.
  const house = await openHouse()
  await addPeople(house)
  const actorsIn = castOf(house)
  const sale = await addSale(house, { stand: 'preparing' })
  const { byOperator, get, passTo } = actorsIn(sale)
  await byOperator('admin', 'publish')
  const state = await house.rooms.state(sale.id)
  const until = (state?.startTime ?? 0) + LAW.unstartedMs
  expect(await get('admin', 'seller', `/operator/sale/${sale.id}`)).toMatchObject({
    data: { state: 2, unstartedUntil: new Date(until).toISOString() },
  })
  await passTo(until)
  expect(await get('admin', 'seller', `/operator/sale/${sale.id}`)).toMatchObject({
    data: { state: 5, stage: 'finish', unstartedUntil: null },
  })
  expect(await house.ask('GET', `/auction/scheduleTimeline/${sale.id}`)).toMatchObject({ data: { state: 5 } })
  await house.close()
})

// The last test, since its clock stays ahead.
test('A4, A7: an application that came in time is decided after the deadline too: admitted, or declined with a reason that is told', async () => {
  const sale = await addSale(house, { stand: 'published', rule: { admission: 'operator' }, startsIn: 60_000 })
  const { byOperator, get, room, signUp, token } = actorsIn(sale)
  for (const who of ['buyer2', 'buyer3'] as const) expect(await signUp(who)).toMatchObject({ code: 200 })
  const rows = async () => (await get('admin', 'seller', '/operator/sale/bidder/list')).rows
  house.clock.offset = 60_000
  expect(await room('host', 'start', { contractObjectIds: null })).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject([{ standing: 'waiting' }, { standing: 'waiting' }])
  expect((await house.ask('GET', '/operator/room/list', { token: await token('seller', 'admin') })).rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ scheduleTimelineId: sale.id, alarms: expect.arrayContaining(['waiting']) as unknown }),
    ]),
  )
  const decline = (companyId: string, reason: string) => byOperator('admin', 'bidder/decline', { companyId, reason })
  expect(await byOperator('admin', 'bidder/admit', { companyId: 'c2' })).toMatchObject({ code: 200 })
  expect(await decline('c2', 'too late')).toMatchObject({ code: 601, reason: 'bidder.already_admitted' })
  expect(await decline('c3', ' ')).toMatchObject({ code: 400 })
  expect(await decline('c3', 'its papers are out of date')).toMatchObject({ code: 200 })
  expect(await decline('c3', 'its papers are out of date')).toMatchObject({ code: 404 })
  expect(await byOperator('admin', 'bidder/admit', { companyId: 'c3' })).toMatchObject({ code: 404 })
  expect(await rows()).toMatchObject([{ companyId: 'c2', standing: 'admitted' }])
  expect(await signUp('buyer3')).toMatchObject({ code: 601, reason: 'session.sign_up_closed' })
  const told = await house.store.db.select().from(notification).where(eq(notification.accountId, 'buyer3'))
  expect(told.map(({ facts }) => facts)).toEqual([
    { kind: 'standingLost', sale: sale.id, reason: 'its papers are out of date', declined: true },
  ])
})
