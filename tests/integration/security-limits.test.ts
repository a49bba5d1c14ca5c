import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../src/contract/limits.ts'
import { later } from '../../src/domain/units.ts'
import { CODES } from '../../src/server/auth/codes.ts'
import { DEVICE_COOKIE } from '../../src/server/auth/device.ts'
import { PLATFORM_TOKEN_MS } from '../../src/server/auth/token-lifetimes.ts'
import { askCode } from '../support/http/codes.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn, venueToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD, phone } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

let house: House
let sale: Sale
const lines: string[] = []
beforeAll(async () => {
  house = await openHouse({
    config: { trustProxy: false, logLevel: 'warn', messagesPerHour: 40 },
    logTo: { write: (line) => void lines.push(line) },
  })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
  const start = house.clock.now()
  house.clock.now = () => later(start, house.clock.offset)
})
afterAll(() => house.close())
const pass = (ms: number) => {
  house.clock.offset += ms
}

describe('15.2 what is said cannot drown prices', () => {
  const say = (token: string) =>
    house.ask('POST', '/auction/biddingMsgInfo/add', {
      token,
      body: { scheduleTimelineId: sale.id, content: 'x'.repeat(200) },
    })

  test('five messages, then one each 3 s, per company and session, on all nodes together', async () => {
    const [mine, colleagues, rivals] = [
      await venueToken(house, 'buyer1', sale),
      await venueToken(house, 'colleague1', sale),
      await venueToken(house, 'buyer2', sale),
    ]
    const burst = await Promise.all(Array.from({ length: 20 }, (_, i) => say(i % 2 === 0 ? mine : colleagues)))
    expect(burst.filter(({ code }) => code === 200)).toHaveLength(RATE_LIMITS.message.most)
    expect(burst.find(({ code }) => code === 429)).toMatchObject({ reason: 'speech.too_many' })
    expect(burst.find(({ code }) => code === 429)?.http.headers['retry-after']).toBe('3')
    const elsewhere = await house.build()
    const there = await elsewhere.inject({
      method: 'POST',
      url: '/prod-api/auction/biddingMsgInfo/add',
      headers: { authorization: `Bearer ${mine}` },
      payload: { scheduleTimelineId: sale.id, content: 'x' },
    })
    await elsewhere.close()
    expect(there.json()).toMatchObject({ code: 429 })
    expect(await say(rivals)).toMatchObject({ code: 200 })
    pass(RATE_LIMITS.message.oneEveryMs)
    expect([(await say(mine)).code, (await say(colleagues)).code]).toEqual([200, 429])
  })

  test('ceilings likewise; one that was decided is answered with its verdict, however often it is asked', async () => {
    const token = await venueToken(house, 'buyer1', sale)
    const lot = sale.lots[0] ?? ''
    const set = (amount: number, bidKey: string) =>
      house.ask('POST', '/auction/biddingCeilingInfo/set', {
        token,
        body: {
          scheduleTimelineId: sale.id,
          contractObjectId: lot,
          amount: `${amount}.00`,
          mode: 'standing',
          bidKey,
          notAfter: new Date(house.clock.now() + 10_000).toISOString(),
        },
      })
    const keys = Array.from({ length: RATE_LIMITS.ceiling.most }, () => randomUUID())
    for (const [i, key] of keys.entries()) expect(await set(2000 + 10 * i, key), key).toMatchObject({ code: 200 })
    expect(await set(3000, randomUUID())).toMatchObject({ code: 429, reason: 'ceiling.too_many' })
    const [first = ''] = keys
    expect(await set(2000, first)).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    pass(RATE_LIMITS.ceiling.oneEveryMs)
    expect(await set(3000, randomUUID())).toMatchObject({ code: 200 })
  })
})

describe('15.3 a device that signed in before', () => {
  test('keeps a secret that no script reads and that goes to sign-in calls alone; it is no sign-in', async () => {
    const { http } = await house.ask('POST', '/auth/login', { body: { account: 'buyer3', password: PASSWORD } })
    const cookies = [http.headers['set-cookie']].flat().map(String)
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      `${DEVICE_COOKIE}=…; Path=/prod-api/auth; Max-Age=15552000; HttpOnly; SameSite=Strict`,
      `${DEVICE_COOKIE}=…; Path=/prod-api/user/sysUser; Max-Age=15552000; HttpOnly; SameSite=Strict`,
    ])
    const [cookie = ''] = cookies[0]?.split(';') ?? []
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { headers: { cookie } })).toMatchObject({ code: 401 })
    const again = await house.ask('POST', '/auth/login', {
      body: { account: 'newbie', password: PASSWORD },
      headers: { cookie },
    })
    expect(String([again.http.headers['set-cookie']].flat()[0])).toContain(`${cookie};`)
    const wrong = await house.ask('POST', '/auth/login', { body: { account: 'buyer3', password: 'Kiefer77x' } })
    expect(wrong.http.headers['set-cookie']).toBeUndefined()
  })

  test('X-Forwarded-For that is not trusted is warned of once', async () => {
    for (let i = 0; i < 3; i += 1)
      await house.ask('GET', '/common/settings', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  })
})

describe('15.4 codes', () => {
  const knownDevice = async (account: string) => {
    const { http } = await house.ask('POST', '/auth/login', { body: { account, password: PASSWORD } })
    return { cookie: String([http.headers['set-cookie']].flat()[0]).split(';')[0] ?? '' }
  }

  test('each purpose counts by itself: asking to register does not use up recovery', async () => {
    const way = { phone: phone('seller2') }
    for (let i = 0; i < CODES.perDay.register; i += 1) {
      expect(await askCode(house, 'register', way)).toMatchObject({ code: 200 })
      pass(CODES.resendMs)
    }
    expect(await askCode(house, 'register', way)).toMatchObject({ code: 429, reason: 'code.too_many' })
    expect(await askCode(house, 'recovery', way)).toMatchObject({ code: 200 })
  })

  test('unknown callers who use recovery up leave a reserve to a device that knows the account, its pause included', async () => {
    const way = { phone: phone('seller1') }
    const device = await knownDevice('seller1')
    for (let i = 0; i < CODES.perDay.recovery; i += 1) {
      pass(CODES.resendMs)
      expect(await askCode(house, 'recovery', way)).toMatchObject({ code: 200 })
    }
    expect(await askCode(house, 'recovery', way, device)).toMatchObject({ code: 200 })
    expect(await askCode(house, 'recovery', way, await knownDevice('buyer2'))).toMatchObject({ code: 601 })
    pass(CODES.resendMs)
    expect(await askCode(house, 'recovery', way)).toMatchObject({ code: 429, reason: 'code.too_many' })
  })

  test('all together have a budget by the hour, a part of it for known devices, and an alarm', async () => {
    pass(3_600_000)
    const metric = async (name: string) =>
      new RegExp(`^${name} (\\S+)$`, 'm').exec((await house.app.inject('/metrics')).body)?.[1]
    expect(await metric('message_budget_alarm')).toBe('0')
    const answers = []
    for (let i = 0; i < 33; i += 1) {
      pass(30_000)
      answers.push((await askCode(house, 'register', { phone: `+861370000${String(2000 + i)}` })).reason ?? 'sent')
    }
    expect(answers.filter((one) => one === 'sent')).toHaveLength(32)
    expect(answers.at(-1)).toBe('code.busy')
    expect(await metric('message_budget_alarm')).toBe('1')
    expect(await metric('message_budget_used')).toBe('32')
    expect(await askCode(house, 'recovery', { phone: phone('buyer1') }, await knownDevice('buyer1'))).toMatchObject({
      code: 200,
    })
    pass(3_600_000)
    expect(await askCode(house, 'register', { phone: '+8613700002999' })).toMatchObject({ code: 200 })
  })

  test('the image code is a picture of pixels, another each time, and no shape', async () => {
    const draw = async () => textIn(await house.ask('GET', '/code'), 'img')
    const [one, other] = [await draw(), await draw()]
    expect(one).toMatch(/^data:image\/png;base64,/)
    expect(one).not.toBe(other)
    const bytes = Buffer.from(one.split(',')[1] ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 196, height: 64 })
    expect(bytes.length).toBeLessThan(8_000)
    expect(bytes.toString('latin1')).not.toMatch(/svg|path|tEXt/i)
  })
})

describe('15.8 the key of an external link', () => {
  const PLATFORM = { platform: '1007' }
  const redeem = async (key: string) => house.ask('POST', '/auth/autoLoginDefault', { query: { key } })
  const keyOf = async (token: string) => textIn(await house.ask('POST', '/auth/externalKey', { token }), 'key')

  test('gives a token that reads for that platform alone, is short, and ends with its parent', async () => {
    const parent = await sellerToken(house, 'buyer2')
    const answer = await redeem(await keyOf(parent))
    expect(answer).toMatchObject({ code: 200, data: { expires_in: PLATFORM_TOKEN_MS / 1000 } })
    const token = textIn(answer, 'access_token')
    const info = (headers: Record<string, string>) => house.ask('GET', '/user/sysUser/getUserInfo', { token, headers })
    expect(await info(PLATFORM)).toMatchObject({ code: 200, data: { account: 'buyer2' } })
    for (const headers of [{}, { platform: '1008' }]) expect(await info(headers)).toMatchObject({ code: 401 })
    for (const [method, path, body] of [
      ['POST', '/auction/venue/ticket', { scheduleTimelineId: sale.id }],
      ['POST', '/auth/externalKey', {}],
      ['POST', '/user/sysUser/changePassword', {}],
      ['GET', '/user/company/getInfo', undefined],
      ['GET', '/user/sysUser/profile', undefined],
      ['POST', '/user/serviceAgreement/sign', {}],
    ] as const)
      expect(await house.ask(method, path, { token, headers: PLATFORM, body }), path).toMatchObject({
        code: 403,
        reason: 'auth.link_reads',
      })
    // Refused calls do not end it.
    expect(await info(PLATFORM)).toMatchObject({ code: 200 })
    await house.ask('DELETE', '/auth/logout', { token: parent })
    expect(await info(PLATFORM)).toMatchObject({ code: 401, reason: 'auth.token_invalid' })
  })

  test('is over after an hour', async () => {
    const token = textIn(await redeem(await keyOf(await sellerToken(house, 'buyer2'))), 'access_token')
    pass(PLATFORM_TOKEN_MS)
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token, headers: PLATFORM })).toMatchObject({
      code: 401,
      reason: 'auth.token_expired',
    })
  })

  test('there is none for an operator, and few of them for any account', async () => {
    const operators = await sellerToken(house, 'admin')
    expect(await house.ask('POST', '/auth/externalKey', { token: operators })).toMatchObject({
      code: 403,
      reason: 'key.operator',
    })
    const token = await sellerToken(house, 'seller1')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => house.ask('POST', '/auth/externalKey', { token })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(RATE_LIMITS.externalKey.most)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(12 - RATE_LIMITS.externalKey.most)
  })
})
