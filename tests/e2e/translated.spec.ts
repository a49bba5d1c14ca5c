import { expect, type Page } from '@playwright/test'
import { bidButton, press, test } from './openSale.ts'
import { bidding } from './parts/stages.ts'
import { translate } from './parts/translate.ts'
import { venueOf } from '../support/world.ts'

// 44.2: a browser translates pages as it likes. What is pressed is what is seen, and the room stays.

test.use({ world: { bidders: 2, lots: 1 } })

const seconds = async (page: Page): Promise<string> => (await page.locator('[data-clock]').first().textContent()) ?? ''

for (const heeds of [true, false])
  test(
    `44.2 in a room translated by a browser that ${heeds ? 'heeds' : 'ignores'} translate="no", the button bids what it says`,
    { tag: '@phone' },
    async ({ sale }) => {
      const { server, session, enter } = sale
      await bidding(sale)
      const { page } = await enter(session.bidders[0]!)
      await expect(bidButton(page)).toHaveText(/¥1,000\.00/)
      await page.evaluate(translate, heeds)
      const clock = await seconds(page)
      await expect.poll(() => seconds(page)).not.toBe(clock)

      // A rival bids: the button says the new price, and a press bids it.
      const lot = session.lots[0]!.id
      const rival = venueOf(server.url, session, session.bidders[1]!)
      await rival.bid(lot, '1050.00')
      await expect(bidButton(page)).toHaveText(/¥1,060\.00/)
      await press(page)
      await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
      expect(await rival.biddingInfo(lot)).toMatchObject({
        price: '1060.00',
        leader: session.bidders[0]!.biddingNumber,
      })

      // Steps, too.
      await rival.bid(lot, '1070.00')
      await expect(bidButton(page)).toHaveText(/¥1,080\.00/)
      await page.getByRole('button', { name: '加 ¥10.00' }).click()
      await expect(bidButton(page)).toHaveText(/¥1,090\.00/)
      await press(page)
      await expect.poll(async () => (await rival.biddingInfo(lot)).price).toBe('1090.00')
      await expect(page.getByText('页面无法显示')).toHaveCount(0)
    },
  )

test(
  '44.2 a ceiling whose dialog was open when the translation came shows the price of now, and is set as typed',
  { tag: '@phone' },
  async ({ sale }) => {
    const { server, session, enter } = sale
    await bidding(sale)
    const { page } = await enter(session.bidders[0]!)
    await expect(bidButton(page)).toHaveText(/¥1,000\.00/)
    await page.getByRole('button', { name: '限价' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('¥1,000.00')
    await page.evaluate(translate, false)

    const lot = session.lots[0]!.id
    const rival = venueOf(server.url, session, session.bidders[1]!)
    await rival.bid(lot, '1050.00')
    await expect(dialog).toContainText('¥1,050.00')
    const field = dialog.getByRole('textbox')
    await field.fill('1200')
    await expect(dialog.locator('form > p[id]')).toContainText(/¥[\d,]+\.\d\d/)
    await dialog.locator('button[type="submit"]').click()
    // The ceiling bids a step above the rival.
    await expect.poll(() => rival.biddingInfo(lot)).toMatchObject({ price: '1060.00', leader: 1 })
    await expect(page.getByText('页面无法显示')).toHaveCount(0)
    // The dialog stays, with the ceiling that is set.
    await expect(dialog).toContainText('¥1,200.00')
    await expect(dialog.locator('button[type="submit"]')).toHaveText('修改最高限价')
  },
)

test(
  '44.2 a host whose dialog was open when the translation came opens the lots that it names',
  { tag: '@desktop' },
  async ({ sale }) => {
    const { session, enter } = sale
    const { page } = await enter(session.host)
    await page.getByRole('button', { name: '开始竞价' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('竞价时长（秒）').fill('60')
    await page.evaluate(translate, false)
    await dialog.getByRole('button', { name: '开放 1 个标的' }).click()
    await expect(dialog).toBeHidden()
    const bidder = await enter(session.bidders[0]!)
    await expect(bidButton(bidder.page)).toHaveText(/¥1,000\.00/)
    // The dialog stays open through bids and the lot's end.
    await press(bidder.page)
    await expect(page.getByRole('button', { name: /^1 .*#1/ })).toBeVisible()
    await expect(page.getByText('页面无法显示')).toHaveCount(0)
  },
)
