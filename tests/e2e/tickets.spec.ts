import AxeBuilder from '@axe-core/playwright'
import { readFile } from 'node:fs/promises'
import { cutLink, expect, expectNoSidewaysScroll } from './fixtures.ts'
import { bidButton, DESK, PHONE, press, test } from './openSale.ts'

// A deal's tickets: the receipt of a bid, the wallet after the hammer, without a network, and as a picture.

test.describe.configure({ timeout: 180_000 })
test.use({ world: { bidders: 1, lots: 1, rule: { extensionSeconds: 5 } } })

const PNG = '89504e470d0a1a0a'

test(
  'a bid leaves a receipt, a deal a sealed ticket; the wallet opens without a network and gives pictures away',
  { tag: '@phone' },
  async ({ sale }) => {
    const { server, session, enter } = sale
    const [bidder] = session.bidders
    const record = JSON.stringify({ account: bidder!.account, endsAt: Date.now() + 3_600_000 })
    const signedIn = {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'session', value: record }] }],
    }
    const host = await enter(session.host, undefined, DESK)
    const { page } = await enter(bidder!, undefined, { ...PHONE, storageState: signedIn })
    await host.page.getByRole('button', { name: '开始竞价' }).click()
    await host.page.getByLabel('竞价时长（秒）').fill('25')
    await host.page.getByRole('button', { name: '开放 1 个标的' }).click()
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
    await press(page)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')

    await page.getByRole('button', { name: /回执/ }).click()
    const receipt = page.getByRole('dialog').locator('[data-ticket=bid]')
    for (const text of ['出价回执', '1 号标的', '竞买号1', '¥1,000.00/m³ × ', '签名有效'])
      await expect(receipt).toContainText(text)
    // The timber and the money first; hashes for those who ask.
    await expect(receipt.getByText('公钥编号')).toBeHidden()
    await receipt.getByText('技术信息').click()
    await expect(receipt.getByText('公钥编号')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bidButton(page)).toHaveText('您已购得', { timeout: 60_000 })

    await page.goto(`${server.url}/user/tickets`)
    const tickets = page.locator('[data-ticket]')
    await expect(tickets).toHaveCount(3)
    const won = page.locator('[data-ticket=won]')
    await expect(won).toContainText('成交')
    await expect(page.locator('[data-ticket=bid]')).toContainText('签名有效')
    await expect(page.locator('[data-ticket=sale]')).toContainText('竞买号1')
    await expectNoSidewaysScroll(page)
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

    await cutLink(page)
    await page.reload()
    await expect(tickets).toHaveCount(3)
    await expect(page.locator('[data-ticket=bid]')).toContainText('¥1,000.00/m³ × ')
    await expect(page.locator('main').getByText(/^数据截至/)).toBeVisible()
    const given = page.waitForEvent('download')
    await won.getByRole('button', { name: '分享图片' }).click()
    const picture = await readFile(await (await given).path())
    expect(picture.subarray(0, 8).toString('hex')).toBe(PNG)
  },
)
