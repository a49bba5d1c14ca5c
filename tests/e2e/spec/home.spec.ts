import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The home page, its lists, and what everybody may read (spec §1, §2).

const row = rowsOf('home')

const SAID = {
  zh: {
    boards: ['待竞价标的', '已成交', '流拍'],
    lists: ['竞价场次', '待竞价标的', '已成交', '流拍'],
    heading: '木材竞价',
    rules: '竞价规则',
    news: '新闻资讯',
    service: '用户服务协议',
    privacy: '隐私政策',
    doors: '西非热带材专场竞价会',
    next: '全球针叶材与温带硬木联合竞价会',
    ended: '南沙港硬木现货竞价会',
    catalogue: '标的目录',
    signUp: '报名',
    enter: '进入会场',
    until: '距报名截止',
    prepared: '满洲里口岸俄材竞价会',
    states: { 1: '筹备中', 2: '已发布', 3: '候场中', 4: '进行中', 5: '已结束' },
    closed: '目录仅向认证企业开放',
    certify: '去认证企业',
  },
  en: {
    boards: ['Lots pending', 'Sold', 'Failed to sell'],
    lists: ['Sales', 'Lots pending', 'Sold', 'Failed to sell'],
    heading: 'Timber sales',
    rules: 'Bidding rules',
    news: 'News',
    service: 'User service agreement',
    privacy: 'Privacy policy',
    doors: 'West African Hardwoods Sale',
    next: 'Global Softwood and Temperate Hardwood Sale',
    ended: 'Nansha Port Hardwood Stock Sale',
    catalogue: 'Catalogue',
    signUp: 'Sign up',
    enter: 'Enter venue',
    until: 'Sign-up closes in',
    prepared: 'Manzhouli Border Station Russian Timber Sale',
    states: { 1: 'Preparing', 2: 'Published', 3: 'Doors open', 4: 'In progress', 5: 'Finished' },
    closed: 'The catalogue is open to certified companies',
    certify: 'Certify the company',
  },
} as const

const main = (page: Page) => page.getByRole('main')

for (const locale of ['zh', 'en'] as const) {
  const said = SAID[locale]

  test(`what a visitor reads, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context }) => {
    await speaking(context, locale)
    await test.step(row('visitor'), async () => {
      await page.goto('/index')
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main(page).getByRole('article', { name: said.doors })).toBeVisible()
      for (const [address, heading] of [
        ['/service', said.service],
        ['/privacy', said.privacy],
      ] as const) {
        await page.goto(address)
        await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(heading)
      }
    })
    await test.step(row('rules'), async () => {
      await page.goto('/rules')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(said.rules)
      await expect(main(page).getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
    })
    await test.step(row('news'), async () => {
      await page.goto('/news?type=0')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(said.news)
      const first = main(page).locator('a[href^="/news/detail?id="]').first()
      const title = await first.innerText()
      await first.click()
      await expect(page).toHaveURL(/\/news\/detail\?id=/)
      const heading = main(page).getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await expect.poll(async () => title.includes((await heading.innerText()).trim())).toBe(true)
    })
    await test.step(row('lists'), async () => {
      await page.goto('/index')
      // What lies further down comes when it is near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      for (const name of said.boards) {
        const board = main(page).getByRole('region', { name, exact: true })
        await board.scrollIntoViewIfNeeded()
        await expect(board.getByRole('listitem').first()).toBeVisible()
      }
      await page.goto('/home/list')
      for (const name of said.lists)
        await expect(main(page).getByRole('navigation').getByRole('link', { name, exact: true })).toBeVisible()
    })
  })

  test(`a schedule, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await signIn(context, server, 'buyer1')
    const sale = (name: string) => main(page).getByRole('article', { name })
    await test.step(row('schedule'), async () => {
      await page.goto('/home/list')
      const [doors, next] = [sale(said.doors), sale(said.next)]
      for (const [one, id] of [
        [doors, 'session-doors'],
        [next, 'session-global'],
      ] as const)
        await expect(one.getByRole('link', { name: said.catalogue })).toHaveAttribute(
          'href',
          `/target/list?scheduleTimelineId=${id}`,
        )
      await expect(doors.getByRole('button', { name: said.enter })).toBeVisible()
      await expect(next.getByRole('button', { name: said.signUp })).toBeVisible()
      await expect(next.getByText(said.until)).toBeVisible()
      await expect(next.getByRole('timer')).toHaveText(/\d/)
    })
    await test.step(row('states'), async () => {
      await expect(sale(said.next)).toContainText(said.states[2])
      await expect(sale(said.doors)).toContainText(said.states[3])
      await expect(sale(said.ended)).toContainText(said.states[5])
      // The same list once the host has begun.
      await page.route('**/auction/schedule/list*', async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as {
          rows: { state: number; timelines: { scheduleTimelineId: string; state: number; stage: string }[] }[]
        }
        for (const one of body.rows)
          for (const timeline of one.timelines)
            if (timeline.scheduleTimelineId === 'session-doors') {
              one.state = 4
              timeline.state = 4
              timeline.stage = 'bidding'
            }
        await route.fulfill({ response, json: body })
      })
      await page.goto('/home/list')
      await expect(sale(said.doors)).toContainText(said.states[4])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })

  test(`${row('preparing')}, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await page.goto('/home/list')
    await expect(main(page).getByRole('article', { name: said.next })).toBeVisible()
    await expect(main(page).getByText(said.prepared)).toHaveCount(0)
    await signIn(context, server, 'admin')
    await page.goto('/desk/sales')
    await expect(page.getByRole('row').filter({ hasText: said.prepared })).toContainText(said.states[1])
  })

  test(`${row('certified')}, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await signIn(context, server, 'newbie')
    await page.goto('/target/list?scheduleTimelineId=session-global')
    await expect(main(page).getByRole('heading', { name: said.closed })).toBeVisible()
    await expect(main(page).locator('a[href*="target/detail"]')).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: said.certify })).toHaveAttribute('href', '/user/company')
  })
}
