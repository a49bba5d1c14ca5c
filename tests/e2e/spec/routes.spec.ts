import type { Page, Request } from '@playwright/test'
import type { Locale } from '../../../src/contract/constants.ts'
import { expect, signIn, test } from '../fixtures.ts'
import {
  addressOf,
  call,
  enterRoom,
  keysStored,
  PRODUCT,
  sessionCookies,
  speaking,
  steer,
  type Both,
} from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The routes and access rules of the specification (§2), for a visitor, a user and a person in a room. Some addresses
// are typed, each a page load of its own; the others are navigated to within one page.

type Row = readonly [address: string, leads: string, title: Both | null]
const LOT = '/target/detail/session-global-lot-05/session-global'

const row = rowsOf('routes')
const storage = rowsOf('storage')
const errors = rowsOf('errors')

/** `null`: the product's name alone. */
const OPEN: readonly Row[] = [
  ['/', '/index', null],
  ['/index', '/index', null],
  ['/login', '/login', { zh: '登录', en: 'Log in' }],
  ['/rules', '/rules', { zh: '竞价规则', en: 'Bidding rules' }],
  ['/rules/list', '/rules/list', { zh: '规则与帮助', en: 'Rules and help' }],
  ['/privacy', '/privacy', { zh: '隐私政策', en: 'Privacy policy' }],
  ['/service', '/service', { zh: '用户服务协议', en: 'User service agreement' }],
  ['/register', '/register', { zh: '注册', en: 'Register' }],
  ['/complete', '/complete', { zh: '完善个人资料', en: 'Complete your profile' }],
  ['/forgotPassword', '/forgotPassword', { zh: '找回密码', en: 'Recover the password' }],
  ['/news?type=0', '/news?type=0', { zh: '新闻资讯', en: 'News' }],
  ['/news/detail', '/news/detail', { zh: '资讯详情', en: 'Article' }],
  ['/home/list', '/home/list', { zh: '场次与标的', en: 'Sales and lots' }],
  ['/401', '/401', { zh: '无权访问', en: 'No permission' }],
  ['/404', '/404', { zh: '页面不存在', en: 'Page not found' }],
]
const REDIRECTED: readonly Row[] = [
  ['/redirect/news?type=0', '/news?type=0', { zh: '新闻资讯', en: 'News' }],
  ['/redirect//evil.example/x', '/index', null],
]
const UNKNOWN: readonly Row[] = [['/no/such/page', '/404', { zh: '页面不存在', en: 'Page not found' }]]
const VENUE: readonly Row[] = [['/venue/detail', '/index', null]]

/** With a seller token; without one they lead to /login. */
const CENTER: readonly Row[] = [
  ['/user', '/user/account', { zh: '账户信息', en: 'Account information' }],
  ['/user/account', '/user/account', { zh: '账户信息', en: 'Account information' }],
  ['/user/company', '/user/company', { zh: '企业认证', en: 'Company certification' }],
  ['/user/agreement', '/user/agreement', { zh: '服务协议', en: 'Service agreement' }],
  ['/user/sign', '/user/sign', { zh: '竞价报名', en: 'Bidding sign-up' }],
  ['/user/order', '/user/order', { zh: '中标标的', en: 'Won lots' }],
  ['/user/contract', '/user/contract', { zh: '交易合同', en: 'Trade contracts' }],
]
const SIGNING: readonly Row[] = [
  ['/user/order/sign', '/user/order/sign', { zh: '待签标的', en: 'Signing lots' }],
  ['/order/sign', '/order/sign', { zh: '待签标的', en: 'Signing lots' }],
  ['/order/sign/detail', '/order/sign/detail', { zh: '合同', en: 'Contract' }],
]
const CATALOGUE: readonly Row[] = [
  [
    '/target/list?scheduleTimelineId=session-global&page=2',
    '/target/list?scheduleTimelineId=session-global&page=2',
    { zh: '全球针叶材与温带硬木联合竞价会', en: 'Global Softwood and Temperate Hardwood Sale' },
  ],
  [LOT, LOT, { zh: '5 新西兰辐射松原木', en: '5 Radiata pine logs, New Zealand' }],
]
const DESK: readonly Row[] = [
  ['/desk/certification', '/desk/certification', { zh: '认证审核', en: 'Certifications' }],
  ['/desk/users', '/desk/users', { zh: '账户管理', en: 'Accounts' }],
  ['/desk/bank', '/desk/bank', { zh: '银行流水', en: 'Bank' }],
  ['/desk/outbox', '/desk/outbox', { zh: '发件箱', en: 'Outbox' }],
  ['/desk/settings', '/desk/settings', { zh: '站点设置', en: 'Site settings' }],
]
/** Page loads of their own; all others are navigated to within one page. */
const TYPED = new Set(['/', '/redirect/news?type=0', '/no/such/page'])
test.describe.configure({ timeout: 180_000 })

const NEEDS_TOKEN = [...CENTER, ...SIGNING, ...CATALOGUE, ...DESK].map(([address]) => address)
const SCHEDULE_ERROR: Both = { zh: '档期不存在请重新登录', en: 'The session does not exist. Please sign in again.' }

/** What a page of the user center leads to besides itself (§2). */
const SHOWN_IN_CENTER: readonly Both[] = [
  { zh: '账户信息', en: 'Account information' },
  { zh: '竞价报名', en: 'Bidding sign-up' },
  { zh: '中标标的', en: 'Won lots' },
  { zh: '交易合同', en: 'Trade contracts' },
  { zh: '待签标的', en: 'Signing lots' },
]
interface MenuRoute {
  readonly path: string
  readonly hidden?: boolean
  readonly meta: { readonly title: string }
  readonly children: readonly MenuRoute[]
}

const titleOf = (title: Both | null, locale: Locale): string =>
  title === null ? PRODUCT[locale] : `${title[locale]} · ${PRODUCT[locale]}`

/** Opens each address in the page, and sees where it leads and what it is called. */
async function lead(page: Page, rows: readonly Row[], locale: Locale): Promise<void> {
  for (const [address, leads, title] of rows) {
    await (TYPED.has(address) ? page.goto(address) : steer(page, address))
    await expect(page, address).toHaveTitle(titleOf(title, locale), { timeout: 30_000 })
    await expect(page, address).toHaveURL(leads)
  }
}

for (const locale of ['zh', 'en'] as const) {
  test.describe(`routes and access rules (spec §2), ${locale}`, { tag: inLanguage(locale, '@desktop') }, () => {
    const scheduleError = (page: Page) => page.getByRole('alert').filter({ hasText: SCHEDULE_ERROR[locale] })
    test.beforeEach(async ({ context, page }) => {
      await speaking(context, locale)
      await page.goto('/rules')
      await expect(page).toHaveTitle(titleOf({ zh: '竞价规则', en: 'Bidding rules' }, locale))
    })

    test('without a seller token', async ({ page }) => {
      await test.step(row('open'), () => lead(page, OPEN, locale))
      await test.step(row('redirect'), () => lead(page, REDIRECTED, locale))
      await test.step(row('unknown'), () => lead(page, UNKNOWN, locale))
      await test.step(row('needsVenueToken'), async () => {
        await lead(page, VENUE, locale)
        await expect(scheduleError(page)).toBeVisible()
      })
      await test.step(row('needsToken'), async () => {
        for (const address of [...NEEDS_TOKEN, `/user/order?lang=${locale}&a=1#b`]) {
          await steer(page, address)
          const lang = address.includes('lang=') ? { lang: locale } : {}
          await expect
            .poll(() => [new URL(page.url()).pathname, Object.fromEntries(new URL(page.url()).searchParams)], address)
            .toEqual(['/login', { redirect: address, ...lang }])
        }
      })
    })

    test('with a seller token, and without a venue token', async ({ page, context, server }) => {
      await signIn(context, server, 'admin')
      const menu = page.waitForResponse('**/prod-api/getRouters')
      await page.reload()
      await test.step(row('user'), async () => {
        await lead(page, CENTER, locale)
        const side = page.getByRole('navigation', { name: locale === 'zh' ? '用户中心' : 'User center' })
        for (const { zh, en } of SHOWN_IN_CENTER)
          await expect(side.getByRole('link', { name: locale === 'zh' ? zh : en, exact: true })).toBeVisible()
      })
      await test.step(row('menuOfServer'), async () => {
        const { data } = (await (await menu).json()) as { readonly data: readonly MenuRoute[] }
        const shown = data[1]?.children.filter(({ hidden }) => !hidden) ?? []
        expect(shown.map(({ path }) => path)).toEqual(expect.arrayContaining(['/user/account', '/user/contract']))
        const side = page.getByRole('navigation', { name: locale === 'zh' ? '用户中心' : 'User center' })
        const links = side.locator('a[href^="/user"]')
        await expect(links).toHaveText(shown.map(({ meta: { title } }) => title))
      })
      await test.step(row('hidden'), async () => {
        for (const hidden of ['/news/detail', '/home/list'])
          await expect(page.getByRole('navigation').locator(`a[href^="${hidden}"]`)).toHaveCount(0)
      })
      await test.step(row('orderSign'), () => lead(page, SIGNING, locale))
      await test.step(row('catalogue'), () => lead(page, CATALOGUE, locale))
      await lead(page, [...DESK, ...UNKNOWN], locale)
      await test.step(row('loginSignedIn'), () => lead(page, [['/login', '/index', null]], locale))
      await lead(page, VENUE, locale)
      await expect(scheduleError(page)).toBeVisible()
    })
  })
}

test.describe('/venue/detail shows the screen of the stored identity (spec §2)', { tag: '@desktop' }, () => {
  const MARKS = {
    purchaser: { zh: '您的竞买号是', en: 'Your number is' },
    seller: { zh: '我的标的', en: 'My lots' },
    compere: { zh: '开始竞价', en: 'Start the bidding' },
  } as const
  const TITLE: Both = { zh: '竞价会场', en: 'Sale room' }
  const SCREENS = [
    ['buyer1', 1, 'purchaser'],
    ['seller1', 2, 'seller'],
    ['host', 3, 'compere'],
    ['audience1', 4, 'audience'],
  ] as const

  test(row('identity'), async ({ page, context, server }) => {
    for (const [account, identity, screen] of SCREENS) {
      await context.clearCookies()
      expect(await enterRoom(context, server, account)).toBe(identity)
      for (const locale of ['zh', 'en'] as const) {
        await page.goto(`/venue/detail?lang=${locale}`)
        // Its title goes on with the name of the sale.
        await expect(page).toHaveTitle(new RegExp(`^${TITLE[locale]} · .+ · .+`))
        await expect(page.getByText(locale === 'zh' ? '绿柄桑' : 'Iroko').first(), account).toBeVisible()
        for (const [of, mark] of Object.entries(MARKS))
          await expect(page.getByText(mark[locale]).first(), `${mark.en} for ${account}`).toBeVisible({
            visible: of === screen,
          })
      }
    }
    for (const identity of ['0', '5', '-1', 'x', '']) {
      await context.addCookies([{ name: 'identity', value: identity, url: server.url }])
      await page.goto('/venue/detail')
      await expect(page, `identity ${identity}`).toHaveURL('/404')
    }
  })

  test(errors('venueEnded'), async ({ page, context, server }) => {
    for (const { locale, ended, home, expired } of [
      {
        locale: 'zh',
        ended: '入场凭证已失效',
        home: '返回首页',
        expired: '无效的会话，或者会话已过期，请重新登录。',
      },
      {
        locale: 'en',
        ended: 'Your visit to the room has ended.',
        home: 'Go to home page',
        expired: 'The session is invalid or has expired. Please sign in again.',
      },
    ] as const) {
      await enterRoom(context, server, 'buyer1')
      await context.addCookies([{ name: 'Venue-Token', value: 'A'.repeat(43), url: server.url }])
      await page.goto(`/venue/detail?lang=${locale}`)
      await page.getByRole('alert').filter({ hasText: ended }).getByRole('button', { name: home }).click()
      await expect(page).toHaveURL('/index')
      await expect(page.getByRole('alert').filter({ hasText: expired })).toBeVisible()
      expect(await sessionCookies(context)).toEqual([])
    }
  })
})

test.describe('login guard (spec §4, §8)', { tag: '@desktop' }, () => {
  const SAID = {
    zh: { title: '系统提示', text: '无效的会话，或者会话已过期，请重新登录。', cancel: '取消', confirm: '确定' },
    en: {
      title: 'System notice',
      text: 'The session is invalid or has expired. Please sign in again.',
      cancel: 'Cancel',
      confirm: 'Confirm',
    },
  }

  for (const [locale, answer] of [
    ['zh', 'cancel'],
    ['en', 'confirm'],
  ] as const) {
    test(`an expired session, ${locale}: one dialog, however many calls fail at once; ${answer === 'cancel' ? 'one may read on' : 'one signs in, and is back'}`, async ({
      page,
      context,
      server,
    }) => {
      const said = SAID[locale]
      const pending = pendingCalls(page)
      await speaking(context, locale)
      await signIn(context, server, 'buyer3')
      await page.goto('/user/order?from=here')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

      // A failing server does not end the sign-in; a refusal by the server does (user-info.spec.ts).
      await page.route('**/getUserInfo', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
      await page.goto('/user/contract?from=there')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value
      expect(token).toBeTruthy()

      // Waits for pending calls, which would be refused first.
      await expect.poll(() => pending.size).toBe(0)
      // Holds back the refusals until there are two.
      let [held, release] = [0, (): void => {}]
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/prod-api/**', async (route) => {
        if ('authorization' in route.request().headers()) held += 1
        await released
        // The previous page's requests are aborted already.
        await route.continue().catch(() => null)
      })
      await page.unroute('**/getUserInfo')
      await call(context, server, 'DELETE', '/auth/logout', undefined, token)
      held = 0
      await page.reload()
      await expect.poll(() => held).toBeGreaterThan(1)
      release()
      const dialog = page.getByRole('dialog', { name: said.title })
      await test.step(errors('dialog'), async () => {
        await expect(dialog).toHaveText(new RegExp(said.text))
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(dialog).toHaveCount(1)
        for (const name of [said.confirm, said.cancel]) await expect(dialog.getByRole('button', { name })).toBeVisible()
      })
      await test.step(storage('forcedLogout'), async () => {
        expect(await sessionCookies(context)).toEqual([])
        expect(await keysStored(page)).toEqual([])
      })

      await dialog.getByRole('button', { name: said[answer] }).click()
      await expect(dialog).toHaveCount(0)
      if (answer === 'cancel') {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(addressOf(page)).toBe('/user/contract?from=there')
        return
      }
      await test.step(row('back'), async () => {
        await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/user/contract?from=there')}`)
        await page.locator('[name=account]').fill(' buyer3 ')
        await page.locator('[name=password]').fill('Timber2026')
        await page.locator('[name=password]').press('Enter')
        await expect(page).toHaveURL('/user/contract?from=there')
        await expect(page.getByText('Hello, 孙立新')).toBeVisible()
      })
    })
  }
})

/** The calls of a page that have no answer yet. */
function pendingCalls(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/prod-api/')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}
