import { expect, type Locator, type Page } from '@playwright/test'
import { LINK_DEAD_MS } from '../../src/contract/constants.ts'
import type { Visit } from '../support/visit.ts'
import { IN_MOTION } from './fixtures.ts'
import { bidButton, DESK, press, test } from './openSale.ts'
import { bidding, bids } from './parts/stages.ts'

/** Bidding time that suffices for slow machines; a bid in the last seconds extends the lot. */
const BIDDING_SECONDS = 30
/** The chunk that makes calls. */
const CLIENT = /\/assets\/exchange-[^/]+\.js$/

test.use({ ...IN_MOTION, world: { bidders: 3, lots: 2, rule: { extensionSeconds: 10 } } })
test.describe.configure({ timeout: 180_000 })

const is = (page: Page, kind: string) => expect(bidButton(page)).toHaveAttribute('data-kind', kind)
const lot = (page: Page, no: number): Locator =>
  page.getByRole('navigation', { name: '标的' }).getByRole('button', { name: new RegExp(`^(标的\\s*)?${no}\\b`) })

async function startBidding({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: '开始竞价' }).click()
  await page.getByLabel('竞价时长（秒）').fill(String(BIDDING_SECONDS))
  await page.getByRole('button', { name: '开放 2 个标的' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('two buyers and a host run a sale to its deals', { tag: '@phone' }, async ({ sale }) => {
  const { session, enter } = sale
  const host = await enter(session.host, undefined, DESK)
  const [one, two] = [await enter(session.bidders[0]!), await enter(session.bidders[1]!)]
  await expect(one.page.getByText('您的竞买号是 1')).toBeVisible()
  await startBidding(host)

  await is(one.page, 'canBid')
  await expect(bidButton(one.page)).toHaveText('出价 ¥1,000.00/m³')
  await press(one.page)
  await is(one.page, 'leading')
  await expect(two.page.getByText('1 号领先', { exact: true })).toBeVisible()
  await expect(bidButton(two.page)).toHaveText('出价 ¥1,010.00/m³')
  await press(two.page)
  await is(two.page, 'leading')

  await is(one.page, 'outbid')
  await one.page.getByRole('button', { name: '加 ¥10.00' }).click()
  await expect(bidButton(one.page)).toHaveText('被超过，出价 ¥1,030.00/m³')
  await press(one.page)
  await is(one.page, 'leading')
  await is(two.page, 'outbid')

  await lot(two.page, 2).click()
  await press(two.page)
  await is(two.page, 'leading')
  await expect(host.page.getByRole('button', { name: /^2 .*#2/ })).toBeVisible()

  // The lot closes.
  await expect(bidButton(one.page)).toHaveText('您已购得', { timeout: 90_000 })
  await expect(bidButton(two.page)).toHaveText('您已购得', { timeout: 30_000 })
  await expect(lot(one.page, 2)).toContainText('已成交')

  await host.page.getByRole('button', { name: '完成本场' }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: '完成本场' }).click()
  await expect(host.page.getByText('本场已完成，记录已封存。').first()).toBeVisible()
  await expect(one.page.getByRole('heading', { name: '您购得' })).toBeVisible()

  // The receipts verify offline, without the room.
  await one.page.getByRole('button', { name: /回执/ }).click()
  await expect(one.page.getByText('签名有效')).toHaveCount(2)
})

test(
  'a network that falls silent: the room says so within 8 s, refuses with the reason, and catches up by events',
  { tag: '@phone' },
  async ({ sale }) => {
    const { session, enter, badLink } = sale
    const link = await badLink()
    const mine = await enter(session.bidders[0]!, link)
    await bidding(sale)
    await is(mine.page, 'canBid')
    await press(mine.page)
    await is(mine.page, 'leading')

    link.blackhole()
    await expect(mine.page.getByText('正在重连 1/3')).toBeVisible({ timeout: 2 * LINK_DEAD_MS })
    await is(mine.page, 'linkLost')
    await expect(bidButton(mine.page)).toHaveText('离线，不能出价')
    await expect(mine.page.getByText(/价格截至 \d\d:\d\d:\d\d，非实时/)).toBeVisible()

    // The sale continues without this bidder.
    await bids(sale, 2, 1, '1010.00')
    await bidButton(mine.page).click({ force: true })
    await expect(mine.page.getByText('连接失败,请联系客服')).toBeVisible({ timeout: 30_000 })
    await is(mine.page, 'linkLost')

    link.restore()
    await is(mine.page, 'outbid')
    await expect(bidButton(mine.page)).toHaveText('被超过，出价 ¥1,020.00/m³')
    await expect(mine.page.getByText('在线', { exact: true })).toBeVisible()
    expect(mine.recovered.at(-1)).toBe(true)
    expect(mine.loads()).toBe(1)
  },
)

test(
  'a bid whose answer is lost is not repeated: back in reach, the room says what became of it',
  { tag: '@phone' },
  async ({ sale }) => {
    const { session, enter, badLink } = sale
    const link = await badLink()
    const host = await enter(session.host, undefined, DESK)
    const mine = await enter(session.bidders[0]!, link)
    await bidding(sale)
    await is(mine.page, 'canBid')

    link.blackhole('down')
    await press(mine.page)
    await is(mine.page, 'sending')
    await expect(host.page.getByRole('button', { name: /^1 .*#1/ })).toBeVisible()
    await is(mine.page, 'linkLost')
    link.restore()
    await is(mine.page, 'leading')
    await expect(mine.page.getByText(/会场已受理/)).toBeVisible({ timeout: 20_000 })
  },
)

test('a page that is loaded anew in the middle of a bid finds it again', { tag: '@phone' }, async ({ sale }) => {
  const { session, enter, badLink } = sale
  const link = await badLink()
  const host = await enter(session.host, undefined, DESK)
  const mine = await enter(session.bidders[0]!, link)
  await bidding(sale)
  await is(mine.page, 'canBid')

  link.blackhole('down')
  await press(mine.page)
  await is(mine.page, 'sending')
  await expect(host.page.getByRole('button', { name: /^1 .*#1/ })).toBeVisible()
  link.restore()
  // Files that load in the background may hold all six connections of the browser, and a reload would wait for one of
  // them: those that went silent are reset.
  link.resetAll()
  await mine.page.reload()
  await is(mine.page, 'leading')
  await mine.page.getByRole('button', { name: /回执/ }).click()
  await expect(mine.page.getByText('签名有效')).toHaveCount(1)
})

test('a buyer is not told to bid before the page has all that a bid takes', { tag: '@phone' }, async ({ sale }) => {
  const { session, enter } = sale
  const { page } = await enter(session.bidders[0]!)
  await bidding(sale)
  await is(page, 'canBid')

  await page.route(CLIENT, (route) => route.abort('connectionfailed'))
  await page.reload()
  await expect(page.getByRole('heading', { name: '页面的这一部分还没有加载出来。' })).toBeVisible()
  await expect(bidButton(page)).toHaveCount(0)
  await page.unroute(CLIENT)
  // The page may be reloading itself, which ends a reload that the test begins.
  await expect(async () => {
    await page.reload()
  }).toPass()
  await is(page, 'canBid')
})
