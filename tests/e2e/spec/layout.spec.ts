import { createServer, type Server } from 'node:http'
import { expectNoViolations } from '../accessible.ts'
import { drawn, expect, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { addressOf, call, keysStored, pageCookies, PRODUCT, steer, tokenOf } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

const row = rowsOf('layout')
const routes = rowsOf('routes')
const storage = rowsOf('storage')
const home = rowsOf('home')

const LOCALES = ['zh', 'en'] as const
const SAID = {
  zh: {
    mainMenu: '主菜单',
    menu: '菜单',
    news: '新闻资讯',
    shop: '网上商城',
    office: '卖家后台',
    hello: '您好，陆建华',
    used: '该链接已使用',
    layout: '布局设置',
    medium: '标准',
    large: '宽松',
    compact: '紧凑',
    desktop: '桌面端',
    mobile: '移动端',
    defaults: '恢复默认',
    desk: '运营工作台',
    company: '企业',
  },
  en: {
    mainMenu: 'Main menu',
    menu: 'Menu',
    news: 'News',
    shop: 'Online shop',
    office: 'Seller back office',
    hello: /^Hello, /,
    used: 'This link',
    layout: 'Layout',
    medium: 'Medium',
    large: 'Large',
    compact: 'Compact',
    desktop: 'Desktop',
    mobile: 'Mobile',
    defaults: 'Back to the defaults',
    desk: 'Operator’s desk',
    company: 'Company',
  },
} as const

// The frame around the screens (spec §2): menus, shortcut bar, other sites, user center, foot.

test.describe('menu and shortcut bar (spec §2)', () => {
  test(
    'a visitor: please log in, register, user center; the news link carries its type',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await page.goto('/rules')
      if (isMobile) await page.getByRole('button', { name: '菜单' }).click()
      const menu = page.getByRole('navigation', { name: '主菜单' })
      await expect(menu.getByRole('link')).toHaveText(['首页', '标的目录', '竞价规则', '新闻资讯', '网上商城'])
      await test.step(routes('newsType'), () =>
        expect(menu.getByRole('link', { name: '新闻资讯' })).toHaveAttribute('href', '/news?type=0'),
      )
      await expect(menu.getByRole('link', { name: '竞价规则' })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('link', { name: '注册', exact: true })).toHaveAttribute('href', '/register')
      await expect(page.getByRole('link', { name: '用户中心' })).toHaveAttribute('href', '/user')
    },
  )

  test(
    'the shortcut bar of a visitor and of a user, in both languages',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      const BAR = {
        zh: { logIn: '请登录', register: '注册', hello: '您好，梁志恒', quit: '退出' },
        en: { logIn: 'Please log in', register: 'Register', hello: 'Hello, 梁志恒', quit: 'Log out' },
      } as const
      const register = (locale: 'zh' | 'en') => page.getByRole('link', { name: BAR[locale].register, exact: true })
      await test.step(row('greeting'), async () => {
        for (const locale of ['zh', 'en'] as const) {
          await page.goto(`/rules?lang=${locale}`)
          await expect(page.getByRole('link', { name: BAR[locale].logIn })).toHaveAttribute('href', /^\/login/)
          await expect(register(locale)).toHaveAttribute('href', '/register')
        }
        await signIn(context, server, 'buyer2')
        for (const locale of ['en', 'zh'] as const) {
          await page.goto(`/rules?lang=${locale}`)
          await expect(page.getByText(BAR[locale].hello)).toBeVisible()
          await expect(page.getByRole('link', { name: BAR[locale].logIn })).toHaveCount(0)
        }
      })
      await test.step(row('register'), () => expect(register('zh')).toHaveCount(0))
      await test.step(row('quit'), async () => {
        await page.getByRole('button', { name: '梁志恒' }).click()
        await page.getByRole('button', { name: BAR.zh.quit }).click()
        await expect(page).toHaveURL(/\/login$/)
      })
      await test.step(storage('logout'), async () => {
        expect(await pageCookies(context)).toEqual([])
        expect(await keysStored(page)).toEqual([])
      })
      await test.step(storage('loggedOut'), async () => {
        await expect(page.getByRole('link', { name: BAR.zh.logIn })).toBeVisible()
        await page.goto('/user/order')
        await expect(page).toHaveURL(/\/login\?redirect=/)
      })
    },
  )

  test(
    'the language: the current one is disabled; the other is stored and the page loads anew',
    { tag: '@desktop' },
    async ({ page, browser, server }) => {
      await page.goto('/rules')
      const menu = (name: string) => page.getByRole('navigation', { name }).getByRole('link')
      await test.step(row('topMenu'), () =>
        expect(menu('主菜单')).toHaveText(['首页', '标的目录', '竞价规则', '新闻资讯', '网上商城']),
      )
      await test.step(row('language'), async () => {
        await page.getByRole('button', { name: '简体中文' }).click()
        await expect(page.getByRole('button', { name: '简体中文' }).last()).toBeDisabled()
        await expect(page.getByRole('button', { name: 'English' })).toBeEnabled()
      })
      await test.step(storage('reload'), async () => {
        const loaded = page.waitForEvent('load')
        await page.getByRole('button', { name: 'English' }).click()
        await loaded
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bidding rules')
      })
      await test.step(storage('locale'), async () => {
        expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en')
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
        // A browser without a choice, in any language of its own.
        const fresh = await browser.newContext({ baseURL: server.url, locale: 'en-US', serviceWorkers: 'block' })
        const first = await fresh.newPage()
        await first.goto('/rules')
        await expect(first.locator('html')).toHaveAttribute('lang', 'zh-CN')
        await expect(first.getByRole('heading', { level: 1 })).toHaveText('竞价规则')
        await fresh.close()
      })
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveText([
        'Help',
        'Payment',
        'Questions',
        'About',
        'On your phone',
      ])
      await expect(menu('Main menu')).toHaveText(['Home', 'Catalogue', 'Bidding rules', 'News', 'Online shop'])
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.getByRole('button', { name: 'English' }).last()).toBeDisabled()
    },
  )

  test(routes('history'), { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/privacy')
    await page.getByText('联系我们').scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
    await page.getByRole('contentinfo').getByRole('link', { name: '竞价规则' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('竞价规则')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(addressOf(page)).toBe('/rules')
  })

  for (const [locale, said] of [
    [
      'zh',
      {
        parts: ['帮助', '付款说明', '常见问题', '关于我们', '手机版'],
        code: /二维码/,
        address: '江苏省太仓市港口开发区（演示地址）',
        copyright: /^© \d{4} 木材竞价采购平台（演示环境） 版权所有$/,
        center: '用户中心',
        office: '卖家后台',
      },
    ],
    [
      'en',
      {
        parts: ['Help', 'Payment', 'Questions', 'About', 'On your phone'],
        code: /QR code/,
        address: 'Port Development Zone, Taicang, Jiangsu (demo address)',
        copyright: /^© \d{4} Timber Sale Room \(demo\)\. All rights reserved\.$/,
        center: 'User center',
        office: 'Seller back office',
      },
    ],
  ] as const)
    test(`foot and shortcut bar of a visitor, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page }) => {
      await page.goto(`/rules/list?lang=${locale}`)
      const foot = page.getByRole('contentinfo')
      await foot.scrollIntoViewIfNeeded()
      await test.step(row('footer'), async () => {
        await expect(foot.getByRole('heading')).toHaveText([...said.parts])
        await expect(foot.getByRole('img', { name: said.code })).toBeVisible()
        await expect(foot.getByRole('link', { name: '400-000-0000' })).toHaveAttribute('href', /^tel:/)
      })
      await test.step(row('address'), () => expect(foot.getByText(said.address)).toBeVisible())
      await test.step(row('notices'), async () => {
        await expect(foot.getByText(said.copyright)).toBeVisible()
        await expect(foot.getByText('苏ICP备00000000号-1（演示 demo）')).toBeVisible()
      })
      await test.step(row('userCenter'), () =>
        expect(page.getByRole('link', { name: said.center })).toHaveAttribute('href', '/user'),
      )
      await test.step(row('backOffice'), () => expect(page.getByRole('link', { name: said.office })).toBeVisible())
    })

  test(
    'the foot: help, payment, questions, about, the app’s code, the documents; and axe finds nothing',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/rules/list')
      const foot = page.getByRole('contentinfo')
      await foot.scrollIntoViewIfNeeded()
      await expect(foot.getByRole('link')).toHaveText([
        '竞价规则',
        '用户服务协议',
        '隐私政策',
        '规则与帮助',
        '运行状态',
        // The demo's own settings.
        '400-000-0000',
      ])
      await expect(foot.getByText('平台软件许可 Software licence: MIT')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectNoViolations(page)
    },
  )
})

test.describe('other sites (spec §2, design §2)', () => {
  let shop: Server
  let address = ''
  const asked: { readonly url: string; readonly referer: string | undefined }[] = []
  test.beforeAll(async () => {
    shop = createServer((request, response) => {
      asked.push({ url: request.url ?? '', referer: request.headers.referer })
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>shop</title><p>shop</p>')
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    const at = shop.address()
    address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
  })
  test.afterAll(() => new Promise((resolve) => shop.close(resolve)))
  test.beforeEach(async ({ context, server }) => {
    asked.length = 0
    const { data } = await call(context, server, 'GET', '/common/settings')
    const settings = {
      ...Object.fromEntries(Object.entries(typeof data === 'object' && data !== null ? data : {})),
      shop: `${address}/shop?from=sale`,
      backOffice: `${address}/office`,
      frames: [address],
    }
    expect(
      await call(
        context,
        server,
        'POST',
        '/operator/settings/change',
        settings,
        await tokenOf(context, server, 'admin'),
      ),
    ).toMatchObject({ code: 200 })
  })

  for (const locale of LOCALES)
    test(`${home('shop')}, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, isMobile }) => {
      const said = SAID[locale]
      await page.goto(`/index?lang=${locale}`)
      const menu = page.getByRole('navigation', { name: said.mainMenu })
      const shopLink = menu.getByRole('link', { name: said.shop })
      if (isMobile) await page.getByRole('button', { name: said.menu, exact: true }).click()
      const news = menu.getByRole('link', { name: said.news })
      const before = await news.boundingBox()
      await expect(shopLink).toHaveAttribute('href', `${address}/shop?from=sale`)
      expect(await news.boundingBox()).toEqual(before)
      const opened = page.context().waitForEvent('page')
      await shopLink.click()
      const tab = await opened
      await tab.waitForURL(`${address}/**`)
      expect(new URL(tab.url()).searchParams.has('key')).toBe(false)
      expect(asked.filter(({ url }) => url.startsWith('/shop'))).toEqual([
        { url: '/shop?from=sale', referer: undefined },
      ])
    })

  test(
    'the operator’s copyright and licences stand at the foot, in the language of the page',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      await signIn(context, server, 'admin')
      await page.goto('/desk/settings')
      await page.getByRole('textbox', { name: '版权信息（英文）' }).fill('Some Timber Ltd')
      await page.getByRole('textbox', { name: '资质与备案信息' }).fill('ICP 1\nAuction licence 2')
      await page.getByRole('button', { name: '保存' }).click()
      await expect(page.getByText('设置已保存。')).toBeVisible()
      await page.goto('/rules?lang=en')
      const foot = page.getByRole('contentinfo')
      await foot.scrollIntoViewIfNeeded()
      await expect(foot.getByText(/^© \d{4} Some Timber Ltd$/)).toBeVisible()
      await expect(foot.getByText('Auction licence 2')).toBeVisible()
    },
  )

  for (const locale of LOCALES)
    test(
      `a visitor’s link opens a new tab without a key; a user’s carries one that signs in once, ${locale}`,
      { tag: inLanguage(locale, '@desktop') },
      async ({ page, context, server }) => {
        const said = SAID[locale]
        const onlyLanguage = () =>
          page.evaluate((chosen) => {
            localStorage.clear()
            localStorage.setItem('locale', chosen)
          }, locale)
        await page.goto(`/index?lang=${locale}`)
        await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
        const office = page.getByRole('link', { name: said.office })
        await expect(office).toHaveAttribute('href', `${address}/office`)
        for (const [name, value] of [
          ['target', '_blank'],
          ['rel', 'noopener'],
          ['referrerpolicy', 'no-referrer'],
        ] as const)
          await expect(office).toHaveAttribute(name, value)

        await signIn(context, server, 'seller1')
        await page.goto(`/index?lang=${locale}`)
        const key = await test.step(row('external'), async () => {
          const opened = context.waitForEvent('page')
          await page.getByRole('link', { name: said.shop }).click()
          const tab = await opened
          await tab.waitForURL(`${address}/**`)
          const url = new URL(tab.url())
          expect(url.searchParams.get('from')).toBe('sale')
          const encoded = url.searchParams.get('key') ?? ''
          expect(Buffer.from(encoded, 'base64url').toString()).toMatch(/^platform=1007&token=[\w-]{43}$/)
          expect(await tab.evaluate(() => [document.referrer, window.opener === null])).toEqual(['', true])
          return encoded
        })
        expect(asked.filter(({ url }) => url.startsWith('/shop')).map(({ referer }) => referer)).toEqual([undefined])

        // Returns with the key, in a signed-out browser.
        await context.clearCookies()
        await onlyLanguage()
        await page.goto(`/user/account?key=${key}`)
        await expect(page.getByText(said.hello)).toBeVisible()
        expect(addressOf(page)).toBe('/user/account')
        await context.clearCookies()
        await onlyLanguage()
        await page.goto(`/rules?key=${key}`)
        await expect(page.getByRole('status').filter({ hasText: said.used })).toBeVisible()
        expect(addressOf(page)).toBe('/rules')
      },
    )

  test(row('frame'), { tag: '@desktop' }, async ({ page, context, server }) => {
    await signIn(context, server, 'buyer1')
    let let_go = (): void => {}
    const held = new Promise<void>((resolve) => {
      let_go = resolve
    })
    await page.route(`${address}/**`, async (route) => {
      await held
      // The frame of the page before is gone.
      await route.continue().catch(() => null)
    })
    for (const [locale, said] of [
      ['en', 'Loading the page, please wait!'],
      ['zh', '正在加载页面，请稍候！'],
    ] as const) {
      await page.goto(`/frame?lang=${locale}&src=${encodeURIComponent(`${address}/map`)}`)
      await expect(page.getByText(said)).toBeVisible()
    }
    let_go()
    await expect(page.frameLocator('iframe').getByText('shop')).toBeVisible()
    await expect(page.getByText('正在加载页面，请稍候！')).toHaveCount(0)
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-top-navigation)/)
    await page.goto('/frame?src=https%3A%2F%2Fevil.example%2F')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('这个页面不能在这里显示。')
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test(
  'an address that is an example leads nowhere, and says so',
  { tag: '@desktop' },
  async ({ page, context, server }) => {
    const admin = await tokenOf(context, server, 'admin')
    const { data } = await call(context, server, 'GET', '/common/settings')
    const settings = Object.fromEntries(Object.entries(typeof data === 'object' && data !== null ? data : {}))
    await call(
      context,
      server,
      'POST',
      '/operator/settings/change',
      { ...settings, shop: 'https://shop.example/' },
      admin,
    )
    await signIn(context, server, 'buyer1')
    await page.goto('/rules')
    const opened = context.waitForEvent('page')
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '网上商城' }).click()
    const tab = await opened
    await expect(tab.getByText('这个链接还没有地址。')).toBeVisible()
    expect(new URL(tab.url()).pathname).toBe('/away')
  },
)

test.describe('user center and desk (spec §2)', () => {
  test('tabs of visited pages (spec §2)', { tag: '@desktop' }, async ({ page, context, server }) => {
    await signIn(context, server, 'admin')
    await page.goto('/user/account')
    const side = page.getByRole('navigation', { name: '用户中心' })
    const tabs = page.getByRole('navigation', { name: '访问过的页面' })
    const names = tabs.getByRole('listitem').getByRole('link')
    const menu = async (name: string) => {
      await tabs.getByRole('button', { name: '标签页' }).click()
      await tabs.getByRole('button', { name, exact: true }).click()
    }
    const visit = async (...pages: readonly string[]) => {
      for (const name of pages) {
        await side.getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      }
    }
    await test.step(row('tabsKept'), async () => {
      await visit('竞价报名', '中标标的', '交易合同')
      await expect(names).toHaveText(['账户信息', '竞价报名', '中标标的', '交易合同'])
    })

    // Updated: the same page with other parameters stays in one tab, which leads to the newest address.
    await steer(page, '/user/contract?state=1')
    await expect(names.last()).toHaveAttribute('href', '/user/contract?state=1')
    await expect(names).toHaveCount(4)
    const again = page.waitForResponse('**/getUserInfo')
    await menu('刷新')
    await again
    await expect(page).toHaveURL('/user/contract?state=1')

    // One page with two addresses has one tab, which leads to the last opened address.
    await steer(page, '/user/order/sign')
    await expect(names.last()).toHaveText('待签标的')
    await steer(page, '/order/sign')
    await expect(names).toHaveText(['账户信息', '竞价报名', '中标标的', '交易合同', '待签标的'])
    await expect(names.last()).toHaveAttribute('href', '/order/sign')
    await expect(names.last()).toHaveAttribute('aria-current', 'page')
    await expect(side.getByRole('link', { name: '待签标的' })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('button', { name: '关闭待签标的' }).click()
    await expect(page).toHaveURL('/user/contract?state=1')

    await test.step(row('tabsClosed'), async () => {
      await tabs.getByRole('button', { name: '关闭交易合同' }).click()
      await expect(page).toHaveURL('/user/order')
      await names.filter({ hasText: '竞价报名' }).click()
      await menu('关闭右侧')
      await expect(names).toHaveText(['账户信息', '竞价报名'])
      await menu('关闭左侧')
      // A single page shows no tabs.
      await expect(tabs).toHaveCount(0)
      await visit('中标标的', '交易合同')
      await expect(names).toHaveText(['竞价报名', '中标标的', '交易合同'])
      await menu('关闭其他')
      await expect(tabs).toHaveCount(0)
      await visit('中标标的')
      await menu('关闭全部')
      await expect(page).toHaveURL('/user/account')
      await expect(tabs).toHaveCount(0)
      // The same in English.
      await page.goto('/user/account?lang=en')
      await page.getByRole('navigation', { name: 'User center' }).getByRole('link', { name: 'Won lots' }).click()
      const visited = page.getByRole('navigation', { name: 'Visited pages' })
      await expect(visited.getByRole('listitem')).toHaveCount(2)
      await visited.getByRole('button', { name: 'Tabs' }).click()
      for (const name of [
        'Refresh',
        'Update',
        'Close this one',
        'Close those to the left',
        'Close those to the right',
        'Close all others',
        'Close all',
      ])
        await expect(visited.getByRole('button', { name, exact: true })).toBeVisible()
      await visited.getByRole('button', { name: 'Close all others', exact: true }).click()
      await expect(visited).toHaveCount(0)
    })
  })

  test(row('tabsRefreshed'), { tag: '@desktop' }, async ({ page, context, server }) => {
    await signIn(context, server, 'admin')
    await page.goto('/desk/audit')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/desk/users')
    const search = page.getByRole('searchbox')
    const tabs = page.getByRole('navigation', { name: '访问过的页面' })
    const menu = async (name: string) => {
      await tabs.getByRole('button', { name: '标签页' }).click()
      await expect(tabs.getByRole('button', { name: /刷新|更新|关闭(当前|左侧|右侧|其他|全部)/ })).toHaveCount(7)
      await tabs.getByRole('button', { name, exact: true }).click()
    }
    await expect(page.getByRole('table')).toBeVisible()
    await drawn(page)
    const table = page.getByRole('table')
    await table.evaluate((element) => element.setAttribute('data-seen', 'before'))
    const asked = page.waitForResponse(/operator\/user\/list|operator\/.*list/)
    await menu('更新')
    await asked
    await expect(page.getByText('页面内容已更新。')).toBeVisible()
    await expect(table).toHaveAttribute('data-seen', 'before')
    await expect(search).toBeVisible()
    await menu('刷新')
    await expect(table).not.toHaveAttribute('data-seen')
    await expect(page).toHaveURL('/desk/users')
    // Without an answer it reports an error and leaves the shown data.
    await table.evaluate((element) => element.setAttribute('data-seen', 'again'))
    await page.route('**/prod-api/operator/**', (route) => route.abort('connectionfailed'))
    await menu('更新')
    await expect(page.getByText('部分内容未能更新。')).toBeVisible({ timeout: 20_000 })
    await expect(table).toHaveAttribute('data-seen', 'again')
  })

  for (const locale of LOCALES)
    test(
      `${storage('sizeAndDevice')}, ${locale}`,
      { tag: inLanguage(locale, locale === 'zh' ? '@phone' : '@desktop') },
      async ({ page, context, server, isMobile }) => {
        const said = SAID[locale]
        await signIn(context, server, 'admin')
        await page.goto(`/desk/users?lang=${locale}`)
        await expect(page.getByText('newbie', { exact: true })).toBeVisible()
        const rowHeight = async () => (await page.locator('tbody tr').nth(3).boundingBox())?.height ?? 0
        const medium = await rowHeight()
        const pick = async (...names: readonly string[]) => {
          await page.getByRole('button', { name: said.layout }).click()
          for (const name of names) await page.getByRole('radio', { name }).check()
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: said.layout }).click()
        await expect(page.getByRole('radio', { name: said.medium })).toBeChecked()
        await expect(page.getByRole('radio', { name: said.desktop })).toBeChecked()
        await expectNoViolations(page)
        await page.keyboard.press('Escape')
        await pick(said.large)
        await expect.poll(rowHeight).toBeGreaterThan(medium)
        await expectNoSidewaysScroll(page)
        await pick(said.compact)
        await expect.poll(rowHeight).toBeLessThan(medium)
        // Touch targets keep 44 px, however small the type.
        if (isMobile)
          expect((await page.getByRole('button', { name: said.layout }).boundingBox())?.height).toBeGreaterThanOrEqual(
            44,
          )
        expect(await (await page.request.get('/index')).text()).toContain(' data-size="small"')

        const side = page.getByRole('complementary')
        if (!isMobile) await expect(side).toBeVisible()
        await pick(said.mobile)
        await expect(side).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('button', { name: said.desk })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-size', 'small')
        await expect(page.getByRole('columnheader', { name: said.company })).not.toBeInViewport()
        await expectNoSidewaysScroll(page)
        await page.getByRole('button', { name: said.layout }).click()
        await page.getByRole('button', { name: said.defaults }).click()
        await page.keyboard.press('Escape')
        if (!isMobile) await expect(side).toBeVisible()
        expect(await rowHeight()).toBe(medium)
      },
    )

  test('the side menu: 200 px wide, to the foot of the window; below 992 px one line that scrolls', async ({
    page,
    context,
    server,
    isMobile,
  }) => {
    await signIn(context, server, 'buyer1')
    await page.goto('/user/order')
    const menu = page.getByRole('navigation', { name: '用户中心' })
    if (isMobile) {
      await expect(menu.getByRole('link', { name: '中标标的' })).toBeInViewport()
      await menu.getByRole('link', { name: '交易合同' }).click()
      await expect(page).toHaveURL(/\/user\/contract$/)
      await expect(menu.getByRole('link', { name: '交易合同' })).toBeInViewport()
    } else {
      await test.step(row('sideWidth'), async () => {
        const side = (await page.getByRole('complementary').boundingBox())!
        expect(side.width).toBe(200)
        expect(side.y + side.height).toBeGreaterThanOrEqual(900)
      })
      await test.step(row('mobile'), async () => {
        await page.setViewportSize({ width: 992, height: 800 })
        await expect(page.getByRole('complementary')).toHaveCount(1)
        await page.setViewportSize({ width: 991, height: 800 })
        await expect(page.getByRole('complementary')).toHaveCount(0)
        await expect(page.getByRole('button', { name: '菜单' })).toBeVisible()
      })
    }
    await expectNoSidewaysScroll(page)
  })

  test(
    'the settings are kept: colour, side menu, tabs, title',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      await signIn(context, server, 'buyer1')
      await page.goto('/user/order')
      await page.getByRole('button', { name: '布局设置' }).click()
      await test.step(storage('layoutDefaults'), async () => {
        await expect(page.getByRole('group', { name: '侧边菜单' }).getByRole('radio', { name: '深色' })).toBeChecked()
        for (const name of ['访问过的页面标签', '窗口标题随页面变化', '固定顶栏', '侧栏显示标志'])
          await expect(page.getByRole('switch', { name })).toBeChecked()
      })
      await page.getByRole('radio', { name: '绿' }).check()
      await page.getByRole('switch', { name: '访问过的页面标签' }).uncheck()
      await page.getByRole('switch', { name: '窗口标题随页面变化' }).uncheck()
      await expectNoViolations(page)
      await page.reload()
      await expect(page).toHaveTitle(PRODUCT.zh)
      await expect(page.locator('html')).toHaveAttribute('data-brand', 'green')
      await expect(page.getByRole('navigation', { name: '访问过的页面' })).toHaveCount(0)
      const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? '') as unknown)
      await test.step(storage('layoutSetting'), async () =>
        expect(await stored()).toEqual({
          theme: '#018C39',
          scheme: 'device',
          size: 'medium',
          device: 'desktop',
          sideTheme: 'dark',
          topNav: false,
          tagsView: false,
          fixedHeader: true,
          sidebarLogo: true,
          dynamicTitle: false,
          saveData: false,
        }),
      )
      // The home page never flashes another colour: the server writes the chosen one.
      expect(await (await page.request.get('/index')).text()).toContain('<html lang="zh-CN" data-brand="green"')
      await page.goto('/user/order')
      await page.getByRole('button', { name: '布局设置' }).click()
      await test.step(storage('theme'), async () => {
        await page.getByRole('button', { name: '恢复默认' }).click()
        expect(await stored()).toMatchObject({ theme: '#409EFF' })
        expect(await (await page.request.get('/index')).text()).toContain('<html lang="zh-CN">')
      })
    },
  )

  test(
    'the desk is the operator’s: others are told that they may not',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      await signIn(context, server, 'buyer1')
      await page.goto('/desk/settings')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('您的账号无权打开此页。')
    },
  )
})
