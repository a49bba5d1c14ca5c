import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { expect, expectNoSidewaysScroll, signIn, signInByForm, test, watchNothing } from './fixtures.ts'
import { reach } from './parts/keyboard.ts'
import { inLanguage } from './parts/languages.ts'
import { asUsual, enlarge, faults, spaceOut } from './parts/legible.ts'

const SALE = 'session-global'
const catalogue = `/target/list?scheduleTimelineId=${SALE}`
const lot = (number: number) => `/target/detail/${SALE}-lot-${String(number).padStart(2, '0')}/${SALE}`

test.describe('a visitor', () => {
  test('finds the sale that is next first, then the practice sale', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/index$/)
    await expect(page).toHaveTitle('木材竞价采购平台')
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.first()).toHaveText('西非热带材专场竞价会')
    await expect(headings.nth(1)).toHaveText('一分钟内，出您的第一口价')
    await expect(page.getByRole('article')).not.toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })

  test(
    'is sent to sign in for a catalogue, and then to where he wanted to go',
    { tag: '@desktop' },
    async ({ page }) => {
      await page.goto(`${catalogue}&page=2`)
      await expect(page).toHaveURL(/\/login\?redirect=/)
      await signInByForm(page, 'buyer1', 'not this one')
      await expect(page.getByRole('status').filter({ hasText: '密码' })).toBeFocused()
      await expect(page.getByRole('textbox', { name: '密码' })).toHaveAccessibleDescription(/密码/)
      await signInByForm(page, '  buyer1  ')
      await expect(page).toHaveURL(new RegExp(`${SALE}.*page=2`))
      const cookies = await page.context().cookies()
      expect(cookies.find(({ name }) => name === 'Seller-Token')).toMatchObject({ sameSite: 'Strict' })
      await page.goto('/login')
      await expect(page).toHaveURL(/\/index$/)
    },
  )

  test('is never sent off the site by a redirect', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/login?redirect=//evil.example/')
    await signInByForm(page, 'buyer2')
    await expect(page).toHaveURL(/\/index$/)
  })

  test(
    'gets /404 for an unknown address, and home with an error for the room',
    { tag: '@desktop' },
    async ({ page }) => {
      await page.goto('/no/such/page')
      await expect(page).toHaveURL(/\/404$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('这个地址没有页面。')
      await page.goto('/venue/detail?scheduleTimelineId=x')
      await expect(page).toHaveURL(/\/index$/)
      await expect(page.getByRole('alert').filter({ hasText: '档期不存在' })).toBeVisible()
    },
  )

  test('changes the language, which stays', { tag: '@phone' }, async ({ page, isMobile }) => {
    await page.goto('/')
    await page.getByRole('button', { name: isMobile ? '菜单' : '简体中文' }).click()
    await expect(page.getByRole('button', { name: '简体中文' }).last()).toBeDisabled()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.goto('/login')
    await expect(page).toHaveTitle('Log in · Timber Sale Room')
  })
})

test.describe('a buyer', () => {
  test.beforeEach(({ context, server }) => signIn(context, server, 'buyer1'))

  test(
    'filters a catalogue, opens a lot, goes on to its neighbour, and comes back to his filters',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await page.goto(catalogue)
      await page.getByRole('searchbox').fill('榉木')
      await expect(page).toHaveURL(/keyword=/)
      await expect(page.getByText('共 6 条')).toBeVisible()
      const links = page.getByRole('main').getByRole('link', { name: /榉木/ })
      await expect(links).toHaveCount(6)
      const second = await links.nth(1).textContent()
      await links.first().click()
      await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible()
      await page.getByRole('link', { name: '下一标的' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(second ?? '')
      await expectNoSidewaysScroll(page)
      await page.getByRole('navigation', { name: '标的目录' }).getByRole('link', { name: '标的目录' }).click()
      await expect(page).toHaveURL(/keyword=/)
      await expect(page.getByRole('searchbox')).toHaveValue('榉木')
      expect(isMobile ? await page.getByRole('table').count() : 0).toBe(0)
    },
  )

  test(
    'filters by size and price, sees how many are set, clears them',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await page.goto(catalogue)
      await expect(page.getByText('共 44 条')).toBeVisible()
      await page.getByRole('button', { name: isMobile ? '筛选' : '更多筛选' }).click()
      const [price, length, section] = ['价格', '长度（毫米）', '厚度或原木检尺径（毫米）'].map((name) =>
        page.getByRole('group', { name }),
      ) as [Locator, Locator, Locator]
      await price.getByLabel('从').fill('１,000')
      await section.getByLabel('到').fill('60')
      await section.getByLabel('到').press('Enter')
      await expect(page).toHaveURL(/minPrice=1000&maxSection=60/)
      // An invalid range shows an error and is not requested.
      await length.getByLabel('从').fill('6000')
      await length.getByLabel('到').fill('400')
      await length.getByLabel('到').press('Enter')
      await expect(length.getByText('前一个数不能大于后一个数。')).toBeVisible()
      await expect(page).not.toHaveURL(/Length/)
      if (isMobile) {
        await page.getByRole('button', { name: /^查看/ }).click()
        await expect(length.getByLabel('从')).toBeFocused()
      }
      await length.getByLabel('到').fill('')
      await length.getByLabel('从').press('Enter')
      await expect(page).toHaveURL(/minLength=6000/)
      if (isMobile) await page.getByRole('button', { name: /^查看/ }).click()
      await expect(page.getByRole('button', { name: isMobile ? '筛选 (3)' : '更多筛选（3）' })).toBeVisible()
      await expectNoSidewaysScroll(page)
      const lots = page.getByRole('main').locator('a[href*="target/detail"]')
      await expect(page.getByText('共 7 条')).toBeVisible()
      await expect(lots).toHaveCount(7)
      await page.reload()
      await expect(lots).toHaveCount(7)
      if (isMobile) await page.getByRole('button', { name: '筛选 (3)' }).click()
      await expect(price.getByLabel('从')).toHaveValue('1000')
      await page.getByRole('button', { name: '清除筛选' }).click()
      await expect(page).not.toHaveURL(/min|max/)
      await expect(price.getByLabel('从')).toHaveValue('')
      await expect(page.getByText('共 44 条')).toBeVisible()
    },
  )

  test('watches a lot, and finds it among the watched', { tag: '@desktop' }, async ({ page, server }) => {
    await watchNothing(page.context(), server)
    await page.goto(lot(5))
    const star = page.getByRole('button', { name: '关注 5 号标的' })
    const watching = page.waitForResponse(/biddingAttentionInfo\/add/)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await watching
    await page.goto(`${catalogue}&watched=true`)
    await expect(page.getByText('共 1 条')).toBeVisible()
  })

  test('signs up and learns its number', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    const sale = page.getByRole('article').filter({ hasText: '张家港保税区热带硬木竞价会' })
    await sale.getByRole('button', { name: '报名' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '报名' }).click()
    await expect(page.getByText(/报名成功，您的竞买号是 \d+/)).toBeVisible()
    await expect(sale.getByText(/已报名，您的竞买号是 \d+/)).toBeVisible()
  })

  test(
    'whose session the server ends is asked to sign in again, and loses nothing but the session',
    { tag: '@phone' },
    async ({ page, context }) => {
      await page.goto(catalogue)
      await expect(page.getByText('共 44 条')).toBeVisible()
      await page.evaluate(() => localStorage.setItem('layout-setting', '{"theme":"#018C39","scheme":"dark"}'))
      // Pending requests of that page must not receive it first.
      await page.goto('about:blank')
      await page.route('**/prod-api/**', (route) =>
        route.fulfill({ json: { code: 401, msg: '', reason: 'auth.token_expired' } }),
      )
      await page.goto(catalogue)
      const notice = page.getByRole('dialog', { name: '系统提示' })
      await expect(notice.getByText('无效的会话，或者会话已过期，请重新登录。')).toBeVisible()
      await notice.getByRole('button', { name: '确定' }).click()
      await expect(page).toHaveURL(/\/login\?redirect=/)
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('Seller-Token')
      expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['layout-setting', 'locale'])
    },
  )
})

test.describe('a newcomer', () => {
  test.beforeEach(({ context, server }) => signIn(context, server, 'newbie'))

  test('is told what opens a catalogue', { tag: '@desktop' }, async ({ page }) => {
    await page.goto(catalogue)
    await expect(page.getByRole('heading', { name: '目录仅向认证企业开放' })).toBeVisible()
    await page.getByRole('link', { name: '去练习场' }).click()
    await expect(page).toHaveURL(/\/index#practice$/)
  })

  test('enters the practice sale with one press', { tag: '@phone' }, async ({ page, context }) => {
    await page.goto('/')
    await page
      .getByRole('region', { name: '一分钟内，出您的第一口价' })
      .getByRole('button', { name: '进入会场' })
      .click()
    await expect(page).toHaveURL(/\/venue\/detail\?scheduleTimelineId=practice-/)
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Venue-Token', 'Venue-Info', 'identity', 'stageType', 'venueStatus']))
  })
})

test.describe('by keyboard', () => {
  test('the first stop skips to the content', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test(
    'a page says its name when one comes to it: its heading has the focus',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      await signIn(context, server, 'buyer1')
      await page.goto('/')
      // Before the router has come, and after.
      await reach(page, page.getByRole('article').getByRole('link', { name: '标的目录' }).first())
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/target\/list/)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeFocused()
      await reach(page, page.getByRole('main').locator('a[href*="/target/detail/"]').first())
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/target\/detail/)
      await expect(heading).toBeFocused()
      await expect(heading).not.toHaveText('')
      await page.goBack()
      await expect(page).toHaveURL(/\/target\/list/)
      await expect(heading).toBeFocused()
      await page.goto('/user/account')
      const link = page.getByRole('main').getByRole('link', { name: '中标标的', exact: true })
      await reach(page, link)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/user\/order/)
      await expect(heading).toBeFocused()
    },
  )

  test(
    'the first stop skips to the content behind the side menu',
    { tag: '@desktop' },
    async ({ page, context, server }) => {
      await signIn(context, server, 'buyer1')
      await page.goto('/user/account')
      const menu = page.getByRole('navigation', { name: '用户中心' })
      await expect(menu).toBeVisible()
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await reach(page, page.getByRole('link', { name: '跳到正文' }))
      await page.keyboard.press('Enter')
      await expect(heading).toBeFocused()
      await page.keyboard.press('Tab')
      expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(false)
    },
  )

  test('the stops of the sale at the top are in the order of the screen', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    const sale = page.getByRole('article').first()
    const links = sale.getByRole('link')
    await expect(links.filter({ hasText: '标的目录' })).toBeVisible()
    await expect(links.nth(6)).toBeVisible()
    const tops = await links.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops.length).toBeGreaterThan(6)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test('the language that is shown can have the focus, and does nothing', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    const choices = page.getByRole('button', { name: '简体中文' })
    await reach(page, choices)
    await page.keyboard.press('Enter')
    await expect(choices).toHaveCount(2)
    const current = choices.last()
    await reach(page, current)
    await page.keyboard.press('Enter')
    await expect(current).toBeFocused()
    await expect(current).toBeDisabled()
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  })

  test('a panel opens, is walked, and gives the focus back', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('button', { name: '显示' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const first = page.getByRole('button', { name: '跟随设备' })
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  })
})

for (const lang of ['zh', 'en'] as const) {
  test(
    `axe finds nothing: ${lang}, light, and no text too faint in the dark`,
    { tag: inLanguage(lang, lang === 'zh' ? '@desktop' : '@phone') },
    async ({ page, context, server }) => {
      test.setTimeout(120_000)
      await page.goto(`/login?lang=${lang}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible()
      await signIn(context, server, 'buyer3')
      for (const [path, there] of [
        ['/index', 'article'],
        [`${catalogue}&maxSection=60`, 'a[href*="target/detail"]'],
        [lot(3), 'dl'],
        ['/404', 'h1'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('main').locator(there).first()).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible()
      }

      async function expectAccessible(): Promise<void> {
        await page.emulateMedia({ colorScheme: 'light' })
        await expectNoViolations(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectNoViolations(page, { rules: ['color-contrast'] })
      }
    },
  )
}

/** What a reader sets: a desk's window of 1280 px at 400 % (WCAG 1.4.10), text alone at 200 % (1.4.4), spacing (1.4.12). */
const READERS_OWN = {
  'text at 200 %': { set: enlarge, tag: '@desktop' },
  'spacing at a desk': { set: spaceOut, tag: '@desktop' },
  'spacing on a phone': { set: spaceOut, tag: '@phone' },
  'page at 400 %': { set: (page: Page) => page.setViewportSize({ width: 320, height: 256 }), tag: '@desktop' },
} as const
/** Entries of the top bar beyond its line are in the footer too. */
const isKept = (fault: string): boolean => !/by ways_/.test(fault)

for (const viewport of ['@desktop', '@phone'] as const)
  test(
    `with the reader’s own text, spacing and zoom no page cuts its text or writes over it ${viewport}`,
    { tag: viewport },
    async ({ page, context, server }) => {
      test.setTimeout(240_000)
      await signIn(context, server, 'buyer3')
      const usual = page.viewportSize()!
      for (const lang of ['zh', 'en']) {
        await page.goto(`/index?lang=${lang}`)
        for (const [path, there] of [
          ['/index', 'article'],
          [catalogue, 'a[href*="target/detail"]'],
          [lot(3), 'dl'],
          ['/user/account', 'h2'],
          ['/user/order', 'article'],
        ] as const) {
          await page.goto(path)
          await expect(page.getByRole('main').locator(there).first()).toBeVisible()
          for (const [name, { set, tag }] of Object.entries(READERS_OWN)) {
            if (tag !== viewport) continue
            await page.setViewportSize(usual)
            await asUsual(page)
            await set(page)
            expect
              .soft([path, lang, name, (await page.evaluate(faults)).filter(isKept)])
              .toEqual([path, lang, name, []])
            await expectNoSidewaysScroll(page)
          }
        }
      }
    },
  )
