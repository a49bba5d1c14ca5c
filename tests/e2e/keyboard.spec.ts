import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DEMO_PASSWORD, signIn, test as demo } from './fixtures.ts'
import { bidButton, priceStands, test as room } from './openSale.ts'
import { reach } from './parts/keyboard.ts'
import { bidding, bids, SHORT_SECONDS } from './parts/stages.ts'

// Registration, certification and the agreement by keyboard: way-in.spec.ts. This goes on from there.

demo.describe('by keyboard alone', { tag: '@desktop' }, () => {
  demo.setTimeout(240_000)

  demo('a buyer signs up for a sale', async ({ page, context, server }) => {
    await signIn(context, server, 'buyer1')
    await page.goto('/')
    const sale = page.getByRole('article').filter({ hasText: '张家港保税区热带硬木竞价会' })
    await reach(page, sale.getByRole('button', { name: '报名' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    // Escape leaves everything as it was, and the focus where it came from.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(sale.getByRole('button', { name: '报名' })).toBeFocused()
    await page.keyboard.press('Enter')
    await reach(page, dialog.getByRole('button', { name: '报名' }))
    await page.keyboard.press('Enter')
    await expect(sale.getByText(/已报名，您的竞买号是 \d+/)).toBeVisible()
  })

  demo('a buyer makes a contract of a won lot, and signs it', async ({ page, context, server }) => {
    await signIn(context, server, 'buyer1')
    await page.goto('/user/order?state=unsigned')
    const main = page.getByRole('main')
    await reach(page, main.getByRole('article').first().getByRole('link', { name: '生成合同' }))
    await page.keyboard.press('Enter')
    await expect(main.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await reach(page, page.getByLabel('目的港'))
    await page.keyboard.type('张家港')
    await reach(page, main.getByRole('button', { name: '生成合同' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/order\/sign\/detail\?contractId=/)

    // A name that is typed is a signature, so no pointer is needed to draw one.
    await reach(page, main.getByRole('radio', { name: '手写' }))
    await page.keyboard.press('ArrowRight')
    const name = page.getByLabel('您的姓名')
    await reach(page, name)
    await page.keyboard.type('王伟')
    await reach(page, page.getByRole('checkbox', { name: /本人已阅读合同/ }))
    await page.keyboard.press('Space')
    await reach(page, page.getByLabel(/^(登录密码|您的密码|密码)$/))
    await page.keyboard.type(DEMO_PASSWORD)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(main.getByText('待卖方签署').first()).toBeVisible()
  })
})

room.use({ world: { bidders: 2, lots: 1, rule: { extensionSeconds: 10 } } })

room.describe('by keyboard alone, in the room', { tag: '@desktop' }, () => {
  room.setTimeout(180_000)

  const is = (page: Page, kind: string) =>
    expect(bidButton(page)).toHaveAttribute('data-kind', kind, { timeout: 30_000 })

  room('a buyer chooses a price on the ladder, bids, and answers a rival', async ({ sale }) => {
    const { page } = await sale.enter(sale.session.bidders[0]!)
    await expect(page.getByText('您的竞买号是 1')).toBeVisible()
    await bidding(sale)
    await is(page, 'canBid')

    const ladder = page.getByRole('slider')
    await reach(page, ladder)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(bidButton(page)).toHaveText('出价 ¥1,020.00/m³')
    await reach(page, bidButton(page))
    await expectAccessible(page)
    // The check keeps a slow page busy, and its link may be lost meanwhile.
    await is(page, 'canBid')
    await priceStands(page, 'heard')
    await expect(bidButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await is(page, 'leading')

    await bids(sale, 2, 1, '1030.00')
    await is(page, 'outbid')
    await expect(bidButton(page)).toHaveText('被超过，出价 ¥1,040.00/m³')
    // The price has changed under the focus: it stays where it was.
    await expect(bidButton(page)).toBeFocused()
    await priceStands(page, 'heard')
    await page.keyboard.press('Enter')
    await is(page, 'leading')
  })

  room('a buyer who leads at the end wins', async ({ sale }) => {
    const { page } = await sale.enter(sale.session.bidders[0]!)
    await expect(page.getByText('您的竞买号是 1')).toBeVisible()
    await bidding(sale, SHORT_SECONDS)
    await bids(sale, 1, 1, '1000.00')
    await is(page, 'leading')
    await expect(bidButton(page)).toHaveText('您已购得', { timeout: 60_000 })
  })
})
