import type { Page } from '@playwright/test'
import { findLot } from '../../../src/server/store/lots.ts'
import { expect, signIn, test, watchNothing } from '../fixtures.ts'
import { speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// A lot and its catalogue, as a certified buyer reads them (spec §3, §7, §9).

const row = rowsOf('catalogue')
const layout = rowsOf('layout')

const BOARDS = '/target/detail/session-global-lot-01/session-global'
const LOGS = '/target/detail/session-global-lot-05/session-global'
const CATALOGUE = '/target/list?scheduleTimelineId=session-global'

/** Label and content of each field on the sheet. */
const SAID = {
  zh: {
    tree: { 品名: /\S/, 产地: '美国', 等级: /FAS/, 规格: '54 (8/4) × 115–305 × 2440–4880 mm' },
    category: ['品类', '原木'],
    sawn: { 长度: '2440–4880 mm', 厚度: /^54/, 宽度: '115–305 mm', 数量: '68.093 m³' },
    logs: { 长度: '3.9–5.9 m', 检尺径: '20–34 cm', 数量: '3,637.203 m³' },
    price: { 起拍价: 'US$127.00/m³', 加价幅度: 'US$1.00/m³', 起拍总额: 'US$461,924.78', 币种: 'USD' },
    trade: {
      含水率: /%/,
      起运港: '内皮尔',
      到货港: '青岛',
      交货地点: /\S/,
      贸易区域: '期货',
      贸易术语: 'CFR',
      贸易方式: '一般贸易',
      付款方式: '90 天远期信用证',
    },
    delivered: {
      label: '交货日期',
      as: (date: Date) => `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`,
    },
    more: '补充说明',
    start: /开拍，还有/,
    bids: /\d+ 次出价/,
    watch: /^关注 5 号标的/,
    total: '共 44 条',
    perPage: '每页条数',
    pages: '分页',
    previous: '上一页',
    next: '下一页',
    jump: '前往页',
    page: (number: number) => `第 ${number} 页`,
  },
  en: {
    tree: {
      'Product name': /\S/,
      Origin: 'United States',
      Grade: /FAS/,
      Specification: '54 (8/4) × 115–305 × 2440–4880 mm',
    },
    category: ['Category', 'logs'],
    sawn: { Length: '2440–4880 mm', Thickness: /^54/, Width: '115–305 mm', Quantity: '68.093 m³' },
    logs: { Length: '3.9–5.9 m', 'Small-end diameter': '20–34 cm', Quantity: '3,637.203 m³' },
    price: {
      'Start price': 'US$127.00/m³',
      'Bid increment': 'US$1.00/m³',
      'Amount at start price': 'US$461,924.78',
      Currency: 'USD',
    },
    trade: {
      'Moisture content': /%/,
      'Port of departure': 'Napier',
      'Port of arrival': 'Qingdao',
      'Place of delivery': /\S/,
      'Trade area': 'Forward shipment',
      Incoterm: 'CFR',
      'Trade mode': 'General trade',
      'Payment terms': 'Letter of credit, 90 days',
    },
    delivered: {
      label: 'Delivery date',
      as: (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    },
    more: 'Supplementary information',
    start: /Sale starts/,
    bids: /after \d+ bids?/,
    watch: /Watch lot 5/,
    total: '44 in all',
    perPage: 'Per page',
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    jump: 'Go to page',
    page: (number: number) => `Page ${number}`,
  },
} as const

const main = (page: Page) => page.getByRole('main')
async function expectFields(page: Page, fields: Readonly<Record<string, string | RegExp>>): Promise<void> {
  for (const [label, content] of Object.entries(fields)) {
    // A figure may stand above the sheet too.
    const term = main(page)
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .last()
    await expect(term.locator('xpath=following-sibling::dd[1]'), label).toHaveText(content)
  }
}

for (const locale of ['zh', 'en'] as const) {
  const said = SAID[locale]

  test(`a lot, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server, store }) => {
    await speaking(context, locale)
    await signIn(context, server, 'buyer1')
    await watchNothing(context, server)
    await page.goto(BOARDS)
    await test.step(row('tree'), async () => {
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(/\S/)
      await expectFields(page, said.tree)
    })
    await test.step(row('measure'), async () => {
      await expectFields(page, said.sawn)
      await page.goto(LOGS)
      await expectFields(page, said.logs)
    })
    await test.step(row('price'), () => expectFields(page, said.price))
    await test.step(row('trade'), async () => {
      // So many days after the demo world was written.
      const { deliveryDate } = (await findLot(store.db, 'session-global-lot-05'))!
      const { label, as } = said.delivered
      const content = { [said.category[0]]: said.category[1], [label]: as(new Date(deliveryDate)) }
      await expectFields(page, { ...said.trade, ...content })
      await expect(main(page).getByRole('heading', { name: said.more })).toBeVisible()
    })
    await test.step(row('numbers'), async () => {
      // Quantities have three decimals, as they are measured.
      const text = await main(page).innerText()
      const money = Array.from(text.matchAll(/(?:US\$|¥|€)([\d,.]+)/g), ([, amount]) => amount)
      expect(money.length).toBeGreaterThan(3)
      for (const amount of money) expect(amount).toMatch(/^\d{1,3}(?:,\d{3})*\.\d{2}$/)
    })
    await test.step(row('bids'), async () => {
      await expect(main(page).getByText(said.start)).toBeVisible()
      await expect(main(page).getByRole('timer')).toHaveText(/\d/)
      await page.goto('/target/detail/session-nansha-lot-10/session-nansha')
      await expect(main(page).getByText(said.bids).first()).toBeVisible()
    })
    await page.goto(LOGS)
    const star = main(page).getByRole('button', { name: said.watch })
    await test.step(row('watchAdd'), async () => {
      const asked = page.waitForRequest('**/prod-api/auction/biddingAttentionInfo/add')
      await expect(star).toHaveAttribute('aria-pressed', 'false')
      await star.click()
      const request = await asked
      expect(request.method()).toBe('POST')
      expect(request.postDataJSON()).toMatchObject({ contractObjectId: 'session-global-lot-05' })
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      await (await request.response())?.finished()
    })
    await test.step(row('watchCancel'), async () => {
      const asked = page.waitForRequest('**/prod-api/auction/biddingAttentionInfo/cancel')
      await star.click()
      expect((await asked).method()).toBe('POST')
      await expect(star).toHaveAttribute('aria-pressed', 'false')
    })
  })

  test(`a list’s pages, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await signIn(context, server, 'buyer1')
    const asked = page.waitForRequest('**/auction/contractObject/list*')
    await page.goto(CATALOGUE)
    const bar = main(page).getByRole('navigation', { name: said.pages })
    const size = bar.getByRole('combobox', { name: said.perPage })
    await test.step(layout('pageDefaults'), async () => {
      const query = new URL((await asked).url()).searchParams
      expect([query.get('pageNum'), query.get('pageSize')]).toEqual(['1', '20'])
      await expect(size).toHaveValue('20')
      await expect(bar.getByRole('button', { name: said.page(1), exact: true })).toHaveAttribute('aria-current', 'page')
      expect(await size.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
        '10',
        '20',
        '30',
        '50',
      ])
    })
    await test.step(layout('pageLayout'), async () => {
      await expect(bar.getByText(said.total)).toBeVisible()
      const boxes = [
        bar.getByText(said.total),
        size,
        bar.getByRole('button', { name: said.previous }),
        bar.getByRole('button', { name: said.page(1), exact: true }),
        bar.getByRole('button', { name: said.next }),
        bar.getByLabel(said.jump),
      ]
      const lefts = await Promise.all(boxes.map(async (one) => (await one.boundingBox())?.x ?? 0))
      expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    })
    await test.step(layout('pageScroll'), async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await bar.scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
      const turned = page.waitForRequest((request) => request.url().includes('pageNum=2'))
      await bar.getByRole('button', { name: said.next }).click()
      await turned
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await expect(page).toHaveURL(/page=2/)
    })
    await test.step(layout('pagerCount'), async () => {
      // A catalogue of many pages, as the server might count it.
      await page.route('**/auction/contractObject/list*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...((await response.json()) as object), total: 2_000 } })
      })
      await page.goto(`${CATALOGUE}&size=10`)
      const places = bar.getByRole('button').filter({ hasText: /^\d+$/ })
      await expect(places).toHaveCount(7)
      await page.setViewportSize({ width: 991, height: 800 })
      await expect(places).toHaveCount(5)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })
}
