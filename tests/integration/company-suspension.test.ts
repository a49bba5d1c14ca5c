import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finishSuspensions } from '../../src/server/company/rooms.ts'
import { quiet } from '../../src/server/logger.ts'
import { carrierOf } from '../../src/server/room/carried.ts'
import { randomSalt, sha256 } from '../../src/server/room/hashing.ts'
import { recordsOf } from '../../src/server/room/records.ts'
import { openRooms } from '../../src/server/room/rooms.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import * as schema from '../../src/server/store/schema.ts'
import { apply, approve, infoOf } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { accepted, addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

let house: House
let running: Sale
let published: Sale
let practice: Sale
let admin: string

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  running = await addSale(house, { stand: 'running', bidders: ['c1', 'c2', 'c3'] })
  published = await addSale(house, { stand: 'published', bidders: ['c1'] })
  practice = await addSale(house, { stand: 'running', practice: true })
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

const suspend = (userId: string, token = admin, reason = '资料不实') =>
  house.ask('POST', '/operator/user/suspend', { token, body: { userId, reason } })
const reinstate = (userId: string, token = admin) =>
  house.ask('POST', '/operator/user/reinstate', { token, body: { userId } })
const stateOf = async (sale: Sale) => (await house.rooms.state(sale.id))!
const bidderOf = async (sale: Sale, company: string) =>
  Object.values((await stateOf(sale)).bidders).find((bidder) => bidder.company === company)
const account = async (id: Login) =>
  (await house.store.db.select().from(schema.account).where(eq(schema.account.id, id)))[0]
const bid = (token: string, lot: string | undefined, price: string) =>
  house.ask('POST', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', {
    token,
    body: {
      scheduleTimelineId: running.id,
      contractObjectId: lot,
      type: '1',
      price,
      bidKey: crypto.randomUUID(),
      notAfter: new Date(house.clock.now() + 9_000).toISOString(),
    },
  })

describe('a suspension (LAW.md A9)', () => {
  test('is in force at once, in every open session, for everybody of the company', async () => {
    const [one, colleague, rival] = [
      await venueToken(house, 'buyer1', running),
      await venueToken(house, 'colleague1', running),
      await venueToken(house, 'buyer2', running),
    ]
    const [lot] = running.lots
    expect(await bid(rival, lot, '1000.00')).toMatchObject({ code: 200 })
    expect(await bid(one, lot, '1010.00')).toMatchObject({ code: 200 })
    expect((await stateOf(running)).lots.get(lot ?? '')?.leading).toMatchObject({ number: 1 })

    expect(await suspend('colleague1')).toMatchObject({ code: 200 })
    // The company's bid is struck, the rival leads again, and the company's people have left the room.
    expect((await stateOf(running)).lots.get(lot ?? '')?.leading).toMatchObject({ number: 2 })
    expect(await bidderOf(running, 'c1')).toMatchObject({ admitted: false })
    expect(await bidderOf(published, 'c1')).toMatchObject({ admitted: false })
    for (const token of [one, colleague])
      expect(await bid(token, lot, '1100.00')).toMatchObject({ code: 401, reason: 'auth.token_invalid' })
    expect(await account('buyer1')).toMatchObject({ status: 0, statusBefore: 4, suspendedReason: '资料不实' })
    expect(await account('colleague1')).toMatchObject({ status: 0, statusBefore: 4 })

    const seller = await sellerToken(house, 'buyer1')
    expect((await infoOf(house, seller)).status).toBe(0)
    expect(
      await house.ask('POST', '/auction/venue/ticket', { token: seller, body: { scheduleTimelineId: running.id } }),
    ).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
    expect(
      await house.ask('POST', '/auction/biddingRegistration/add', {
        token: seller,
        body: { scheduleTimelineId: published.id },
      }),
    ).toMatchObject({ code: 403 })
    const mails = await house.store.db
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.recipient, 'buyer1@example.com'))
    expect(mails.map(({ body }) => body.includes('资料不实'))).toEqual([true])
  })

  test('repeated, changes nothing and forgets nothing', async () => {
    const before = await seqOf(house, running)
    expect(await suspend('buyer1', admin, 'again')).toMatchObject({ code: 200 })
    expect(await seqOf(house, running)).toBe(before)
    expect(await account('buyer1')).toMatchObject({ status: 0, statusBefore: 4, suspendedReason: '资料不实' })
  })

  test('ends with the status before; the company has its number again, also where sign-up is over; who was dismissed stays so', async () => {
    await accepted(
      house.rooms.give(
        running.id,
        { type: 'dismiss', number: 3, reason: 'papers' },
        { actor: 'operator', account: 'admin' },
      ),
    )
    expect(await suspend('buyer3')).toMatchObject({ code: 200 })
    for (const who of ['buyer1', 'buyer3']) expect(await reinstate(who)).toMatchObject({ code: 200 })
    expect(await account('colleague1')).toMatchObject({ status: 4, statusBefore: null, suspendedReason: null })
    expect(await bidderOf(running, 'c1')).toMatchObject({ number: 1, admitted: true })
    expect(await bidderOf(published, 'c1')).toMatchObject({ number: 1, admitted: true })
    expect(await bidderOf(running, 'c3')).toMatchObject({ number: 3, admitted: false })
    expect(await bid(await venueToken(house, 'buyer1', running), running.lots[0], '1020.00')).toMatchObject({
      code: 200,
    })
    expect(await reinstate('buyer1')).toMatchObject({ code: 200 })
    expect(await account('buyer1')).toMatchObject({ status: 4 })
  })

  test('of a seller withdraws the seller’s lots, and no others', async () => {
    expect(await suspend('seller2')).toMatchObject({ code: 200 })
    const { lots } = await stateOf(published)
    expect(published.lots.map((id) => lots.get(id)?.status)).toEqual(['waiting', 'waiting', 'withdrawn'])
  })

  test('reaches every account that practises, a person without a company too', async () => {
    await venueToken(house, 'newbie', practice)
    expect(await bidderOf(practice, 'person:newbie')).toMatchObject({ admitted: true })
    await suspend('newbie')
    expect(await bidderOf(practice, 'person:newbie')).toMatchObject({ admitted: false })
    await reinstate('newbie')
    expect(await bidderOf(practice, 'person:newbie')).toMatchObject({ admitted: true })
  })

  test('acts on other nodes: their connections are told, and their rooms see it', async () => {
    const { store, clock } = house
    const other = openRooms({
      store,
      records: recordsOf(store.db, clock),
      clock,
      timers: systemTimers,
      newEpoch: () => crypto.randomUUID(),
      nodeId: 'other',
      logger: quiet,
      sealing: { sha256, salt: randomSalt },
      carrier: carrierOf(randomBytes(32)),
      sign: () => {
        throw new Error('signs nothing')
      },
    })
    await other.start()
    try {
      const ended: string[] = []
      const watched = await other.watch(running.id, {
        advanced: () => undefined,
        loaded: () => undefined,
        decided: () => undefined,
      })
      watched.enter({
        account: 'buyer2',
        viewer: { identity: 'buyer', number: 2 },
        loginTime: clock.now(),
        source: 'computer',
        end: (why) => void ended.push(why),
      })
      await suspend('buyer2')
      await expect.poll(() => ended).toEqual(['suspended'])
      expect(
        Object.values((await other.current(running.id))!.bidders).find(({ company }) => company === 'c2'),
      ).toMatchObject({ admitted: false })
    } finally {
      await other.stop()
      await reinstate('buyer2')
    }
  })

  test('that its node did not live to finish is finished by the next', async () => {
    await house.store.db
      .update(schema.account)
      .set({ status: 0, statusBefore: 4, suspendedReason: 'half done' })
      .where(eq(schema.account.id, 'buyer2'))
    expect(await bidderOf(running, 'c2')).toMatchObject({ admitted: true })
    await finishSuspensions({ db: house.store.db, rooms: house.rooms })
    expect(await bidderOf(running, 'c2')).toMatchObject({ admitted: false })
  })
})

describe('who may not be suspended', () => {
  test('oneself (so an operator is always left), an operator by another role; an account that is not there', async () => {
    const { db } = house.store
    await db
      .update(schema.account)
      .set({ permissions: ['user:account:suspend'] })
      .where(eq(schema.account.id, 'host'))
    const clerk = await sellerToken(house, 'host')
    expect(await suspend('admin')).toMatchObject({ code: 601, reason: 'suspension.self' })
    expect(await suspend('host', clerk)).toMatchObject({ code: 601, reason: 'suspension.self' })
    expect(await suspend('admin', clerk)).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    expect(await suspend('nobody')).toMatchObject({ code: 404 })
    expect(await reinstate('nobody')).toMatchObject({ code: 404 })
    expect(await suspend('unsigned', clerk)).toMatchObject({ code: 200 })
    expect((await account('admin'))?.status).toBe(2)
  })

  test('two operators who suspend each other at once: one is left, and the other may nothing any more', async () => {
    await house.store.db
      .update(schema.account)
      .set({ roles: ['admin'] })
      .where(eq(schema.account.id, 'audience1'))
    const second = await sellerToken(house, 'audience1')
    const both = await Promise.all([suspend('audience1', admin), suspend('admin', second)])
    expect(new Set(both.map(({ reason, code }) => reason ?? code))).toEqual(new Set([200, 'auth.account_suspended']))
    const [left, out] = both[0]?.code === 200 ? [admin, second] : [second, admin]
    expect(await house.ask('GET', '/operator/user/list', { token: out })).toMatchObject({ code: 403 })
    const back = both[0]?.code === 200 ? 'audience1' : 'admin'
    expect(await reinstate(back, left)).toMatchObject({ code: 200 })
    expect(await house.ask('GET', '/operator/user/list', { token: out })).toMatchObject({ code: 200 })
  })
})

describe('certification and suspension', () => {
  test('a suspended one cannot apply, nor be approved, nor join a suspended company by another account', async () => {
    const waiting = await apply(house, 'pending')
    await suspend('pending')
    expect(await approve(house, admin, waiting)).toMatchObject({ code: 601, reason: 'certification.suspended' })
    await reinstate('pending')
    expect((await account('pending'))?.status).toBe(3)
    expect(await approve(house, admin, waiting)).toMatchObject({ code: 200 })
    await suspend('pending')
    const joining = await apply(house, 'newbie')
    expect(await approve(house, admin, joining)).toMatchObject({ code: 601, reason: 'certification.suspended' })
    const token = await sellerToken(house, 'pending')
    expect(await house.ask('POST', '/common/upload', { token })).toMatchObject({ code: 403 })
  })
})

describe('the list of users', () => {
  test('shows people, newest first, by status and word', async () => {
    const list = await house.ask('GET', '/operator/user/list', { token: admin, query: { pageSize: '100' } })
    expect(list.total).toBe(13)
    expect(list.rows?.find((row) => (row as { userId: string }).userId === 'suspended')).toMatchObject({
      account: 'suspended',
      status: 0,
      agreementStatus: 1,
      companyId: 'c5',
      companyName: 'c5木业有限公司',
      roles: ['buyer'],
      email: 'suspended@example.com',
    })
    expect(JSON.stringify(list.rows)).not.toContain('argon2')
    const found = await house.ask('GET', '/operator/user/list', {
      token: admin,
      query: { status: '0', keyword: 'C5' },
      headers: { 'accept-language': 'en_US' },
    })
    expect(found.rows).toMatchObject([{ userId: 'suspended', companyName: 'c5 Timber Ltd' }])
  })
})
