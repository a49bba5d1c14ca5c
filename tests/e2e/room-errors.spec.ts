import { expect, type Page } from '@playwright/test'
import { COOKIES } from '../../src/contract/constants.ts'
import { start } from '../../src/contract/calls/index.ts'
import { venueOf } from '../support/world.ts'
import { bidButton, press, test } from './openSale.ts'

test.use({ world: { bidders: 2, lots: 1, rule: { extensionSeconds: 10 } } })
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

const SAY = '**/prod-api/auction/biddingMsgInfo/add'
const BID = '**/prod-api/auction/biddingCounterOfferInfo/bidOrCounteroffer'
const MAYBE = '操作可能已经生效，请先核对会场显示的内容再重试。'

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('向会场发言')
  const log = page.getByRole('button', { name: '记录', exact: true })
  await expect(box.or(log)).toBeVisible()
  if (!(await box.isVisible())) await log.click()
  await box.fill(text)
  await page.getByRole('button', { name: '发送' }).click()
}

test(
  'a message: the server’s words for every code, those of the link where no code came',
  { tag: '@desktop' },
  async ({ sale }) => {
    const { session, enter } = sale
    const { page } = await enter(session.bidders[0]!)
    for (const code of [500, 601, 777]) {
      await page.route(SAY, (route) => route.fulfill({ json: { code, msg: `服务器说 ${code}` } }))
      await say(page, '你好')
      await expect(page.getByText(`服务器说 ${code}`)).toBeVisible()
      await expect(page.getByText(MAYBE)).toHaveCount(0)
      // The input is still there.
      await expect(page.getByLabel('向会场发言')).toHaveValue('你好')
      await page.unroute(SAY)
    }
    await page.route(SAY, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await say(page, '你好')
    await expect(page.getByText('系统接口 502 异常。')).toBeVisible()
    await expect(page.getByText(MAYBE)).toBeVisible()
    await page.unroute(SAY)
    await page.route(SAY, (route) => route.abort('connectionfailed'))
    await say(page, '你好')
    await expect(page.getByText('网络连接异常，服务器没有应答。')).toBeVisible()
    await page.unroute(SAY)
    await say(page, '你好')
    await expect(page.getByRole('list', { name: '记录' }).getByText('你好')).toBeVisible()
  },
)

test(
  'a bid: an answer is shown and decides it; where it is open, that is said besides',
  { tag: '@phone' },
  async ({ sale }) => {
    const { server, session, enter } = sale
    await venueOf(server.url, session, session.host).call(start, {
      body: { scheduleTimelineId: session.id, contractObjectIds: null, biddingSeconds: 600 },
    })
    const { page } = await enter(session.bidders[0]!)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')

    await page.route(BID, (route) => route.fulfill({ json: { code: 777, msg: '周日不受理' } }))
    await press(page)
    await expect(page.getByText(/¥1,000 未受理。\s*周日不受理/)).toBeVisible()
    await expect(page.getByText('正在向会场核实')).toHaveCount(0)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
    await page.unroute(BID)

    await page.route(BID, (route) => route.fulfill({ json: { code: 500, msg: '系统开小差' } }))
    await press(page)
    await expect(page.getByText('系统开小差')).toBeVisible()
    await expect(page.getByText('是否生效尚未确定')).toBeVisible()
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'checking')
    await page.unroute(BID)
    // Its time is up, the room has never seen it: one may safely bid anew.
    await expect(page.getByText('未到达会场，不计入')).toBeVisible({ timeout: 30_000 })
    await press(page)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
  },
)

test(
  'an ended visit: what is stored of the room is cleared, and the home page says why',
  { tag: '@desktop' },
  async ({ sale }) => {
    const { session, enter } = sale
    const { page, context } = await enter(session.bidders[0]!)
    await expect(page.getByText('您的竞买号是 1')).toBeVisible()
    await page.route('**/prod-api/auction/biddingMsgInfo/add', (route) =>
      route.fulfill({ json: { code: 401, msg: '登录已失效', reason: 'auth.token_expired' } }),
    )
    await say(page, '你好')
    await expect(page).toHaveURL(/\/(index)?$/)
    await expect(page.getByText('无效的会话，或者会话已过期，请重新登录。')).toBeVisible()
    const left = (await context.cookies()).map(({ name }) => name)
    for (const name of [
      COOKIES.stageType,
      COOKIES.identity,
      COOKIES.venueInfo,
      COOKIES.venueToken,
      COOKIES.venueStatus,
    ])
      expect(left).not.toContain(name)
  },
)
