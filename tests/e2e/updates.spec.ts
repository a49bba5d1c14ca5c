import type { Page } from '@playwright/test'
import { test } from './deployed.ts'
import { alive, expect, signIn } from './fixtures.ts'

const NOTICE = '新版本已就绪'

/** The worker has taken over and cached all files for offline reading. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
/** The build of the page after any running reload. */
const isOfBuild = (page: Page, version: string) =>
  expect(page.locator('meta[name=build]')).toHaveAttribute('content', version)
/** Checks for an update, as the browser does now and then. */
const look = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
/** Sets a mark that the next reload removes. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['marked'] = 'yes'
  })
const isMarked = (page: Page) => page.evaluate(() => document.body.dataset['marked'] === 'yes')

test.skip(({ isMobile }) => isMobile, 'tabs beside each other are a desk’s; files are the same on a phone')

test('a new version asks; the tab that agrees reloads alone, and a tab with half a form goes on and loses nothing', async ({
  page: first,
  context,
  house,
  server,
}) => {
  await signIn(context, server, 'newbie')
  await first.goto(`${house.url}/user/company`)
  await settled(first)
  await first.getByLabel('详细地址').fill('人民路 1 号')
  const second = await context.newPage()
  await second.goto(`${house.url}/index`)
  await settled(second)
  for (const page of [first, second]) await mark(page)

  house.deploy('B')
  await look(second)
  await expect(second.getByText(NOTICE)).toBeVisible()
  await expect(first.getByText(NOTICE)).toBeVisible()
  await expect(first.getByText('您在此填写的内容会存为草稿')).toBeVisible()
  expect(await Promise.all([first, second].map(isMarked))).toEqual([true, true])

  await second.getByRole('button', { name: '立即更新' }).click()
  await second.waitForFunction(() => document.body.dataset['marked'] === undefined)
  await isOfBuild(second, 'B')
  expect(await isMarked(first)).toBe(true)
  await expect(first.getByLabel('详细地址')).toHaveValue('人民路 1 号')

  // The old tab continues: a screen not loaded before still comes from its own build.
  await first.getByLabel('邮政编码').fill('215600')
  await first.getByRole('link', { name: '首页' }).first().click()
  await expect(first).toHaveURL(/\/index/)
  expect(await isMarked(first)).toBe(true)
  await first.goBack()
  await expect(first.getByLabel('详细地址')).toHaveValue('人民路 1 号')
  await expect(first.getByLabel('邮政编码')).toHaveValue('215600')
  await first.reload()
  await isOfBuild(first, 'B')
  await expect(first.getByLabel('邮政编码')).toHaveValue('215600')
})

test('a part of the app that is gone from the server is recovered by one fresh start, on the newest build', async ({
  page,
  house,
}) => {
  await page.goto(`${house.url}/index`)
  await alive(page)
  await mark(page)
  house.deploy('B')
  house.sweep('')
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  })
  await page
    .getByRole('link', { name: /竞价规则|规则/ })
    .first()
    .click()
  await page.waitForFunction(() => document.body.dataset['marked'] === undefined)
  await isOfBuild(page, 'B')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page whose beginning is gone before it was asked for begins anew, on the newest build', async ({
  page,
  house,
}) => {
  // A page of the previous build whose next chunk, its texts, is deleted from the server while it loads.
  await page.route(
    /\/assets\/zh-/,
    async (route) => {
      house.deploy('B')
      house.sweep('')
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto(`${house.url}/index`)
  await isOfBuild(page, 'B')
  await alive(page)
  await expect(page.getByRole('heading', { name: '后续场次' })).toBeVisible()
})

test('a part that is nowhere is told; the page begins anew at growing intervals, and at once for who asks', async ({
  page,
  house,
}) => {
  house.sweep('', /^login-/)
  const loads: number[] = []
  page.on('load', () => loads.push(Date.now()))
  const missing = page.getByRole('heading', { name: '页面的这一部分还没有加载出来。' })
  await page.goto(`${house.url}/login`)
  await expect.poll(() => loads.length, { timeout: 40_000 }).toBe(4)
  // Reloads of its own: at once, 3 s after it and 9 s after that. The next is due in 27 s.
  const [, first = 0, second = 0, third = 0] = loads
  expect(second - first).toBeGreaterThan(2_000)
  expect(third - second).toBeGreaterThan(2 * (second - first))
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => loads.length).toBe(5)
  await expect(missing).toBeVisible()
  expect(loads).toHaveLength(5)
})
