import { expect } from '@playwright/test'
import { test } from './openSale.ts'
import { bidding, bids } from './parts/stages.ts'

test.use({ world: { bidders: 1, lots: 1, rule: { extensionSeconds: 15 } } })
test.describe.configure({ timeout: 180_000 })

/** Long enough to load a page in it on a slow machine. */
const ROUND_SECONDS = 20

test(
  'a lot’s page left open follows its sale: the extension, the price, and the hammer',
  { tag: '@phone' },
  async ({ sale }, info) => {
    const { server, session, enter } = sale
    const { page } = await enter(session.bidders[0]!)
    // Loaded once before, so that the page in the round is soon there.
    await page.goto(`${server.url}/target/detail/${session.lots[0]!.id}/${session.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('1,000.00').first()).toBeVisible()

    await bidding(sale, ROUND_SECONDS)
    await page.reload()
    await expect(main.getByText('距截止')).toBeVisible()
    // The bid comes so late that it extends the lot.
    await expect(main.getByRole('timer').first()).toHaveText(/^00:0[0-8]$/, { timeout: 60_000 })
    await bids(sale, 1, 1, '1000.00')

    // At 0 the page asks, and shows the new deadline and the leading price.
    await expect(main.getByText('领先价 · 1 次出价')).toBeVisible({ timeout: 30_000 })
    await expect(main.getByRole('timer').first()).toHaveText(/^00:\d\d$/)
    await expect(main.getByText('距截止')).toBeVisible()
    // And at the next 0, until the lot is decided.
    await expect(main.getByText('已成交').first()).toBeVisible({ timeout: 60_000 })
    await expect(main.getByText('1,000.00').first()).toBeVisible()
    await expect(main.getByText('距截止')).toBeHidden()
    await page.screenshot({ path: info.outputPath('sold.png') })
  },
)
