import { expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod'
import type { Visit } from '../support/visit.ts'
import { bidButton, DESK, PHONE, press, type OpenSale, test } from './openSale.ts'
import { bidding, bids, CLOSES, dealByOffer, LONG_SECONDS, negotiation, SHORT_SECONDS } from './parts/stages.ts'

// A host, a seller and two buyers negotiate what the bidding left, by their screens.

test.use({ world: { bidders: 2, lots: 4, rule: { extensionSeconds: 5, negotiationMinutes: 30 } } })
test.describe.configure({ timeout: 240_000 })

/** The shortest duration in the form. An offer that should expire in the test is sent with less. */
const OPEN_MINUTES = 2
const OPEN_MS = 20_000
/** A reopening is announced half a minute ahead. */
const REOPENS = { timeout: 60_000 }

const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Presses a button of the dialog with that title. */
const ok = (page: Page, title: string, name: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name }).click()
const lot = (page: Page, no: string): Locator =>
  page
    .getByRole('navigation', { name: '标的' })
    .getByRole('button', { name: new RegExp(`^(标的\\s*)?${no}(?![-\\d])`) })
/** Offers on the selected lot. */
const offers = (page: Page): Locator => page.getByRole('region', { name: /号标的还价$/ })

interface Terms {
  readonly price: string
  readonly quantity?: string
  readonly note?: string
  readonly minutes?: number
}

async function fill(page: Page, { price, quantity, note, minutes }: Terms): Promise<void> {
  const form = dialog(page)
  await form.getByLabel('单价').fill(price)
  if (quantity !== undefined) await form.getByLabel('数量').fill(quantity)
  if (note !== undefined) await form.getByLabel('备注').fill(note)
  if (minutes !== undefined) await form.getByLabel('有效期').selectOption(String(minutes))
  await form.getByRole('button', { name: '提交还价' }).click()
  await expect(form).toBeHidden()
}

async function offer(page: Page, no: string, terms: Terms): Promise<void> {
  await lot(page, no).click()
  await offers(page)
    .getByRole('button', { name: /^(发起还价|重新还价)/ })
    .click()
  await fill(page, terms)
}

/** An offer in the seller's list of all offers, or at its lot for the host. */
const card = (page: Page, no: string, who: string): Locator =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^\\s*${no} 号标的\\s*${who}`) })

async function openRound({ page }: Visit, button: string, seconds: number, lots: number): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await dialog(page).getByLabel('竞价时长（秒）').fill(String(seconds))
  await dialog(page)
    .getByRole('button', { name: `开放 ${lots} 个标的` })
    .click()
  await expect(dialog(page)).toBeHidden()
}

const asHost = ({ session, enter }: OpenSale) => enter(session.host, undefined, DESK)
const asSeller = ({ session, enter }: OpenSale) => enter(session.seller, undefined, DESK)
/** The first buyer, on a phone. */
const asAnna = ({ session, enter }: OpenSale) => enter(session.bidders[0]!, undefined, PHONE)
/** The second buyer, at a desk. */
const asBen = ({ session, enter }: OpenSale) => enter(session.bidders[1]!, undefined, DESK)

test('a first round without a bid, and a second one', { tag: '@desktop' }, async ({ sale }) => {
  const [host, anna] = [await asHost(sale), await asAnna(sale)]
  await openRound(host, '开始竞价', 1, 4)
  await expect(host.page.getByText('未成交').first()).toBeVisible(CLOSES)
  await expect(host.page.getByRole('button', { name: '追加轮次' })).toBeEnabled({ timeout: 30_000 })
  await openRound(host, '追加轮次', LONG_SECONDS, 4)
  await expect(anna.page.getByText('第 2 轮')).toBeVisible()
  await lot(anna.page, '4').click()
  await expect(bidButton(anna.page)).toHaveAttribute('data-kind', 'canBid')
  await press(anna.page)
  await expect(bidButton(anna.page)).toHaveAttribute('data-kind', 'leading')
})

test('a lot is sold, and the host moves on to the negotiation', { tag: '@desktop' }, async ({ sale }) => {
  const [host, seller] = [await asHost(sale), await asSeller(sale)]
  const [anna, ben] = [await asAnna(sale), await asBen(sale)]
  await expect(lot(anna.page, '4')).toBeVisible()
  await bidding(sale, SHORT_SECONDS)
  await bids(sale, 1, 4, '1000.00')
  await expect(lot(anna.page, '4')).toContainText('已购得', CLOSES)

  await host.page.getByRole('button', { name: '调整阶段' }).click()
  await ok(host.page, '调整阶段', '进入洽谈')
  await ok(host.page, '进入洽谈阶段？', '进入洽谈')
  for (const { page } of [host, seller, anna, ben])
    await expect(page.getByText('洽谈', { exact: true }).first()).toBeVisible()
})

test('an offer that is left alone ends by itself; no rival sees it', { tag: '@desktop' }, async ({ sale }) => {
  await negotiation(sale)
  const [seller, anna, ben] = [await asSeller(sale), await asAnna(sale), await asBen(sale)]
  // A rival does not see the offer.
  await lot(ben.page, '3').click()
  const address = '**/bidOrCounteroffer'
  await anna.page.route(address, (route) => {
    const body = z.record(z.string(), z.unknown()).parse(route.request().postDataJSON())
    return route.continue({ postData: { ...body, expiresAt: new Date(Date.now() + OPEN_MS).toISOString() } })
  })
  await offer(anna.page, '3', { price: '700', note: '只要整批', minutes: OPEN_MINUTES })
  // The form closes before its offer is sent.
  await expect(offers(anna.page)).toContainText('¥700.00')
  await anna.page.unroute(address)
  await expect(offers(anna.page)).toContainText('有效')
  await expect(card(seller.page, '3', '1 号')).toContainText('只要整批')
  await expect(offers(ben.page)).toContainText('您尚未对该标的还价')

  await expect(offers(anna.page)).toContainText('已失效', { timeout: 2 * OPEN_MS })
  await expect(card(seller.page, '3', '1 号')).toContainText('已失效')
})

test(
  'two offers for one lot: the seller counters one of them, and it is accepted',
  { tag: '@desktop' },
  async ({ sale }) => {
    await negotiation(sale)
    const [seller, anna, ben] = [await asSeller(sale), await asAnna(sale), await asBen(sale)]
    await offer(anna.page, '1', { price: '900' })
    await offer(ben.page, '1', { price: '920' })
    await card(seller.page, '1', '2 号').getByRole('button', { name: '还价' }).click()
    await fill(seller.page, { price: '960', note: '最低价' })
    const counter = offers(ben.page).getByRole('listitem').filter({ hasText: '最低价' })
    await expect(counter).toContainText('¥960.00')
    await lot(anna.page, '1').click()
    await expect(offers(anna.page)).not.toContainText('最低价')
    await counter.getByRole('button', { name: '接受' }).click()
    await expect(dialog(ben.page)).toContainText('¥31,152.00')
    await ok(ben.page, '接受该还价？', '接受')
    await expect(lot(ben.page, '1')).toContainText('已购得')
    await expect(lot(anna.page, '1')).toContainText('已成交')
    await expect(card(seller.page, '1', '1 号')).toContainText('已失效')
  },
)

test(
  'a part of a lot: declined, offered again, accepted; the rest stays on offer',
  { tag: '@desktop' },
  async ({ sale }) => {
    await negotiation(sale)
    const [seller, anna, ben] = [await asSeller(sale), await asAnna(sale), await asBen(sale)]
    await offer(anna.page, '2', { price: '800', quantity: '10' })
    await card(seller.page, '2', '1 号').getByRole('button', { name: '拒绝' }).click()
    await expect(offers(anna.page)).toContainText('已拒绝')
    await offer(anna.page, '2', { price: '850', quantity: '10' })
    await card(seller.page, '2', '1 号').filter({ hasText: '¥850.00' }).getByRole('button', { name: '接受' }).click()
    await ok(seller.page, '接受该还价？', '接受')
    await expect(lot(anna.page, '2-1')).toContainText('已购得')
    await expect(lot(anna.page, '2')).toContainText('未成交')
    await offer(ben.page, '2', { price: '810' })
    await expect(offers(ben.page)).toContainText('22.45 m³')
    await offers(ben.page).getByRole('button', { name: '撤回' }).click()
    await expect(offers(ben.page)).toContainText('已撤回')
  },
)

test(
  'closed for a moment: nothing moves; reopened, it goes on; meanwhile the people list tells the host alone',
  { tag: ['@desktop', '@walk'] },
  async ({ sale }) => {
    await negotiation(sale)
    const [host, seller] = [await asHost(sale), await asSeller(sale)]
    const [anna, ben] = [await asAnna(sale), await asBen(sale)]

    await test.step('nothing moves', async () => {
      await host.page.getByRole('button', { name: '临时关闭' }).click()
      await dialog(host.page).getByLabel('向所有人说明').fill('茶歇十分钟')
      await ok(host.page, '临时关闭会场？', '临时关闭')
      for (const { page } of [seller, anna, ben]) await expect(page.getByText('茶歇十分钟').first()).toBeVisible()
      await lot(ben.page, '3').click()
      await offers(ben.page).getByRole('button', { name: '发起还价' }).click()
      await dialog(ben.page).getByLabel('单价').fill('710')
      await dialog(ben.page).getByRole('button', { name: '提交还价' }).click()
      await expect(offers(ben.page)).toContainText('未受理')
      await host.page.getByRole('button', { name: '重新开放' }).click()
      await ok(host.page, '重新开放会场？', '重新开放')
      await expect(anna.page.getByText(/会场将于 .* 重新开放/).first()).toBeVisible()
    })

    await test.step('the people list has all that the host may know, and no other role has it', async () => {
      await host.page.getByRole('tab', { name: '人员' }).click()
      const person = host.page.getByRole('listitem').filter({ hasText: '1 号' })
      await expect(person).toContainText('江南木业')
      await expect(person).toContainText('李雷女士')
      await expect(person).toContainText('+8613800000000')
      await expect(person).toContainText(/良好 \d+ 毫秒|在线/)
      await expect(person).toContainText('账号类型买方')
      await expect(person).toContainText('来源手机')
      await expect(person).toContainText(/在线时长(\d+ 分钟|不到 1 分钟)/)
      await expect(person).toContainText(/登录时间\d\d:\d\d:\d\d/)
      await expect(host.page.getByRole('listitem').filter({ hasText: '2 号' })).toContainText('来源电脑')
      for (const { page } of [seller, anna, ben]) {
        await expect(page.getByRole('tab', { name: '人员' })).toHaveCount(0)
        await expect(page.getByText('+8613800000000')).toHaveCount(0)
      }
    })

    await expect(anna.page.getByText('茶歇十分钟').first()).toBeHidden(REOPENS)
  },
)

test('the host ends it; lots without a buyer have failed to sell', { tag: '@desktop' }, async ({ sale }) => {
  await negotiation(sale)
  await dealByOffer(sale, 1, 4, '1000.00')
  await dealByOffer(sale, 2, 1, '960.00')
  const [host, anna, ben] = [await asHost(sale), await asAnna(sale), await asBen(sale)]
  await host.page.getByRole('button', { name: '调整阶段' }).click()
  await ok(host.page, '调整阶段', '结束洽谈')
  await ok(host.page, '结束洽谈阶段？', '结束洽谈')
  await host.page.getByRole('button', { name: '完成本场' }).click()
  await ok(host.page, '完成本场竞价？', '完成本场')
  await expect(anna.page.getByRole('heading', { name: '您购得' })).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: '您购得' })).toBeVisible()
})
