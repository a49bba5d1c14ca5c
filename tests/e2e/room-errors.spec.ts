import { expect } from '@playwright/test'
import { start } from '../../src/contract/calls/index.ts'
import { venueOf } from '../support/world.ts'
import { bidButton, press, test } from './openSale.ts'

test.use({ world: { bidders: 2, lots: 1, rule: { extensionSeconds: 10 } } })
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

const BID = '**/prod-api/auction/biddingCounterOfferInfo/bidOrCounteroffer'

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
    await expect(page.locator('[data-deck]').getByText(/¥1,000\.00 未受理。\s*周日不受理/)).toBeVisible()
    await expect(page.getByText('正在向会场核实')).toHaveCount(0)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
    await page.unroute(BID)

    await page.route(BID, (route) => route.fulfill({ json: { code: 500, msg: '系统开小差' } }))
    await press(page)
    await expect(page.getByText('系统开小差')).toBeVisible()
    await expect(page.locator('[data-deck]').getByText('是否生效尚未确定')).toBeVisible()
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'checking')
    await page.unroute(BID)
    // Past its time limit and unknown to the room: it is safe to bid anew.
    await expect(page.locator('[data-deck]').getByText('未到达会场，不计入')).toBeVisible({ timeout: 30_000 })
    await press(page)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
  },
)
