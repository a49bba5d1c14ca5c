import type { BrowserContext } from '@playwright/test'
import type { Locale } from '../../src/contract/constants.ts'
import type { TestServer } from '../support/server.ts'
import { expect, signIn, signInByForm, test } from './fixtures.ts'
import { call, here, PRODUCT, speaking, type Both } from './parts/access.ts'

// The specification's tables of routes (§2) and errors (§8), as a visitor, as a user and as somebody in a room meet them.

/** [address, where it leads a visitor, title]; `null`: the product's name alone. */
const OPEN: readonly (readonly [string, string, Both | null])[] = [
  ['/', '/index', null],
  ['/index', '/index', null],
  ['/login', '/login', { zh: '登录', en: 'Log in' }],
  ['/rules', '/rules', { zh: '竞价规则', en: 'Bidding rules' }],
  ['/rules/list', '/rules/list', { zh: '规则与协议', en: 'Rules and agreements' }],
  ['/privacy', '/privacy', { zh: '隐私政策', en: 'Privacy policy' }],
  ['/service', '/service', { zh: '用户服务协议', en: 'User service agreement' }],
  ['/register', '/register', { zh: '注册', en: 'Register' }],
  ['/complete', '/complete', { zh: '完善资料', en: 'Complete your profile' }],
  ['/forgotPassword', '/forgotPassword', { zh: '找回密码', en: 'Recover the password' }],
  ['/news?type=0', '/news?type=0', { zh: '新闻资讯', en: 'News' }],
  ['/news/detail', '/news/detail', { zh: '资讯详情', en: 'Article' }],
  ['/home/list', '/home/list', { zh: '全部标的', en: 'All lots' }],
  ['/401', '/401', { zh: '没有权限', en: 'No permission' }],
  ['/404', '/404', { zh: '页面不存在', en: 'Page not found' }],
  ['/redirect/news?type=0', '/news?type=0', { zh: '新闻资讯', en: 'News' }],
  ['/redirect//evil.example/x', '/index', null],
  ['/no/such/page', '/404', { zh: '页面不存在', en: 'Page not found' }],
  ['/venue/detail', '/index', null],
]

/** [address, where it leads who has signed in, title] */
const GUARDED: readonly (readonly [string, string, Both | null])[] = [
  ['/user', '/user/account', { zh: '账户信息', en: 'Account information' }],
  ['/user/account', '/user/account', { zh: '账户信息', en: 'Account information' }],
  ['/user/company', '/user/company', { zh: '企业认证', en: 'Company certification' }],
  ['/user/sign', '/user/sign', { zh: '竞价报名', en: 'Bidding sign-up' }],
  ['/user/order', '/user/order', { zh: '中标标的', en: 'Won lots' }],
  ['/user/order/sign', '/user/order/sign', { zh: '待签标的', en: 'Signing lots' }],
  ['/order/sign', '/order/sign', { zh: '待签标的', en: 'Signing lots' }],
  ['/order/sign/detail', '/order/sign/detail', { zh: '合同', en: 'Contract' }],
  ['/user/contract', '/user/contract', { zh: '交易合同', en: 'Trade contracts' }],
  ['/target/list?scheduleTimelineId=session-global&page=2', '/target/list?scheduleTimelineId=session-global&page=2', { zh: '全球针叶材与温带硬木联合竞价会', en: 'Global Softwood and Temperate Hardwood Sale' }],
  ['/desk/settings', '/desk/settings', { zh: '站点设置', en: 'Site settings' }],
  ['/login', '/index', null],
  ['/redirect/user/contract', '/user/contract', { zh: '交易合同', en: 'Trade contracts' }],
  ['/no/such/page', '/404', { zh: '页面不存在', en: 'Page not found' }],
]

const titleOf = (title: Both | null, locale: Locale): string => (title === null ? PRODUCT[locale] : `${title[locale]} · ${PRODUCT[locale]}`)

for (const locale of ['zh', 'en'] as const) {
  test.describe(`routes (spec §2), ${locale}`, () => {
    test.beforeEach(({ context }) => speaking(context, locale))

    test('open without a seller token', async ({ page }) => {
      for (const [address, leads, title] of OPEN) {
        await page.goto(address)
        await expect(page, address).toHaveTitle(titleOf(title, locale))
        expect(here(page), address).toBe(leads)
      }
    })

    test('every other route sends a visitor to /login, with where he wanted to go', async ({ page }) => {
      for (const [address] of GUARDED.filter(([path]) => !/^\/(login|redirect|no)\b/.test(path))) {
        await page.goto(address)
        await page.waitForURL('**/login?**')
        expect(new URL(page.url()).searchParams.get('redirect'), address).toBe(address)
      }
      await page.goto(`/user/order?lang=${locale}`)
      await page.waitForURL('**/login?**')
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ redirect: `/user/order?lang=${locale}`, lang: locale })
    })

    test('open with a seller token', async ({ page, context, server }) => {
      await signIn(context, server, 'admin')
      for (const [address, leads, title] of GUARDED) {
        await page.goto(address)
        await expect(page, address).toHaveTitle(titleOf(title, locale))
        expect(here(page), address).toBe(leads)
      }
    })
  })
}

test.describe('the room (spec §2: /venue/detail)', () => {
  const enter = async (context: BrowserContext, server: TestServer, identity: string) => {
    const info = JSON.stringify({ scheduleTimelineId: 'x', identityType: 1, biddingNumber: 1, sellerCode: null })
    const values = { 'Venue-Token': 'A'.repeat(43), 'Venue-Info': info, identity, stageType: 'bidding', venueStatus: '4' }
    await context.addCookies(Object.entries(values).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: server.url })))
  }

  test('without a venue token: the schedule error, and home', async ({ page }) => {
    await page.goto('/venue/detail')
    await expect(page.getByRole('alert').filter({ hasText: '档期不存在' })).toBeVisible()
    expect(here(page)).toBe('/index')
  })

  for (const identity of ['0', '7', 'x']) {
    test(`identity ${identity} shows the 404 page`, async ({ page, context, server }) => {
      await enter(context, server, identity)
      await page.goto('/venue/detail')
      await expect(page).toHaveURL(/\/404$/)
    })
  }

  test('a 401 clears the five cookies and goes to the site root', async ({ page, context, server }) => {
    await enter(context, server, '1')
    await page.goto('/venue/detail')
    await expect(page).toHaveURL(/\/index$/)
    await expect(page.getByRole('alert').filter({ hasText: '请重新登录' })).toBeVisible()
    expect(await context.cookies()).toEqual([])
  })
})

/** [what the server does, what is told in zh, in en] */
const ERRORS: readonly (readonly [string, object | number | 'abort', string, string])[] = [
  ['code 500', { code: 500, msg: 'from the server' }, 'from the server', 'from the server'],
  ['code 601', { code: 601, msg: 'from the server' }, 'from the server', 'from the server'],
  ['code 200002', { code: 200002, msg: 'from the server' }, 'from the server', 'from the server'],
  ['any other code', { code: 404, msg: 'from the server' }, 'from the server错误码 404', 'from the serverCode 404'],
  ['no network', 'abort', '网络连接异常，服务器没有应答。', 'Connection problem: no answer from the server.'],
  ['an HTTP status', 502, '系统接口 502 异常。', 'System interface: exception 502.'],
]

for (const locale of ['zh', 'en'] as const) {
  test(`the error catalogue (spec §8), ${locale}: told for 5 seconds`, async ({ page, context, server }) => {
    await speaking(context, locale)
    await signIn(context, server, 'buyer3')
    await page.clock.install()
    await page.goto('/index')
    const enter = page.getByRole('button', { name: locale === 'zh' ? /练习/ : /practi/i }).first()
    for (const [what, does, zh, en] of ERRORS) {
      await page.route('**/prod-api/auction/venue/ticket', (route) => {
        if (does === 'abort') return route.abort('connectionfailed')
        return typeof does === 'number' ? route.fulfill({ status: does, body: 'x' }) : route.fulfill({ json: does })
      })
      await enter.click()
      const told = page.getByRole('alert').getByText(locale === 'zh' ? zh.split('错误码')[0]! : en.split('Code')[0]!, { exact: true })
      await expect(told, what).toBeVisible()
      await expect(page.getByRole('alert').filter({ has: told }), what).toContainText(locale === 'zh' ? zh : en)
      await page.clock.runFor(5_100)
      await expect(told, what).toHaveCount(0)
      await page.unroute('**/prod-api/auction/venue/ticket')
    }
  })

  test(`an expired session (spec §8), ${locale}: one dialog, however many calls fail; reading on, or signing in and back`, async ({ page, context, server }) => {
    const say = locale === 'zh' ? { title: '系统提示', ok: '确定', no: '取消' } : { title: 'System notice', ok: 'Confirm', no: 'Cancel' }
    await speaking(context, locale)
    for (const answer of ['no', 'ok'] as const) {
      await context.clearCookies()
      await page.goto('/rules')
      await page.evaluate(() => localStorage.removeItem('session'))
      await signIn(context, server, 'buyer3')
      await page.goto('/user/contract?from=here')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
      await call(context, server, 'DELETE', '/auth/logout', undefined, token)
      await page.goto('/user/contract?from=there')
      const dialog = page.getByRole('dialog', { name: say.title })
      await expect(dialog).toHaveCount(1)
      await expect(dialog).toContainText(locale === 'zh' ? '无效的会话，或者会话已过期，请重新登录。' : 'The session is invalid or has expired. Please sign in again.')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('Seller-Token')
      await dialog.getByRole('button', { name: say[answer] }).click()
      await expect(dialog).toHaveCount(0)
      if (answer === 'no') {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(here(page)).toBe('/user/contract?from=there')
      } else {
        await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fcontract%3Ffrom%3Dthere$/)
        if (locale === 'en') return
        await signInByForm(page, 'buyer3')
        await expect(page).toHaveURL(/\/user\/contract\?from=there$/)
      }
    }
  })
}

test('started offline with a session: the user and his menu are there (spec §4, design §5)', async ({ page, context, server, isMobile }) => {
  await signIn(context, server, 'buyer2')
  await page.goto('/user/order')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('中标标的')
  await page.getByRole('link', { name: '查看成交结果' }).click()
  await page.route(/\/(prod-api|healthz)/, (route) => route.abort('connectionfailed'))
  await page.goto('/user/contract')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('交易合同')
  if (isMobile) await page.getByRole('button', { name: '用户中心' }).click()
  await expect(page.getByRole('navigation', { name: '用户中心' }).getByRole('link', { name: '中标标的' })).toBeVisible()
  if (!isMobile) await expect(page.getByText('您好，梁志恒')).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).toContain('Seller-Token')
})
