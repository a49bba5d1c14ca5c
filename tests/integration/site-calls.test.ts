import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { MenuRoute, Settings } from '../../src/contract/calls/site.ts'
import { account as accountTable, token as tokenTable } from '../../src/server/store/schema.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { addDays, dayOff } from '../../src/domain/trade/working-days.ts'
import { instant } from '../../src/domain/units.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD, phone } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ limits: { externalKey: { most: 100, oneEveryMs: 1 } } })
  await addPeople(house)
})
afterAll(() => house.close())

const ENGLISH = { 'accept-language': 'en_US' }
const settings = async () => Settings.parse((await house.ask('GET', '/common/settings')).data)
const change = async (to: Partial<z.infer<typeof Settings>>, who: Login = 'admin') =>
  house.ask('POST', '/operator/settings/change', {
    token: await sellerToken(house, who),
    body: { ...(await settings()), ...to },
  })

const nextWorkday = (day: string): string => (dayOff(day) === null ? day : nextWorkday(addDays(day, 1)))

describe('the menu (spec §2, §6)', () => {
  const menu = async (who: Login, headers?: Record<string, string>) =>
    z
      .array(MenuRoute)
      .parse(
        (await house.ask('GET', '/getRouters', { token: await sellerToken(house, who), ...(headers && { headers }) }))
          .data,
      )
  const paths = (routes: readonly z.infer<typeof MenuRoute>[]) =>
    routes.map(({ path, children }) => [path, children.filter(({ hidden }) => !hidden).map((child) => child.path)])

  test('has the top menu first, then the user centre; the news link carries its type; titles are in the language of the request', async () => {
    expect(paths(await menu('buyer1'))).toEqual([
      ['/', ['/index', '/target/list', '/rules', '/news?type=0']],
      [
        '/user',
        [
          '/user/account',
          '/user/notifications',
          '/user/company',
          '/user/agreement',
          '/user/sign',
          '/user/order',
          '/user/order/sign',
          '/user/contract',
          '/user/tickets',
          '/user/statement',
        ],
      ],
    ])
    expect((await menu('buyer1'))[0]?.children.map(({ meta }) => meta.title)).toEqual([
      '首页',
      '标的目录',
      '竞价规则',
      '新闻资讯',
      '资讯详情',
      '全部标的',
    ])
    expect((await menu('buyer1', ENGLISH))[1]?.children.map(({ meta }) => meta.title)[0]).toBe('Account information')
  })

  test('gives the desk to the operator, and to others the parts for which they have a permission', async () => {
    expect(paths(await menu('admin')).at(-1)).toEqual([
      '/desk',
      [
        '/desk/certification',
        '/desk/sales',
        '/desk/rooms',
        '/desk/bank',
        '/desk/contracts',
        '/desk/terms',
        '/desk/content',
        '/desk/users',
        '/desk/roles',
        '/desk/outbox',
        '/desk/settings',
        '/desk/audit',
      ],
    ])
    const may = (permissions: string[]) =>
      house.store.db.update(accountTable).set({ permissions }).where(eq(accountTable.id, 'buyer2'))
    await may(['system:outbox:list', 'user:account:suspend'])
    expect(paths(await menu('buyer2')).at(-1)).toEqual(['/desk', ['/desk/users', '/desk/outbox']])
    await may(['*:*:*'])
    expect(paths(await menu('buyer2')).at(-1)?.[1]).toHaveLength(12)
    await may([])
    expect(paths(await menu('buyer2'))).toHaveLength(2)
  })

  test('is for who has signed in', async () => {
    expect(await house.ask('GET', '/getRouters')).toMatchObject({ code: 401, reason: 'auth.token_missing' })
  })

  test('links the shop as soon as the operator says where it is', async () => {
    await change({ shop: 'https://shop.example.com/' })
    expect((await menu('newbie', ENGLISH))[0]?.children.at(-1)).toMatchObject({
      path: 'https://shop.example.com/',
      meta: { title: 'Online shop', link: 'https://shop.example.com/' },
    })
    await change({ shop: '' })
  })
})

describe('the settings', () => {
  test('are the same for all, in both languages, before the first change', async () => {
    const { help, about, phone: line, shop, copyright, licences } = await settings()
    expect(help.zh).toContain('《竞价规则》')
    expect(about.en).toContain('timber')
    // Nothing that only the operator can know is made up.
    expect([line, shop]).toEqual(['', ''])
    expect(copyright.en).toContain('All rights reserved')
    expect(licences).toEqual(['平台软件许可 Software licence: MIT'])
  })

  test('are changed with the permission alone', async () => {
    expect(await change({ phone: '400-820-0000' }, 'buyer1')).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
    expect(await house.ask('POST', '/operator/settings/change', { body: await settings() })).toMatchObject({
      code: 401,
    })
    expect(await change({ phone: '400-820-0000' })).toMatchObject({ code: 200 })
    expect((await settings()).phone).toBe('400-820-0000')
  })

  test('a change that began from an older version is refused, and nothing of a colleague’s is overwritten', async () => {
    const { version } = z.object({ version: z.number() }).parse((await house.ask('GET', '/common/settings')).data)
    const token = await sellerToken(house, 'admin')
    const save = async (to: object) =>
      house.ask('POST', '/operator/settings/change', { token, body: { ...(await settings()), ...to, version } })
    expect((await save({ phone: '400-820-0001' })).code).toBe(200)
    expect(await save({ shop: 'https://shop.example/' })).toMatchObject({ code: 409, reason: 'edit.changed' })
    expect(await settings()).toMatchObject({ phone: '400-820-0001', shop: '' })
  })

  test('working days are added by a date to come; a day that has begun is not turned', async () => {
    const off = (from: string) => ({ workingDays: { off: [{ from, to: from, name: '台风停工' }], working: [] } })
    const today = dayOf(instant(house.clock.now()))
    const next = nextWorkday(addDays(today, 1))
    expect(await change(off(next), 'buyer1')).toMatchObject({ code: 403 })
    expect(await change(off(next))).toMatchObject({ code: 200 })
    const { workingDays: _kept, ...others } = await settings()
    const token = await sellerToken(house, 'admin')
    expect(await house.ask('POST', '/operator/settings/change', { token, body: others })).toMatchObject({ code: 200 })
    expect((await settings()).workingDays).toEqual(off(next).workingDays)
    const past = nextWorkday('2026-03-02')
    expect(await change(off(past))).toMatchObject({ code: 601, reason: 'settings.day_past' })
    expect(await change({ workingDays: { off: [], working: ['2026-03-07'] } })).toMatchObject({
      reason: 'settings.day_past',
      msg: expect.stringContaining('2026-03-07') as string,
    })
    expect(
      await change({ workingDays: { off: [{ from: '2031-01-01', to: '2032-01-01', name: '' }], working: [] } }),
    ).toMatchObject({ code: 400 })
    expect(await change({ workingDays: { off: [], working: [] } })).toMatchObject({ code: 200 })
  })

  test.each([['javascript:alert(1)'], ['ftp://files.example.com'], ['//evil.example']])(
    'take web addresses alone: %s',
    async (address) => {
      expect(await change({ shop: address })).toMatchObject({ code: 400 })
      expect(await change({ frames: [address] })).toMatchObject({ code: 400 })
    },
  )

  test('say which origins a page may frame: at once, and nothing but origins', async () => {
    const policy = async () =>
      /frame-src [^;]*/.exec(
        String((await house.app.inject({ method: 'GET', url: '/index' })).headers['content-security-policy']),
      )?.[0]
    await change({ frames: [] })
    expect((await policy())?.trim()).toBe("frame-src 'self'")
    await change({ frames: ['https://docs.example.com/some/path;script-src%20*', 'http://127.0.0.1:9001/'] })
    expect(await policy()).toBe("frame-src 'self' https://docs.example.com http://127.0.0.1:9001")
  })
})

describe('the key of an external link (design §2)', () => {
  const key = async (token: string) => house.ask('POST', '/auth/externalKey', { token })
  const redeem = (given: string) => house.ask('POST', '/auth/autoLoginDefault', { query: { key: given } })
  const inside = (encoded: string) => new URLSearchParams(Buffer.from(encoded, 'base64url').toString())

  test('holds platform=1007 and a token made for it alone, good for a minute and for nothing else', async () => {
    const token = await sellerToken(house, 'buyer1')
    const answer = await key(token)
    expect(answer).toMatchObject({ code: 200, data: { expires_in: 60 } })
    const fields = inside(textIn(answer, 'key'))
    expect([...fields.keys()]).toEqual(['platform', 'token'])
    expect(fields.get('platform')).toBe('1007')
    expect(fields.get('token')).not.toBe(token)
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token: fields.get('token') ?? '' })).toMatchObject({
      code: 401,
      reason: 'auth.wrong_token_kind',
    })
  })

  test('opens one session of its own, once, whichever visitor comes first', async () => {
    const token = await sellerToken(house, 'buyer1')
    const made = textIn(await key(token), 'key')
    const all = await Promise.all([1, 2, 3].map(() => redeem(made)))
    expect(all.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 601, 601])
    const own = textIn(
      all.find(({ code }) => code === 200)!,
      'access_token',
    )
    expect(own).not.toBe(token)
    // Signing out there leaves the first session alone.
    await house.ask('DELETE', '/auth/logout', { token: own })
    expect(await house.ask('GET', '/user/sysUser/getUserInfo', { token })).toMatchObject({
      code: 200,
      data: { account: 'buyer1' },
    })
  })

  test('is worth nothing after a minute, after its session was signed out, altered, or as another token', async () => {
    const token = await sellerToken(house, 'buyer2')
    const old = textIn(await key(token), 'key')
    await house.store.db.update(tokenTable).set({ expiresAt: house.clock.now() }).where(eq(tokenTable.kind, 'key'))
    const orphan = textIn(await key(token), 'key')
    await house.ask('DELETE', '/auth/logout', { token })
    const sellers = await sellerToken(house, 'buyer2')
    const asKey = Buffer.from(`platform=1007&token=${sellers}`).toString('base64url')
    const elsewhere = Buffer.from(
      `platform=1008&${inside(textIn(await key(sellers), 'key'))
        .toString()
        .slice(14)}`,
    ).toString('base64url')
    for (const given of [old, orphan, asKey, elsewhere, 'x', '%%%']) {
      expect(await redeem(given), given).toMatchObject({
        code: 601,
        reason: 'key.invalid',
        msg: '该链接已使用或已超过一分钟，请登录。',
      })
    }
    expect((await house.ask('POST', '/auth/externalKey')).code).toBe(401)
  })
})

describe('venueLogin: account, password and phone', () => {
  const enter = (body: Record<string, string>, headers?: Record<string, string>) =>
    house.ask('POST', '/auth/venueLogin', { body, ...(headers && { headers }) })
  const as = (who: Login, more: Record<string, string> = {}) =>
    enter({ account: ` ${who} `, password: PASSWORD, phone: phone(who), ...more })
  let sale: Sale

  test('there is no session to enter: practice is none, and what is only published is none', async () => {
    await addSale(house, { stand: 'running', practice: true })
    await addSale(house, { stand: 'published' })
    expect(await as('buyer1')).toMatchObject({ code: 601, reason: 'venue.no_session' })
  })

  test('enters the one session, with a venue token for it; the phone may be written with spaces and without its country', async () => {
    sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
    const answer = await as('buyer1', {
      phone: phone('buyer1')
        .replace('+86', '')
        .replace(/(\d{3})(\d{4})/, '$1 $2-'),
    })
    expect(answer).toMatchObject({
      code: 200,
      data: {
        choice: [],
        entered: { scheduleTimelineId: sale.id, identityType: 1, biddingNumber: 1, sellerCode: null },
      },
    })
    const { entered } = z.object({ entered: z.object({ access_token: z.string() }) }).parse(answer.data)
    const rule = await house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
      token: entered.access_token,
      query: { scheduleTimelineId: sale.id },
    })
    expect(rule.code).toBe(200)
    expect(await as('host')).toMatchObject({ data: { entered: { identityType: 3 } } })
  })

  test('a wrong phone is answered as a wrong password is, and counts like one', async () => {
    const wrong = await as('buyer1', { phone: phone('buyer2') })
    expect(wrong).toMatchObject({ code: 601, reason: 'auth.wrong_credentials' })
    expect(wrong.http.body).toBe((await as('buyer1', { password: 'guess' })).http.body)
    for (let i = 0; i < 10; i += 1) await as('colleague1', { phone: '13900000000' })
    expect(await as('colleague1')).toMatchObject({ code: 429, reason: 'auth.too_many_attempts' })
  })

  test('who may not enter is told so', async () => {
    expect(await as('newbie')).toMatchObject({ code: 601, reason: 'venue.no_session' })
    expect(await as('suspended')).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
  })

  test('of several sessions it answers with the choice, and enters none', async () => {
    const other = await addSale(house, { stand: 'running' })
    const before = await house.store.db.select().from(tokenTable)
    const answer = await enter({ account: 'buyer1', password: PASSWORD, phone: phone('buyer1') }, ENGLISH)
    expect(answer).toMatchObject({
      code: 200,
      data: { entered: null, choice: [{ scheduleName: 'Spring timber sale', state: 4 }, { state: 4 }] },
    })
    const { choice } = z.object({ choice: z.array(z.object({ scheduleTimelineId: z.string() })) }).parse(answer.data)
    expect(new Set(choice.map(({ scheduleTimelineId }) => scheduleTimelineId))).toEqual(new Set([sale.id, other.id]))
    expect(await house.store.db.select().from(tokenTable)).toHaveLength(before.length)
  })
})
