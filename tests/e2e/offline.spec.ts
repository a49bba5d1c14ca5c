import type { Page } from '@playwright/test'
import { kept, test } from './deployed.ts'
import { cutLink, expect, expectNoSidewaysScroll, mendLink, signIn, signInByForm } from './fixtures.ts'
import { answersKept, keptHere } from './parts/stored.ts'

const SALE = 'session-global'
const catalogue = `/target/list?scheduleTimelineId=${SALE}`
const lot = (number: number) => `/target/detail/${SALE}-lot-${String(number).padStart(2, '0')}/${SALE}`
/** Name of `buyer1`. */
const NAME = '沈国强'

/** Waits until an answer is stored: it is written just after it is shown, so a page left at once would lose it. */
const answerKept = (page: Page, name: string) =>
  expect.poll(async () => (await answersKept(page)).some((answer) => answer.name.includes(name))).toBe(true)
const lotIn = (url: string): string => new URL(url).pathname.split('/')[3] ?? url

test.describe('with the server gone', () => {
  test(
    'all that was read opens, says how old it is, and is refreshed in place when the server is back; what was never read says so; acting says why it cannot',
    { tag: '@desktop' },
    async ({ page: before, context, house, server }) => {
      test.setTimeout(150_000)
      await signIn(context, server, 'buyer1')
      const heading = (page: Page, name: string) => page.getByRole('heading', { name })
      const sheet = (page: Page) => heading(page, '木材规格单')
      // The address, the visible text, and part of the cache name of its answer.
      const read: readonly (readonly [string, (page: Page) => ReturnType<Page['getByText']>, string])[] = [
        ['/index', (page) => page.getByRole('article').first(), '["schedules"]'],
        ['/rules', (page) => heading(page, '最高限价与断线委托'), '["document","rules"]'],
        ['/news?type=0', (page) => page.getByText('看懂含水率：验货前的三个问题'), '["news",0,'],
        ['/news/detail?id=moisture', (page) => page.getByText('测的是哪里？'), '["news","moisture"]'],
        ['/user/sign', (page) => page.getByText(/已报名，您的竞买号是/).first(), '"signUps"'],
        [catalogue, (page) => page.getByText('共 44 条'), '["lots"'],
        [`${catalogue}&keyword=${encodeURIComponent('榉木')}`, (page) => page.getByText('共 6 条'), '榉木'],
      ]
      for (const [path, shown, answer] of read) {
        await before.goto(house.url + path)
        // The first visitor of a catalogue waits while its pictures are drawn.
        await expect(shown(before)).toBeVisible({ timeout: 30_000 })
        await answerKept(before, answer)
        if (path === '/index') await kept(before)
      }
      await before.getByRole('main').getByRole('link', { name: /榉木/ }).first().click()
      await expect(sheet(before)).toBeVisible()
      const first = before.url()
      await answerKept(before, lotIn(first))
      await before.getByRole('link', { name: '下一标的' }).click()
      await expect(before).not.toHaveURL(first)
      await expect(sheet(before)).toBeVisible()
      await answerKept(before, lotIn(before.url()))
      await kept(before)
      await before.close()
      await house.away()

      const page = await context.newPage()
      await page.goto(`${house.url}/`)
      await expect(page).toHaveURL(/\/index$/)
      await expect(page.getByText(/起离线/)).toBeVisible()
      await expect(page.getByRole('banner').getByText(NAME).first()).toBeVisible()
      for (const [path, shown] of read) {
        await page.goto(house.url + path)
        await expect(shown(page)).toBeVisible()
        await expect(page.getByText(/数据截至/).first()).toBeVisible()
      }
      await page.getByRole('main').getByRole('link', { name: /榉木/ }).first().click()
      await expect(sheet(page)).toBeVisible()
      await page.getByRole('link', { name: '下一标的' }).click()
      await expect(page).not.toHaveURL(first)
      await expect(sheet(page)).toBeVisible()
      await page.getByRole('link', { name: '上一标的' }).click()
      await expect(page).toHaveURL(first)
      await expect(sheet(page)).toBeVisible()

      const star = page.getByRole('button', { name: /^关注 \d+ 号标的$/ })
      await star.click()
      await expect(page.getByText('当前离线，什么也没有提交')).toBeVisible()
      await expect(star).toHaveAttribute('aria-pressed', 'false')

      await page.goto(`${house.url}/news/detail?id=volume-rules`)
      await expect(page.getByText(/本设备还没有读取过/)).toBeVisible({ timeout: 20_000 })
      // Only a 401 ends the sign-in.
      expect((await context.cookies()).map(({ name }) => name)).toContain('Seller-Token')
      await page.evaluate(() => {
        document.body.dataset['marked'] = 'yes'
      })
      await house.back()
      await expect(page.getByText('竞价前请看清计量方式', { exact: false })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText('在线', { exact: true })).toBeVisible()
      expect(await page.evaluate(() => document.body.dataset['marked'])).toBe('yes')
    },
  )

  test(
    'a catalogue that was taken along is searched, filtered and leafed through, lots never opened among it',
    { tag: '@phone' },
    async ({ page, context, server }) => {
      test.setTimeout(90_000)
      await signIn(context, server, 'buyer1')
      await page.goto(catalogue)
      const panel = page.getByRole('region', { name: '随身带走这份目录' })
      await expect(panel.getByText(/最多 \d+\skB/)).toBeVisible()
      await panel.getByRole('button', { name: '随身带走' }).click()
      await expect(panel.getByText(/已存到本设备/)).toBeVisible({ timeout: 60_000 })
      await expectNoSidewaysScroll(page)
      await cutLink(page)
      await page.goto(`${catalogue}&keyword=${encodeURIComponent('榉木')}`)
      await expect(page.getByText('共 6 条')).toBeVisible()
      await expect(page.getByText(/起离线/)).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: /榉木/ }).first().click()
      await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible()
      await page.goto(lot(40))
      await expect(page.getByRole('heading', { name: '木材规格单' })).toBeVisible()
      await mendLink(page)
      await page.goto(catalogue)
      await panel.getByRole('button', { name: '移除' }).click()
      await expect(panel.getByRole('button', { name: '随身带走' })).toBeVisible()
      expect((await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('taken:'))).toEqual([])
    },
  )
})

test(
  'who signs out is warned of what is unsent, and leaves nothing behind for the next on this device',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    test.setTimeout(90_000)
    await signIn(context, server, 'buyer1')
    await page.goto(catalogue)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await page.goto('/complete')
    await page.getByLabel(/职务/).fill('采购经理甲')
    await expect.poll(() => keptHere(page)).toContain('采购经理甲')
    expect(await keptHere(page)).toContain(NAME)
    await page.goto('/index')
    await page.getByRole('button', { name: '菜单' }).click()
    await page.getByRole('button', { name: '退出' }).click()
    const warning = page.getByRole('dialog', { name: '退出并放弃未提交的内容？' })
    await warning.getByRole('button', { name: '退出', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Seller-Token')
    for (const trace of [NAME, 'buyer1', '采购经理甲']) expect(await keptHere(page)).not.toContain(trace)

    const answers: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('/prod-api/')) answers.push(response.text().catch(() => ''))
    })
    await signInByForm(page, 'buyer2')
    await expect(page).toHaveURL(/\/index$/)
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const path of ['/complete', '/user/sign', catalogue]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await expect(page.getByText('共 44 条')).toBeVisible()
    const said = (await Promise.all(answers)).join('\n')
    for (const trace of [NAME, 'buyer1', '采购经理甲']) {
      expect(said).not.toContain(trace)
      expect(await keptHere(page)).not.toContain(trace)
    }
  },
)
