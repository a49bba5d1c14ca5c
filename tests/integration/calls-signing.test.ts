import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as calls from '../../src/contract/calls/index.ts'
import { instant, later } from '../../src/domain/units.ts'
import { keepBiddingNumber, register } from '../../src/server/store/registrations.ts'
import { token as tokenTable } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn, venueToken } from '../support/http/people.ts'
import { accepted, addPeople, addSale, PASSWORD, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

let house: House
let running: Sale
let published: Sale
let preparing: Sale
let practice: Sale

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  running = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
  published = await addSale(house, { stand: 'published' })
  preparing = await addSale(house, { stand: 'preparing' })
  practice = await addSale(house, { stand: 'running', practice: true })
})
afterAll(() => house.close())

const login = (account: string, password: string, headers?: Record<string, string>) =>
  house.ask('POST', '/auth/login', { body: { account, password }, ...(headers && { headers }) })
const me = (token: string | undefined) => house.ask('GET', '/user/sysUser/getUserInfo', { token })
const enter = (body: Record<string, string>) => house.ask('POST', '/auth/assemblyLogin', { body })
const ticketOf = async (who: Parameters<typeof sellerToken>[1], sale: Sale) =>
  house.ask('POST', '/auction/venue/ticket', {
    token: await sellerToken(house, who),
    body: { scheduleTimelineId: sale.id },
  })
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const expire = (secret: string) =>
  house.store.db
    .update(tokenTable)
    .set({ expiresAt: later(instant(Date.now()), -1) })
    .where(eq(tokenTable.hash, hashOf(secret)))

describe('signing in', () => {
  test('gives a token that is good for a week, whatever spaces stand around the account', async () => {
    const answer = await login('  buyer1 ', PASSWORD)
    expect(answer).toMatchObject({ code: 200, msg: '操作成功', data: { expires_in: 604_800 } })
    expect(textIn(answer, 'access_token')).toMatch(/^[\w-]{43}$/)
    expect(answer.http.headers['cache-control']).toBe('no-store')
  })

  test('an unknown account and a wrong password are answered alike', async () => {
    const wrong = await login('buyer1', 'wrong')
    const unknown = await login('nobody-at-all', PASSWORD)
    expect(wrong).toMatchObject({ code: 601, reason: 'auth.wrong_credentials', msg: '账号或密码错误。' })
    expect(unknown.http.body).toBe(wrong.http.body)
    expect(wrong.http.statusCode).toBe(200)
  })

  test('only the hash of a token is stored', async () => {
    const secret = await sellerToken(house, 'buyer2')
    const rows = await house.store.db.select().from(tokenTable)
    expect(rows.some(({ hash }) => hash === hashOf(secret))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('guessing is slowed down, in the language of who guesses, and the owner still gets in from elsewhere', async () => {
    for (let i = 0; i < 10; i += 1) expect((await login('unsigned', 'guess')).code).toBe(601)
    const slowed = await login('unsigned', PASSWORD, { 'accept-language': 'en_US' })
    expect(slowed).toMatchObject({
      code: 429,
      reason: 'auth.too_many_attempts',
      msg: 'Too many attempts. Please wait one second.',
    })
    expect(slowed.http.headers['retry-after']).toBe('1')
    const elsewhere = await house.app.inject({
      method: 'POST',
      url: '/prod-api/auth/login',
      remoteAddress: '203.0.113.9',
      payload: { account: 'unsigned', password: PASSWORD },
    })
    expect(elsewhere.json()).toMatchObject({ code: 200 })
  })
})

describe('a seller token', () => {
  test('tells who its holder is, in the holder’s language', async () => {
    const token = await sellerToken(house, 'buyer1')
    expect(await me(token)).toMatchObject({
      code: 200,
      data: {
        userId: 'buyer1',
        account: 'buyer1',
        status: 4,
        agreementStatus: 1,
        roles: ['buyer'],
        permissions: [],
        company: { companyId: 'c1', name: 'c1木业有限公司' },
      },
    })
    const english = await house.ask('GET', '/user/sysUser/getUserInfo', {
      token,
      headers: { 'accept-language': 'en_US' },
    })
    expect(english.data).toMatchObject({ company: { name: 'c1 Timber Ltd' } })
    expect(english.http.headers['content-language']).toBe('en-US')
  })

  test('missing, malformed, unknown, expired and of the wrong kind: each has its reason, all are code 401 in an HTTP 200', async () => {
    const expired = await sellerToken(house, 'buyer1')
    await expire(expired)
    const venue = await venueToken(house, 'buyer1', running)
    const reasons = await Promise.all(
      [undefined, 'x', 'A'.repeat(43), expired, venue].map(async (token) => {
        const answer = await me(token)
        expect([answer.code, answer.http.statusCode]).toEqual([401, 200])
        return answer.reason
      }),
    )
    expect(reasons).toEqual([
      'auth.token_missing',
      'auth.token_invalid',
      'auth.token_invalid',
      'auth.token_expired',
      'auth.wrong_token_kind',
    ])
  })

  test('is read from the Authorization header alone, never from a cookie or the address', async () => {
    const token = await sellerToken(house, 'buyer1')
    const cookie = await house.ask('GET', '/user/sysUser/getUserInfo', { headers: { cookie: `Seller-Token=${token}` } })
    const query = await house.ask('GET', '/user/sysUser/getUserInfo', { query: { access_token: token, token } })
    const basic = await house.ask('GET', '/user/sysUser/getUserInfo', { headers: { authorization: `Basic ${token}` } })
    expect([cookie.reason, query.reason, basic.reason]).toEqual([
      'auth.token_missing',
      'auth.token_missing',
      'auth.token_invalid',
    ])
  })

  test('ends with signing out, as often as that is asked, and takes the venue tokens that came from it along', async () => {
    const token = await sellerToken(house, 'buyer2')
    const ticket = await house.ask('POST', '/auction/venue/ticket', { token, body: { scheduleTimelineId: running.id } })
    const entered = await enter({ scheduleTimelineId: running.id, ticket: textIn(ticket, 'ticket') })
    const venue = textIn(entered, 'access_token')
    const rule = () =>
      house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
        token: venue,
        query: { scheduleTimelineId: running.id },
      })
    expect((await rule()).code).toBe(200)

    const out = () => house.ask('DELETE', '/auth/logout', { token, headers: { 'content-type': 'application/json' } })
    expect([(await out()).code, (await out()).code]).toEqual([200, 200])
    expect((await me(token)).reason).toBe('auth.token_invalid')
    expect((await rule()).reason).toBe('auth.token_invalid')
    expect((await house.ask('DELETE', '/auth/logout', { token: 'A'.repeat(43) })).code).toBe(401)
  })

  test('signing out on one device leaves the same account in the session on another', async () => {
    const entering = async () => {
      const token = await sellerToken(house, 'buyer2')
      const ticket = await house.ask('POST', '/auction/venue/ticket', {
        token,
        body: { scheduleTimelineId: running.id },
      })
      return {
        token,
        venue: textIn(
          await enter({ scheduleTimelineId: running.id, ticket: textIn(ticket, 'ticket') }),
          'access_token',
        ),
      }
    }
    const [phone, desktop] = [await entering(), await entering()]
    await house.ask('DELETE', '/auth/logout', { token: phone.token })
    const rule = (venue: string) =>
      house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
        token: venue,
        query: { scheduleTimelineId: running.id },
      })
    expect((await rule(phone.venue)).reason).toBe('auth.token_invalid')
    expect((await rule(desktop.venue)).code).toBe(200)
  })

  test("signing out where no session was entered leaves the same account's other sessions alone", async () => {
    const venue = await venueToken(house, 'buyer1', running)
    await house.ask('DELETE', '/auth/logout', { token: await sellerToken(house, 'buyer1') })
    expect(
      (
        await house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
          token: venue,
          query: { scheduleTimelineId: running.id },
        })
      ).code,
    ).toBe(200)
  })
})

describe('a ticket', () => {
  test('lets in once, into its own session', async () => {
    const issued = await ticketOf('buyer1', running)
    expect(issued).toMatchObject({ code: 200, data: { expires_in: 60 } })
    const ticket = textIn(issued, 'ticket')
    expect(await enter({ scheduleTimelineId: published.id, ticket })).toMatchObject({
      code: 601,
      reason: 'auth.ticket_invalid',
    })
    expect(await enter({ scheduleTimelineId: running.id, ticket })).toMatchObject({
      code: 200,
      data: { identityType: 1, biddingNumber: 1, sellerCode: null, expires_in: 43_200 },
    })
    expect(await enter({ scheduleTimelineId: running.id, ticket })).toMatchObject({
      code: 601,
      reason: 'auth.ticket_invalid',
    })
  })

  test('two who come with one at the same time: one gets in', async () => {
    const ticket = textIn(await ticketOf('buyer1', running), 'ticket')
    const both = await Promise.all([1, 2, 3].map(() => enter({ scheduleTimelineId: running.id, ticket })))
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 601, 601])
  })

  test('expires, is no bearer, and a bearer is no ticket', async () => {
    const ticket = textIn(await ticketOf('buyer1', running), 'ticket')
    expect((await me(ticket)).reason).toBe('auth.wrong_token_kind')
    await expire(ticket)
    expect((await enter({ scheduleTimelineId: running.id, ticket })).reason).toBe('auth.ticket_invalid')
    expect((await enter({ scheduleTimelineId: running.id, ticket: await sellerToken(house, 'buyer1') })).reason).toBe(
      'auth.ticket_invalid',
    )
  })

  test('is not given to who would be turned away at the door', async () => {
    expect(await ticketOf('pending', running)).toMatchObject({ code: 403, reason: 'catalogue.not_certified' })
    expect(await ticketOf('suspended', practice)).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
    expect(await ticketOf('buyer1', preparing)).toMatchObject({ code: 404, reason: 'session.not_found' })
    expect(await ticketOf('host', preparing)).toMatchObject({ code: 601, reason: 'session.not_started' })
    expect(
      await house.ask('POST', '/auction/venue/ticket', {
        token: await sellerToken(house, 'buyer1'),
        body: { scheduleTimelineId: 'nowhere' },
      }),
    ).toMatchObject({ code: 404, reason: 'session.not_found', msg: '档期不存在请重新登录' })
  })
})

describe('entering a session', () => {
  const identityOf = async (account: string, sale: Sale) => {
    const answer = await enter({ scheduleTimelineId: sale.id, account, password: PASSWORD })
    return answer.code === 200 ? z.object({ identityType: z.number() }).parse(answer.data).identityType : answer.reason
  }

  test('each account gets its part: host 3, seller 2, buyer 1, applicant 0, audience 4', async () => {
    await house.rooms.give(
      running.id,
      { type: 'dismiss', number: 2, reason: 'papers' },
      { actor: 'operator', account: 'admin' },
    )
    const parts = await Promise.all(
      (
        [
          'host',
          'seller1',
          'buyer1',
          'colleague1',
          'buyer2',
          'buyer3',
          'admin',
          'audience1',
          'newbie',
          'pending',
          'suspended',
        ] as const
      ).map(async (who) => [who, await identityOf(who, running)]),
    )
    expect(Object.fromEntries(parts)).toEqual({
      host: 3,
      seller1: 2,
      buyer1: 1,
      colleague1: 1,
      buyer2: 0,
      buyer3: 4,
      admin: 4,
      audience1: 4,
      newbie: 'catalogue.not_certified',
      pending: 'catalogue.not_certified',
      suspended: 'auth.account_suspended',
    })
  })

  test('a dismissed bidder keeps its number and reads why on the home page and among its sign-ups', async () => {
    await register(house.store.db, running.id, 'c2', 'buyer2', house.clock.now())
    await house.rooms.give(
      running.id,
      { type: 'dismiss', number: 2, reason: 'papers' },
      { actor: 'operator', account: 'admin' },
    )
    const token = await sellerToken(house, 'buyer2')
    const { data } = await house.ask('GET', `/auction/scheduleTimeline/${running.id}`, { token })
    const mine = calls.timelineInfo.data
      .parse(data)
      .timelines.find((one) => one.scheduleTimelineId === running.id)?.mine
    expect(mine).toEqual({ identityType: 0, biddingNumber: 2, registered: true, dismissed: 'papers' })
    const list = await house.ask('GET', '/auction/biddingRegistration/list', {
      token,
      query: { pageNum: '1', pageSize: '10' },
    })
    expect(list.rows).toMatchObject([{ identityType: 0, biddingNumber: 2, dismissed: 'papers' }])
    const entered = await enter({ scheduleTimelineId: running.id, account: 'buyer2', password: PASSWORD })
    expect(entered.data).toMatchObject({ identityType: 0, biddingNumber: 2 })
  })

  test('a bidder who was dismissed reads so and why once the sale is over too, and a readmitted one took part', async () => {
    const over = await addSale(house, { stand: 'published', bidders: ['c1', 'c2', 'c3'] })
    for (const number of [1, 2, 3]) await keepBiddingNumber(house.store.db, over.id, `c${number}`, number)
    const operator = { actor: 'operator', account: 'admin' } as const
    for (const number of [2, 3])
      await accepted(house.rooms.give(over.id, { type: 'dismiss', number, reason: 'papers' }, operator))
    const standing = { company: 'c3', status: 4, agreementInEffect: true, operates: false, flags: [] } as const
    await accepted(house.rooms.give(over.id, { type: 'admit', standing }, operator))
    await accepted(house.rooms.give(over.id, { type: 'cancelSession', reason: 'storm' }, operator))
    const relationOf = async (who: 'buyer1' | 'buyer2' | 'buyer3') => {
      const token = await sellerToken(house, who)
      const { data } = await house.ask('GET', `/auction/scheduleTimeline/${over.id}`, { token })
      const list = await house.ask('GET', '/auction/biddingRegistration/list', { token, query: { pageSize: '100' } })
      const rows = z.array(calls.biddingRegistrationList.rows).parse(list.rows)
      const { identityType, biddingNumber, dismissed } = rows.find((row) => row.scheduleTimelineId === over.id)!
      return [
        calls.timelineInfo.data.parse(data).timelines.find((one) => one.scheduleTimelineId === over.id)?.mine,
        { identityType, biddingNumber, dismissed },
      ]
    }
    const took = (number: number) => [
      { identityType: 1, biddingNumber: number, registered: true },
      { identityType: 1, biddingNumber: number, dismissed: undefined },
    ]
    expect(await relationOf('buyer1')).toEqual(took(1))
    expect(await relationOf('buyer2')).toEqual([
      { identityType: 0, biddingNumber: 2, registered: true, dismissed: 'papers' },
      { identityType: 0, biddingNumber: 2, dismissed: 'papers' },
    ])
    expect(await relationOf('buyer3')).toEqual(took(3))
  })

  test('a practice session admits every signed-in account, on the spot, a person without a company alone', async () => {
    const before = await seqOf(house, practice)
    expect(await identityOf('newbie', practice)).toBe(1)
    expect(await identityOf('newbie', practice)).toBe(1)
    expect(await identityOf('buyer1', practice)).toBe(1)
    expect(await seqOf(house, practice)).toBe(before + 2)
    expect(await identityOf('audience1', practice)).toBe(4)
    expect(await identityOf('host', practice)).toBe(3)
    expect(await identityOf('seller1', practice)).toBe(2)
    expect(await identityOf('suspended', practice)).toBe('auth.account_suspended')
    const state = await house.rooms.state(practice.id)
    expect(Object.values(state!.bidders).map(({ company }) => company)).toEqual(['person:newbie', 'c1'])
  })

  test('a wrong password, a missing field and both ways at once are told apart', async () => {
    expect(await enter({ scheduleTimelineId: running.id, account: 'buyer1', password: 'no' })).toMatchObject({
      code: 601,
      reason: 'auth.wrong_credentials',
    })
    expect(await enter({ scheduleTimelineId: running.id, account: 'buyer1' })).toMatchObject({
      code: 400,
      errors: [{ path: 'body.password', code: 'invalid_type' }],
    })
    expect(
      await enter({ scheduleTimelineId: running.id, account: 'buyer1', password: PASSWORD, ticket: 'x' }),
    ).toMatchObject({ code: 400, reason: 'input.invalid' })
  })

  test('leaving ends the venue token, as often as that is asked', async () => {
    const venue = await venueToken(house, 'buyer1', running)
    const leave = () => house.ask('DELETE', '/auth/assemblyLogout', { token: venue })
    expect([(await leave()).code, (await leave()).code]).toEqual([200, 200])
    expect(
      (
        await house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
          token: venue,
          query: { scheduleTimelineId: running.id },
        })
      ).reason,
    ).toBe('auth.token_invalid')
    expect(
      (await house.ask('DELETE', '/auth/assemblyLogout', { token: await sellerToken(house, 'buyer1') })).reason,
    ).toBe('auth.wrong_token_kind')
  })
})
