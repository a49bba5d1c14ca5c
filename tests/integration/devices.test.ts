import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { later } from '../../src/domain/units.ts'
import { UNATTENDED_HEADER } from '../../src/contract/unattended.ts'
import { DEVICE_COOKIE } from '../../src/server/auth/device.ts'
import { forgetDevices } from '../../src/server/auth/devices.ts'
import { openTokens } from '../../src/server/auth/tokens.ts'
import * as schema from '../../src/server/store/schema.ts'
import { formWith, submitForm } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { textIn, venueTokenWith } from '../support/http/people.ts'
import { licenseOf } from '../support/http/upload.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0'
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
const MINUTE_MS = 60_000

let house: House
let sale: Sale
beforeAll(async () => {
  house = await openHouse({ config: { trustProxy: 1, logLevel: 'silent', operatorIdleMinutes: 30 } })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
})
beforeEach(async () => {
  await house.store.db.delete(schema.token)
  await house.store.db.delete(schema.signInDevice)
  await house.store.db.delete(schema.outbox)
})
afterAll(() => house.close())
/** Advances the clock, which is never set back, since limits count by it. */
const pass = (minutes: number): void => void (house.clock.offset += minutes * MINUTE_MS)

interface On {
  readonly agent?: string
  readonly address?: string
  readonly secret?: string
  readonly language?: 'zh_CN' | 'en_US'
}
const signIn = (account: Login, { agent = DESK, address = '203.0.113.9', secret, language = 'zh_CN' }: On = {}) =>
  house.ask('POST', '/auth/login', {
    body: { account, password: PASSWORD },
    headers: {
      'user-agent': agent,
      'x-forwarded-for': address,
      'accept-language': language,
      ...(secret !== undefined && { cookie: `${DEVICE_COOKIE}=${secret}` }),
    },
  })
const tokenOf = (answer: Answered): string => textIn(answer, 'access_token')
const secretOf = ({ http }: Answered): string =>
  new RegExp(`${DEVICE_COOKIE}=([\\w-]{43})`).exec(String(http.headers['set-cookie']))?.[1] ?? ''

const Devices = z.array(
  z.object({
    deviceId: z.string(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    network: z.string().nullable(),
    local: z.boolean(),
    lastSeenAt: z.string(),
    current: z.boolean(),
    roomOnly: z.boolean(),
  }),
)
const devicesAt = async (token: string) => Devices.parse((await house.ask('GET', '/user/device/list', { token })).rows)
const works = async (token: string): Promise<boolean> =>
  (await house.ask('GET', '/user/sysUser/getUserInfo', { token })).code === 200
const end = (token: string, deviceId: string, password = PASSWORD) =>
  house.ask('POST', '/user/device/end', { token, body: { deviceId, password } })

describe('devices of an account', () => {
  test('that are very many are listed in part, with the number of all, this one first', async () => {
    const { db } = house.store
    const now = house.clock.now()
    const token = tokenOf(await signIn('seller2'))
    const tokens = openTokens(db)
    for (let at = 0; at < 104; at++)
      await tokens.issueSeller('seller2', later(now, -60_000 - at), later(now, 3_600_000))
    const { rows = [], total } = await house.ask('GET', '/user/device/list', { token })
    expect([rows.length, total]).toEqual([100, 105])
    expect(Devices.parse(rows)[0]?.current).toBe(true)
  })

  test('are listed in words, with the network of their address, this one first', async () => {
    await signIn('buyer1', { agent: PHONE, address: '2001:db8:1:2:3:4:5:6' })
    const token = tokenOf(await signIn('buyer1'))
    await signIn('buyer2')
    expect(await devicesAt(token)).toMatchObject([
      { browser: 'Chrome', system: 'Windows', network: '203.0.113.*', current: true, roomOnly: false },
      { browser: 'WeChat', system: 'Android', network: '2001:db8:1:2::/64', current: false },
    ])
  })

  test('tell when each was seen last', async () => {
    const token = tokenOf(await signIn('buyer1'))
    const [before] = await devicesAt(token)
    pass(10)
    await works(token)
    const [after] = await devicesAt(token)
    expect(Date.parse(after!.lastSeenAt) - Date.parse(before!.lastSeenAt)).toBeGreaterThanOrEqual(10 * MINUTE_MS)
  })

  test('are signed out one by one: with the sign-in its room goes, and nothing else', async () => {
    const lost = tokenOf(await signIn('buyer1', { agent: PHONE }))
    const room = await venueTokenWith(house, lost, sale)
    const token = tokenOf(await signIn('buyer1'))
    const id = (await devicesAt(token)).find(({ current }) => !current)!.deviceId
    expect((await end(token, id, 'Wrong2026')).reason).toBe('account.wrong_password')
    expect(await works(lost)).toBe(true)
    expect((await end(token, id)).code).toBe(200)
    expect([await works(lost), await works(token)]).toEqual([false, true])
    expect((await house.ask('GET', '/auction/biddingMsgInfo/list', { token: room })).code).not.toBe(200)
    expect((await end(token, id)).reason).toBe('device.ended')
  })

  test('are signed out by their own account alone', async () => {
    const theirs = tokenOf(await signIn('buyer2'))
    const [device] = await devicesAt(theirs)
    expect((await end(tokenOf(await signIn('buyer1')), device!.deviceId)).reason).toBe('device.ended')
    expect(await works(theirs)).toBe(true)
  })

  test('all others are signed out at once, and it is on record', async () => {
    const others = [tokenOf(await signIn('buyer1', { agent: PHONE })), tokenOf(await signIn('buyer1'))]
    const token = tokenOf(await signIn('buyer1'))
    const answer = await house.ask('POST', '/user/device/endOthers', { token, body: { password: PASSWORD } })
    expect(answer.code).toBe(200)
    expect(await Promise.all([...others, token].map(works))).toEqual([false, false, true])
    const lines = await house.store.db.select().from(schema.audit).where(eq(schema.audit.act, 'deviceEndOthers'))
    expect(lines).toMatchObject([{ actorLogin: 'buyer1', outcome: 'done' }])
  })
})

describe('a new device', () => {
  const mails = async () =>
    (await house.store.db.select().from(schema.outbox)).filter(({ id }) => id.startsWith('device:'))

  test('is told by mail once, in the language in which the account was used last', async () => {
    await signIn('buyer1', { language: 'zh_CN' })
    expect(await mails(), 'the first device is not announced').toEqual([])
    const secret = secretOf(await signIn('buyer1', { agent: PHONE, address: '198.51.100.7', language: 'en_US' }))
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('您的账户在新设备上登录')
    expect(mail!.body).toContain('198.51.100.*')
    await signIn('buyer1', { agent: PHONE, secret, address: '192.0.2.1', language: 'en_US' })
    await signIn('buyer1', { agent: PHONE, address: '198.51.100.7', language: 'en_US' })
    expect(await mails()).toHaveLength(1)
    await signIn('buyer1', { agent: 'A third', address: '198.51.100.8', language: 'zh_CN' })
    expect((await mails()).map(({ subject }) => subject)).toContain('A new device signed in to your account')

    const token = tokenOf(await signIn('admin'))
    const { rows } = await house.ask('GET', '/operator/outbox/list', { token })
    const listed = z.array(z.object({ id: z.string() })).parse(rows)
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining((await mails()).map(({ id }) => id)))
  })

  test('that was forgotten is told of again when it is back, within the year that its first mail is kept', async () => {
    await signIn('buyer1')
    const phone = { agent: PHONE, address: '198.51.100.7' }
    await signIn('buyer1', phone)
    expect(await mails()).toHaveLength(1)
    pass(60)
    const now = house.clock.now()
    await forgetDevices(house.store.db, now)
    await signIn('buyer1')
    await signIn('buyer1', phone)
    expect(await mails()).toHaveLength(2)
  })

  test('that only tries is not announced', async () => {
    await signIn('buyer1')
    await house.ask('POST', '/auth/login', {
      body: { account: 'buyer1', password: 'Wrong2026' },
      headers: { 'user-agent': PHONE, 'x-forwarded-for': '198.51.100.20' },
    })
    expect(await mails()).toEqual([])
  })
})

describe('an operator who does nothing', () => {
  const list = (token: string, headers: Record<string, string> = {}) =>
    house.ask('GET', '/operator/user/list', { token, headers })

  test('is signed out after the limit, with the reason; a working one is not', async () => {
    const token = tokenOf(await signIn('admin'))
    for (let turn = 0; turn < 3; turn += 1) {
      pass(20)
      expect((await list(token)).code).toBe(200)
    }
    pass(31)
    const refused = await list(token, { 'accept-language': 'en_US' })
    expect(refused).toMatchObject({ code: 401, reason: 'auth.idle' })
    expect(refused.msg).toContain('30 minutes')
  })

  test('is not kept signed in by a page that asks by itself', async () => {
    const token = tokenOf(await signIn('admin'))
    for (const minutes of [10, 10, 9]) {
      pass(minutes)
      expect((await list(token, { [UNATTENDED_HEADER]: '1' })).code).toBe(200)
    }
    pass(1)
    expect((await list(token)).reason).toBe('auth.idle')
  })

  test('is no buyer: buyers read offline for days', async () => {
    const token = tokenOf(await signIn('buyer1'))
    pass(24 * 60)
    expect(await works(token)).toBe(true)
  })
})

describe('bank details in force', () => {
  const BANK = { bank: '中国银行苏州分行', bankAccount: '4563510000000001' }
  const confirm = (token: string, bank: object, password = PASSWORD) =>
    house.ask('POST', '/user/company/bank/confirm', { token, body: { ...bank, password } })

  test('are changed only after the password was asked again, for these very details', async () => {
    const token = tokenOf(await signIn('buyer3'))
    const license = await licenseOf(house, token)
    const form = formWith(license, { ...BANK, name: '木业三公司' })
    const { db } = house.store
    const [own] = await db.select().from(schema.account).where(eq(schema.account.id, 'buyer3'))
    await db.update(schema.company).set({ form }).where(eq(schema.company.id, own!.companyId!))
    const changed = { ...form, bankAccount: '6222020000000002' }
    expect((await submitForm(house, token, changed)).reason).toBe('certification.bank_unconfirmed')
    expect((await confirm(token, { ...BANK, bankAccount: changed.bankAccount }, 'Wrong2026')).reason).toBe(
      'account.wrong_password',
    )
    expect((await confirm(token, { ...BANK, bankAccount: '6222020000000003' })).code).toBe(200)
    expect((await submitForm(house, token, changed)).reason).toBe('certification.bank_unconfirmed')
    expect((await confirm(token, { ...BANK, bankAccount: changed.bankAccount })).code).toBe(200)
    pass(8 * 24 * 60)
    const later = tokenOf(await signIn('buyer3'))
    expect((await submitForm(house, later, changed)).reason, 'a week later').toBe('certification.bank_unconfirmed')
    expect((await confirm(later, { ...BANK, bankAccount: changed.bankAccount })).code).toBe(200)
    expect((await submitForm(house, later, changed)).code).toBe(200)
  })

  test('need no word when they stay as they are', async () => {
    const token = tokenOf(await signIn('buyer2'))
    const form = formWith(await licenseOf(house, token), BANK)
    const { db } = house.store
    const [own] = await db.select().from(schema.account).where(eq(schema.account.id, 'buyer2'))
    await db.update(schema.company).set({ form }).where(eq(schema.company.id, own!.companyId!))
    const spaced = { ...form, bank: '中国银行 苏州分行', bankAccount: '4563 5100 0000 0001' }
    expect((await submitForm(house, token, spaced)).code).toBe(200)
  })
})
