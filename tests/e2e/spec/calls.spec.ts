import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { keysStored, pageCookies, sessionCookies, speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'

// The two clients and the two sessions (spec §7, §4) on the wire from a real browser, in both languages.

const row = rowsOf('calls')
const storage = rowsOf('storage')
const registration = rowsOf('registration')

const BASE = '/prod-api'
/** [call, path, expected bearer] of the seller client; of the venue client below. */
const SELLER = [
  ['POST', '/auth/login', null],
  ['GET', '/user/sysUser/getUserInfo', 'Seller-Token'],
  ['GET', '/getRouters', 'Seller-Token'],
  ['GET', '/auction/schedule/list', 'Seller-Token'],
  ['POST', '/auction/venue/ticket', 'Seller-Token'],
  ['DELETE', '/auth/logout', 'Seller-Token'],
] as const
const VENUE = [
  ['POST', '/auth/assemblyLogin', null],
  ['POST', '/auth/venueLogin', null],
  ['DELETE', '/auth/assemblyLogout', 'Venue-Token'],
] as const
const COOKIES = ['Seller-Token', 'Venue-Info', 'Venue-Token', 'identity', 'stageType', 'venueStatus']

test.describe.configure({ timeout: 180_000 })

for (const [locale, language, say] of [
  [
    'zh',
    'zh_CN',
    {
      sale: '西非热带材专场竞价会',
      enter: '进入会场',
      leave: '离开',
      signOut: '退出',
      straight: '凭手机号直接进入会场',
      wrong: '账号、密码或手机号错误。',
    },
  ],
  [
    'en',
    'en_US',
    {
      sale: 'West African Hardwoods Sale',
      enter: 'Enter venue',
      leave: 'Leave',
      signOut: 'Log out',
      straight: 'Join with a phone number',
      wrong: 'Account, password or phone number is wrong.',
    },
  ],
] as const) {
  test(`both clients and both sessions, ${locale}`, { tag: '@desktop' }, async ({ page, context }) => {
    await speaking(context, locale)
    const asked: Request[] = []
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith(`${BASE}/`)) asked.push(request)
      // Files of the app, and the question whether the server is there, are no calls.
      else if (['fetch', 'xhr'].includes(request.resourceType()) && !/^\/(?:assets\/|healthz$)/.test(pathname))
        elsewhere.push(request.url())
    })
    const names = () => sessionCookies(context)
    const tokens = new Map<string, string>()
    const learn = async () => {
      for (const { name, value } of await context.cookies()) tokens.set(name, value)
    }

    let before = 0
    await test.step(registration('trimmed'), async () => {
      await page.goto('/login')
      await page.locator('[name=account]').fill('  buyer3  ')
      await page.locator('[name=password]').fill('Timber2026')
      const answered = page.waitForResponse(`**${BASE}/auth/login`)
      before = Date.now() / 1000
      await page.locator('[name=password]').press('Enter')
      const sent = (await answered).request().postDataJSON() as unknown
      expect(sent).toEqual({ account: 'buyer3', password: 'Timber2026' })
      await expect(page).toHaveURL('/index')
    })
    await test.step(row('loginStored'), async () => {
      const cookie = (await context.cookies()).find(({ name }) => name === 'Seller-Token')
      expect(cookie).toMatchObject({ name: 'Seller-Token', sameSite: 'Strict', path: '/', secure: false })
      expect(Math.abs((cookie?.expires ?? 0) - before - 604_800)).toBeLessThan(120)
      await learn()
    })

    await test.step(row('venueStored'), async () => {
      await page.getByRole('article').filter({ hasText: say.sale }).getByRole('button', { name: say.enter }).click()
      await expect(page).toHaveURL(/\/venue\/detail\?/)
      expect(await names()).toEqual(COOKIES)
      await learn()
    })

    const leave = page.getByRole('button', { name: say.leave })
    await test.step(row('venueLogout'), async () => {
      await page.route('**/auth/assemblyLogout', (route) => route.fulfill({ json: { code: 500, msg: 'not now' } }))
      const refused = page.waitForResponse('**/auth/assemblyLogout')
      await leave.click()
      await refused
      await expect(page).toHaveURL('/index')
      expect(await names()).toEqual(COOKIES)
      await page.unroute('**/auth/assemblyLogout')
      await page.goto('/venue/detail')
      await expect(leave).toBeVisible()
      // The live connection may have renewed the token.
      await learn()
      await leave.click()
      await expect(page).toHaveURL('/index')
      await expect.poll(names).toEqual(['Seller-Token'])
    })

    await test.step(row('logoutFails'), async () => {
      await page.route('**/auth/logout', (route) => route.abort('connectionfailed'))
      const loggedOut = page.waitForRequest('**/auth/logout')
      // A page that has just opened closes dialogs that were opened during the navigation.
      await expect(async () => {
        await page.getByRole('button', { name: '孙立新' }).click()
        await page.getByRole('button', { name: say.signOut, exact: true }).click({ timeout: 2_000 })
      }).toPass()
      await loggedOut
      await expect(page).toHaveURL('/login')
      expect(await names()).toEqual([])
      expect(await keysStored(page)).toEqual([])
    })

    await test.step(row('venueLogin'), async () => {
      await page.getByRole('button', { name: say.straight }).click()
      await page.locator('[name=account]').fill('buyer3')
      await page.locator('[name=password]').fill('Timber2026')
      await page.locator('[name=phone]').fill('13800000001')
      const enter = page.locator('form [type=submit]')
      await enter.click()
      await expect(page.getByRole('alert').filter({ hasText: say.wrong })).toBeFocused()
      await page.locator('[name=phone]').fill('138 0000 0008')
      const sent = page.waitForRequest((request) => request.url().endsWith('/auth/venueLogin'))
      await enter.click()
      expect((await sent).postDataJSON()).toEqual({ account: 'buyer3', password: 'Timber2026', phone: '138 0000 0008' })
      // While another test's sale is open too, the form asks which.
      const choice = page.getByRole('group').getByRole('button', { name: new RegExp(say.sale) })
      await expect(choice.or(leave)).toBeVisible()
      if (await choice.isVisible()) await choice.click()
      await expect(page).toHaveURL('/venue/detail?scheduleTimelineId=session-doors')
      await expect(leave).toBeVisible()
    })

    const sentTo = (method: string, path: string) =>
      asked.filter((request) => request.method() === method && new URL(request.url()).pathname === BASE + path)
    /** Each call of a client with its requests, of which there is one at least. */
    const callsOf = (calls: typeof SELLER | typeof VENUE) =>
      calls.map(([method, path, bearer]) => {
        const requests = sentTo(method, path)
        expect(requests, path).not.toEqual([])
        return { method, path, bearer, headers: requests.map((request) => request.headers()) }
      })
    const expectBearer = (calls: typeof SELLER | typeof VENUE) => {
      for (const { path, bearer, headers } of callsOf(calls)) {
        const sent = headers.map(({ authorization }) => authorization)
        if (bearer !== null) expect(sent, path).toContain(`Bearer ${tokens.get(bearer)}`)
        else expect(sent.filter((one) => one !== undefined)).toEqual([])
      }
    }
    await test.step(row('prefix'), () => {
      expect(elsewhere).toEqual([])
      expect(asked.length).toBeGreaterThan(0)
    })
    await test.step(row('platform'), () => {
      for (const [platform, calls] of [
        ['1007', SELLER],
        [undefined, VENUE],
      ] as const)
        for (const { path, headers } of callsOf(calls))
          for (const sent of headers) expect(sent['platform'], path).toBe(platform)
    })
    await test.step(row('language'), () => {
      for (const { path, headers } of [...callsOf(SELLER), ...callsOf(VENUE)])
        for (const sent of headers) expect(sent['accept-language'], path).toBe(language)
    })
    await test.step(row('json'), () => {
      for (const { method, path, headers } of [...callsOf(SELLER), ...callsOf(VENUE)])
        if (method === 'POST') for (const sent of headers) expect(sent['content-type'], path).toBe('application/json')
    })
    await test.step(row('sellerBearer'), () => expectBearer(SELLER))
    await test.step(row('venueBearer'), () => expectBearer(VENUE))
    await test.step(row('query'), () => {
      const lists = sentTo('GET', '/auction/schedule/list')
      expect(lists).not.toEqual([])
      for (const request of lists) {
        expect(new URL(request.url()).searchParams.get('pageNum')).toBe('1')
        expect(request.postData()).toBeNull()
      }
    })
    await test.step('no token travels in an address', () =>
      expect(
        asked.filter((request) =>
          [...tokens.values()].some((token) => token.length > 20 && request.url().includes(token)),
        ),
      ).toEqual([]))
  })
}

test(storage('venueCookies'), { tag: '@desktop' }, async ({ page, context, server }) => {
  const secure = 'https://sale.example'
  await context.route(`${secure}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // The demo answers only pages of its own origin.
    const headers = { ...route.request().headers(), origin: server.url, referer: `${server.url}/` }
    await route.fulfill({ response: await route.fetch({ url: server.url + pathname + search, headers }) })
  })
  await page.goto(`${secure}/login`)
  await page.locator('[name=account]').fill('buyer3')
  await page.locator('[name=password]').fill('Timber2026')
  await page.locator('[name=password]').press('Enter')
  await page
    .getByRole('article')
    .filter({ hasText: '西非热带材专场竞价会' })
    .getByRole('button', { name: '进入会场' })
    .click()
  await expect(page).toHaveURL(/\/venue\/detail\?/)
  const cookies = await pageCookies(context)
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(COOKIES)
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ secure: true, sameSite: 'Strict', path: '/', domain: 'sale.example' })
  // The page goes on requesting, so its routes are removed.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})
