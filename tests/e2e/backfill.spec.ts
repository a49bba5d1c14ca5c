import { expect, type Page } from '@playwright/test'
import { HISTORY_PAGE } from '../../src/contract/constants.ts'
import { messageAdd, start } from '../../src/contract/calls/index.ts'
import { venueOf, type Member } from '../support/world.ts'
import { DESK, test } from './openSale.ts'

test.use({ world: { bidders: 3, lots: 3, rule: { extensionSeconds: 10 } } })
test.describe.configure({ timeout: 180_000 })

const HISTORY = '/prod-api/auction/venue/history'
const BIDS = 30

/** Calls that fetch the log, in the order in which they begin. */
function historyCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(HISTORY)) calls.push(new URL(request.url()).search)
  })
  return calls
}

/** On a phone a buyer has the log one press away, host and seller in a tab. */
async function openLog(page: Page, { identity }: Member, isMobile: boolean): Promise<void> {
  if (!isMobile) return
  if (identity === 1 || identity === 4) await page.getByRole('button', { name: '记录', exact: true }).click()
  else await page.getByRole('tab', { name: '消息' }).click()
}

const log = (page: Page) => page.getByRole('list', { name: '记录' })

test(
  'opened anew in the middle of a sale: every part has the whole log within two round trips',
  { tag: ['@desktop', '@walk'] },
  async ({ sale, isMobile }) => {
    const { server, session, enter } = sale
    const by = (member: Member) => venueOf(server.url, session, member)
    const [lot] = session.lots
    const of = { scheduleTimelineId: session.id }
    await by(session.host).call(messageAdd, { body: { ...of, content: '欢迎各位' } })
    await by(session.host).call(start, { body: { ...of, contractObjectIds: null, biddingSeconds: 600 } })
    for (let i = 0; i < BIDS; i++) {
      const price = `${1_000 + i * 10}.00`
      await by(session.bidders[i % 2]!).bid(lot!.id, price)
    }
    await by(session.seller).call(messageAdd, { body: { ...of, content: '第一批已到港' } })

    for (const member of [session.host, session.seller, session.bidders[0]!, session.audience]) {
      const { page } = await enter(member)
      const calls = historyCalls(page)
      // Begins from the cached state, whatever the first opening did.
      await expect(page.getByText('北京时间').first()).toBeVisible()
      await page.reload()
      calls.length = 0
      await openLog(page, member, isMobile)
      const lines = log(page)
      await expect(lines.getByText('本场已发布')).toHaveCount(1)
      await expect(lines.getByText('欢迎各位')).toHaveCount(1)
      await expect(lines.getByText('第一批已到港')).toHaveCount(1)
      await expect(lines.getByText('出价', { exact: false })).toHaveCount(BIDS)
      await expect(lines.locator('[aria-busy]')).toHaveCount(0)
      expect(calls.length, `round trips of identity ${member.identity}`).toBeLessThanOrEqual(2)
      if (member.identity === 3)
        await expect(page.locator('dl').filter({ hasText: '未成交' })).toContainText(`出价${BIDS}`)
    }
  },
)

test(
  'the log of a long sale comes in two answers, the newest entries first',
  { tag: ['@desktop', '@walk'] },
  async ({ sale }) => {
    const { server, session, enter } = sale
    const host = venueOf(server.url, session, session.host)
    const of = { scheduleTimelineId: session.id }
    const many = HISTORY_PAGE + 150
    for (let i = 1; i <= many; i++) await host.call(messageAdd, { body: { ...of, content: `第 ${i} 条` } })

    const { page } = await enter(session.audience, undefined, DESK)
    const calls = historyCalls(page)
    await page.reload()
    await expect(log(page).getByText(`第 ${many} 条`, { exact: true })).toBeVisible()
    await expect(log(page).locator('[aria-busy]')).toHaveCount(0)
    await expect.poll(() => calls.length).toBe(2)
    // Scroll to the very beginning.
    const earlier = page.getByRole('button', { name: '查看更早的记录' })
    const first = log(page).getByText('第 1 条', { exact: true })
    await expect(async () => {
      if (await earlier.isVisible()) await earlier.click()
      await expect(first).toBeAttached({ timeout: 500 })
    }).toPass()
    expect(calls.length).toBe(2)
  },
)

test('a log that does not come says so, and comes when it can', { tag: '@desktop' }, async ({ sale }) => {
  const { server, session, enter } = sale
  const of = { scheduleTimelineId: session.id }
  await venueOf(server.url, session, session.host).call(messageAdd, { body: { ...of, content: '欢迎各位' } })
  const { page } = await enter(session.seller, undefined, DESK)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${HISTORY}*`, async (route) => {
    await asked
    await route.fulfill({ json: { code: 500, msg: '系统出错' } })
  })
  await page.reload()
  // A skeleton while the lines load.
  await expect(log(page).locator('[aria-busy]')).toBeVisible()
  answer()
  await expect(page.getByText('较早的记录加载失败。')).toBeVisible()
  await page.unroute(`**${HISTORY}*`)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(log(page).getByText('本场已发布')).toBeVisible()
})

test(
  'a log at its end stays there when its window shrinks, and a reader further up stays too',
  { tag: '@desktop' },
  async ({ sale }) => {
    const { server, session, enter } = sale
    const host = venueOf(server.url, session, session.host)
    const of = { scheduleTimelineId: session.id }
    for (let i = 1; i <= 60; i++) await host.call(messageAdd, { body: { ...of, content: `第 ${i} 条` } })
    const { page } = await enter(session.audience, undefined, DESK)
    const line = (i: number) => log(page).getByText(`第 ${i} 条`, { exact: true })
    await expect(line(60)).toBeInViewport({ ratio: 1 })

    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width, height: height - 200 })
    await expect(line(60)).toBeInViewport({ ratio: 1 })

    await line(20).evaluate((element) => element.scrollIntoView())
    await expect(line(60)).not.toBeInViewport()
    await page.setViewportSize({ width, height })
    await expect(line(20)).toBeInViewport({ ratio: 1 })
    await expect(line(60)).not.toBeInViewport()
  },
)
