import type { Page } from '@playwright/test'
import { deployments, type Deployments } from '../support/deployments.ts'
import { expect, expectNoSidewaysScroll, signIn, test as base } from './fixtures.ts'

const test = base.extend<{ house: Deployments }>({
  house: async ({ server }, use) => {
    const house = await deployments(server.url)
    await use(house)
    await house.stop()
  },
})

const SALE = 'session-global'
const lot = (number: number) => `/target/detail/${SALE}-lot-${String(number).padStart(2, '0')}/${SALE}`

/** What was loaded is in the worker's hands. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    if (navigator.serviceWorker.controller === null) return false
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/'))
    const found = await Promise.all(loaded.map((name) => caches.match(name, { ignoreVary: true })))
    return found.every((answer) => answer !== undefined)
  })
}

test.describe('started with the server gone', () => {
  test.skip(({ isMobile }) => isMobile, 'what is kept is the same on a phone')

  test('the app opens as its user; what was read can be read; acting says why it cannot; and it is all refreshed in place when the server is back', async ({
    page: before, context, house, server, isMobile,
  }) => {
    test.setTimeout(120_000)
    await signIn(context, server, 'buyer1')
    await before.goto(`${house.url}/index`)
    await expect(before.getByRole('article').first()).toBeVisible()
    await kept(before)
    await before.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(before.getByText('共 44 条')).toBeVisible()
    await before.goto(house.url + lot(5))
    await expect(before.getByRole('heading', { name: '木材规格单' })).toBeVisible()
    await kept(before)
    await before.close()
    await house.away()

    const page = await context.newPage()
    await page.goto(`${house.url}/`)
    await expect(page).toHaveURL(/\/index$/)
    await expect(page.getByText(/起离线/)).toBeVisible()
    // As that user, with his menu.
    if (isMobile) await page.getByRole('button', { name: '菜单' }).click()
    await expect((isMobile ? page.getByRole('dialog') : page.getByRole('banner')).getByText('沈国强').first()).toBeVisible()
    await expect((isMobile ? page.getByRole('dialog') : page.getByRole('banner')).getByRole('link', { name: '首页' }).first()).toBeVisible()
    if (isMobile) await page.keyboard.press('Escape')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectNoSidewaysScroll(page)

    // Acting.
    const sale = page.getByRole('article').filter({ hasText: '张家港保税区热带硬木竞价会' })
    await sale.getByRole('button', { name: '报名' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '报名' }).click()
    await expect(page.getByText('当前离线，什么也没有提交')).toBeVisible()

    // Reading.
    await page.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await expect(page.getByText(/数据截至/)).toBeVisible()
    await page.goto(house.url + lot(5))
    await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible()
    const star = page.getByRole('button', { name: '关注 5 号标的' })
    await star.click()
    await expect(page.getByText('当前离线，什么也没有提交')).toBeVisible()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await page.goto(house.url + lot(7))
    await expect(page.getByText(/本设备还没有读取过/)).toBeVisible({ timeout: 20_000 })

    // Only a 401 is a failed login.
    expect((await context.cookies()).map(({ name }) => name)).toContain('Seller-Token')
    await page.evaluate(() => { document.body.dataset['marked'] = 'yes' })
    await house.back()
    await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => document.body.dataset['marked'])).toBe('yes')
  })

  // Not shown yet: after the only page was reloaded by the worker and closed, the next one does not get to the worker.
  test('a session that ran out meanwhile still reads, and signs in again once the server is back', async ({ page: before, context, house, server }) => {
    await signIn(context, server, 'buyer2')
    await before.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(before.getByText('共 44 条')).toBeVisible()
    await kept(before)
    // By the worker, this time.
    await before.reload()
    await expect(before.getByText('共 44 条')).toBeVisible()
    await before.evaluate(() => localStorage.setItem('session', JSON.stringify({ account: 'buyer2', endsAt: Date.now() - 1000 })))
    await context.clearCookies({ name: 'Seller-Token' })
    await before.close()
    await house.away()
    const page = await context.newPage()
    await page.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await house.back()
    await page.reload()
    await expect(page).toHaveURL(/\/login\?redirect=/)
  })
})
