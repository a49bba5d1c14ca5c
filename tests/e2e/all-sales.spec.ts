import { expectAccessible } from './accessible.ts'
import {
  cutLink,
  expect,
  expectNoSidewaysScroll,
  mendLink,
  signIn,
  signInByForm,
  test,
  watchNothing,
} from './fixtures.ts'
import { speaking } from './parts/access.ts'

// "Catalogue" of the top menu (spec §2): the open lots of all sales that the reader may read.

const ALL = '/target/list'
/** The demo world's three published sales. */
const SALES = ['西非热带材专场竞价会', '张家港保税区热带硬木竞价会', '全球针叶材与温带硬木联合竞价会']
const LOTS = 70

test.describe('a certified buyer', () => {
  test.beforeEach(({ context, server }) => signIn(context, server, 'buyer1'))

  test(
    'finds the lots of all sales by the top menu, the next sale first, each under its sale',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await page.goto('/index')
      if (isMobile) await page.getByRole('button', { name: '菜单' }).click()
      await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '标的目录' }).click()
      await expect(page).toHaveURL(ALL)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('标的目录')
      await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
      const sales = page.getByRole('main').locator('a[href*="scheduleTimelineId"]')
      await expect(sales).toHaveText(SALES.slice(0, 2))
      await expect(page.getByText('候场中')).toBeVisible()
      await page.getByRole('button', { name: '第 4 页' }).click()
      await expect(page).toHaveURL(/page=4/)
      await expect(sales).toHaveText(SALES.slice(2))
      await sales.click()
      await expect(page).toHaveURL(/scheduleTimelineId=session-global$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('全球针叶材与温带硬木联合竞价会')
      await expect(page.getByText('共 44 条')).toBeVisible()
    },
  )

  test(
    'narrows them to one sale and by species, in one order, and clears that again',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await page.goto(ALL)
      await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
      if (isMobile) await page.getByRole('button', { name: '筛选' }).click()
      const sale = page.getByRole('combobox', { name: '场次' })
      await expect(sale.getByRole('option')).toHaveText(['全部', ...SALES.map((name) => new RegExp(` ${name}$`))])
      // This list never asks for ended lots.
      await expect(page.getByRole('combobox', { name: '状态' }).getByRole('option')).toHaveCount(6)
      await sale.selectOption({ index: 2 })
      await expect(page).toHaveURL(/sale=/)
      await expect(page.getByText('共 14 条')).toBeAttached()
      await page.getByRole('button', { name: '清除筛选' }).click()
      await page.getByRole('combobox', { name: '树种' }).selectOption('柚木')
      await page.getByRole('combobox', { name: '排序' }).selectOption('price')
      await expect(page).toHaveURL(/sort=price/)
      if (isMobile) await page.getByRole('button', { name: /^查看/ }).click()
      const lots = page.getByRole('main').locator('a[href*="target/detail"]')
      await expect(lots.first()).toHaveText(/柚木/)
      await expect(lots.filter({ hasNotText: '柚木' })).toHaveCount(0)
      // In any other order each lot names its sale.
      await expect(page.getByText(/\d+月\d+日 · 西非热带材专场竞价会/).first()).toBeVisible()
      await page.reload()
      await expect(lots.first()).toHaveText(/柚木/)
      await expectNoSidewaysScroll(page)
    },
  )

  test('goes from lot to lot over the edge of a sale, and back to the list', { tag: '@desktop' }, async ({ page }) => {
    await page.goto(ALL)
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
    await page.getByRole('main').locator('a[href*="session-doors-lot-12/"]').click()
    await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible()
    await page.getByRole('link', { name: '下一标的' }).click()
    await expect(page).toHaveURL(/-lot-01\/session-(?!doors)/)
    await page.getByRole('link', { name: '上一标的' }).click()
    await expect(page).toHaveURL(/session-doors-lot-12\/session-doors$/)
    await page.getByRole('navigation', { name: '标的目录' }).getByRole('link', { name: '标的目录' }).click()
    await expect(page).toHaveURL(ALL)
  })

  test('marks a lot there; an empty list says what to do', { tag: '@desktop' }, async ({ page, server }) => {
    await watchNothing(page.context(), server)
    await page.goto(ALL)
    const watching = page.waitForResponse(/biddingAttentionInfo\/add/)
    await page
      .getByRole('button', { name: /^关注 \d+ 号标的$/ })
      .nth(1)
      .click()
    await watching
    await page.goto(`${ALL}?watched=true`)
    await expect(page.getByText('共 1 条')).toBeVisible()
    await page.goto(`${ALL}?keyword=nothing+of+the+kind`)
    await expect(page.getByText('没有符合条件的标的')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click()
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
  })

  test('reads it without a network, with its age; what was never read says so', { tag: '@phone' }, async ({ page }) => {
    await page.goto(ALL)
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
    // The cache is written after the answer is shown.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          for (const { name = '' } of await indexedDB.databases()) {
            const open = indexedDB.open(name)
            await new Promise((resolve) => open.addEventListener('success', resolve))
            for (const store of open.result.objectStoreNames) {
              const all = open.result.transaction(store).objectStore(store).getAllKeys()
              await new Promise((resolve) => all.addEventListener('success', resolve))
              if (JSON.stringify(all.result).includes('lots')) return true
            }
          }
          return false
        }),
      )
      .toBe(true)
    await cutLink(page)
    await page.reload()
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
    await expect(page.getByText(/数据截至 \d\d:\d\d/)).toBeVisible()
    await expect(page.getByText(/起离线/)).toBeVisible()
    await page.goto(`${ALL}?page=3`)
    await expect(page.getByText(/本设备还没有读取过/)).toBeVisible({ timeout: 20_000 })
    await mendLink(page)
    // The page retries by itself, as its notice promises.
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible({ timeout: 30_000 })
  })

  for (const lang of ['zh', 'en'] as const) {
    test(
      `reads it whatever the senses: ${lang}, and no text too faint in the dark`,
      { tag: [lang === 'zh' ? '@desktop' : '@phone', '@walk'] },
      async ({ page, context }) => {
        await speaking(context, lang)
        await page.goto(ALL)
        await expect(page.locator('a[href*="target/detail"]')).toHaveCount(20)
        await expect(page.locator('a[href*="scheduleTimelineId"]')).toHaveCount(2)
        await expectAccessible(page)
        await page.goto(`${ALL}?sort=-price`)
        await expect(page.locator('a[href*="target/detail"]')).toHaveCount(20)
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page, ['color-contrast'])
      },
    )
  }
})

test('its skeleton stands while the lots are on their way', { tag: '@phone' }, async ({ page, context, server }) => {
  await signIn(context, server, 'buyer1')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/contractObject\/list/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(ALL)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('标的目录')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible()
  release()
  await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
})

test(
  'a visitor is asked to sign in, told what for, and comes back to it',
  { tag: '@desktop' },
  async ({ page, isMobile }) => {
    await page.goto('/rules')
    if (isMobile) await page.getByRole('button', { name: '菜单' }).click()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '标的目录' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Ftarget%2Flist$/)
    await expect(page.getByText('标的目录向认证企业开放，请登录后查看。')).toBeVisible()
    await signInByForm(page, 'buyer2')
    await expect(page).toHaveURL(ALL)
    await expect(page.getByText(`共 ${LOTS} 条`)).toBeVisible()
  },
)

for (const [account, state, deed] of [
  ['newbie', '未认证', '去认证企业'],
  ['pending', '认证审核中', '查看审核进度'],
] as const) {
  test(
    `${account}, whose company is not certified, is shown the way there`,
    { tag: '@phone' },
    async ({ page, context, server }) => {
      await signIn(context, server, account)
      await page.goto(ALL)
      await expect(page.getByRole('heading', { level: 2, name: '目录仅向认证企业开放' })).toBeVisible()
      await expect(page.getByText(state, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: deed })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: '看看将有哪些木材' }).click()
      await expect(page).toHaveURL(/\/home\/list\?list=pending/)
    },
  )
}
