import { expect } from '@playwright/test'
import { DESK, press, test } from './openSale.ts'

test.use({ world: { bidders: 1, lots: 1, rule: { extensionSeconds: 15 } } })
test.describe.configure({ timeout: 240_000 })

test(
  'a lot’s page left open follows its sale: the extension, the price, and the hammer',
  { tag: '@phone' },
  async ({ sale }, info) => {
    const { server, session, enter } = sale
    const host = await enter(session.host, undefined, DESK)
    const buyer = await enter(session.bidders[0]!)
    await host.page.getByRole('button', { name: '开始竞价' }).click()
    await host.page.getByLabel('竞价时长（秒）').fill('40')
    await host.page.getByRole('button', { name: '开放 1 个标的' }).click()
    await expect(host.page.getByRole('dialog')).toBeHidden()

    const outside = await buyer.context.newPage()
    await outside.goto(`${server.url}/target/detail/${session.lots[0]!.id}/${session.id}`)
    const main = outside.getByRole('main')
    await expect(main.getByText('距截止')).toBeVisible()
    // The bid comes so late that it extends the lot.
    await expect(main.getByRole('timer').first()).toHaveText(/^00:(0\d|1[0-2])$/, { timeout: 60_000 })
    await press(buyer.page)

    // At 0 the page asks, and shows the new deadline and the leading price.
    await expect(main.getByText('领先价 · 1 次出价')).toBeVisible({ timeout: 30_000 })
    await expect(main.getByRole('timer').first()).toHaveText(/^00:\d\d$/)
    await expect(main.getByText('距截止')).toBeVisible()
    // And at the next 0, until the lot is decided.
    await expect(main.getByText('已成交').first()).toBeVisible({ timeout: 60_000 })
    await expect(main.getByText('1,000.00').first()).toBeVisible()
    await expect(main.getByText('距截止')).toBeHidden()
    await outside.screenshot({ path: info.outputPath('sold.png') })
  },
)
