import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod'
import { signIn, test as demo } from './fixtures.ts'
import { bidButton, test } from './openSale.ts'
import { bidding, negotiation } from './parts/stages.ts'

// What is sent is what stood on the screen: texts as people write them, with Enter and with the button.

test.use({ world: { bidders: 1, lots: 2, rule: { extensionSeconds: 5, negotiationMinutes: 30 } } })
demo.use({ actionTimeout: 20_000 })
test.describe.configure({ timeout: 300_000 })

interface Row {
  readonly typed: string
  readonly expect: string
}
const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/typed.json'), 'utf8')) as Readonly<
  Record<'money' | 'quantity', readonly Row[]>
>

/** A number field in its form. */
interface Form {
  /** Where question and error stand. */
  readonly within: Locator
  readonly field: Locator
  readonly send: Locator
  /** The number in each request so far. */
  readonly sent: readonly string[]
  /** Opens the form anew, where it closes when it is sent. */
  readonly open?: () => Promise<void>
}

/** Records a number of the page's requests to a call. Each is refused, so the form stays as it is. */
async function refuse(page: Page, call: string, numberIn: (body: unknown) => unknown): Promise<string[]> {
  const sent: string[] = []
  await page.route(`**/prod-api${call}`, (route) => {
    sent.push(String(numberIn(route.request().postDataJSON())))
    return route.fulfill({ json: { code: 601, msg: 'refused' } })
  })
  return sent
}
const part = (name: string) => (body: unknown) => z.record(z.string(), z.unknown()).parse(body)[name]

const figures = (text: string): number => Number(text.replaceAll(',', ''))

/** Types every row, presses as often as a person would, and compares each request with the field at its press. */
async function check(rows: readonly Row[], { within, field, send, sent, open }: Form): Promise<void> {
  for (const way of ['Enter', 'button'] as const)
    for (const row of rows) {
      const name = `${row.typed} by ${way}`
      await open?.()
      await field.fill(row.typed)
      const before = sent.length
      const question = within.getByRole('alert').getByRole('button', { name: '无误，提交' })
      const error = within.locator('[id$="-error"]').first()
      // A reading first, a press that sends, an answer to the question about a far price: three at most.
      let stood = ''
      for (let presses = 0; presses < 3 && sent.length === before; presses += 1) {
        if (await error.isVisible()) break
        stood = await field.inputValue({ timeout: 20_000 })
        if (await question.isVisible()) await question.click()
        else if (way === 'Enter') await field.press('Enter')
        else await send.click()
        // The press sends, asks, complains, or shows another text, which the next press sends.
        await expect
          .poll(
            async () =>
              sent.length > before ||
              (await question.isVisible()) ||
              (await error.isVisible()) ||
              // A form that closes when it is sent takes its field along.
              (await field.inputValue({ timeout: 1_000 }).catch(() => stood)) !== stood,
            { message: name },
          )
          .toBe(true)
      }
      if (sent.length === before) {
        await expect(error, `${name}: a message stands`).toBeVisible()
        continue
      }
      expect(Number(sent.at(-1)), name).toBe(figures(stood))
      const wanted = /^[\d.]+/.exec(row.expect)?.[0]
      expect(Number(sent.at(-1)), name).toBe(Number(wanted))
      // The next row begins once the refusal has arrived.
      await expect(within.page().locator('button[aria-busy]')).toHaveCount(0)
    }
}

test('a ceiling is what the field showed', { tag: '@phone' }, async ({ sale }) => {
  const { page } = await sale.enter(sale.session.bidders[0]!)
  await bidding(sale)
  await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid', { timeout: 30_000 })
  const sent = await refuse(page, '/auction/biddingCeilingInfo/set', part('amount'))
  await page.getByRole('button', { name: '限价' }).first().click()
  const form = page.locator('form').filter({ has: page.getByLabel(/^最高出到/) })
  await check(CASES.money, {
    within: form,
    field: page.getByLabel(/^最高出到/),
    send: page.getByRole('button', { name: '设置最高限价' }),
    sent,
  })
  expect(sent).toContain('1500.00')
})

test('an offer is what its fields showed', { tag: '@phone' }, async ({ sale }) => {
  await negotiation(sale)
  const { page } = await sale.enter(sale.session.bidders[0]!)
  await expect(page.getByText('洽谈', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  const dialog = page.getByRole('dialog')
  const open = async () => {
    if (await dialog.isVisible()) return
    await page
      .getByRole('button', { name: /^(发起还价|重新还价)/ })
      .first()
      .click()
  }
  const shared = { within: dialog, send: dialog.getByRole('button', { name: '提交还价' }), open }
  const call = '/auction/biddingCounterOfferInfo/bidOrCounteroffer'
  const prices = await refuse(page, call, part('price'))
  await check(CASES.money, { ...shared, field: dialog.getByLabel('单价'), sent: prices })
  await page.unroute(`**/prod-api${call}`)
  const quantities = await refuse(page, call, part('quantity'))
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: '关闭' }).click()
  await check(CASES.quantity, { ...shared, field: dialog.getByLabel('数量'), sent: quantities })
  expect([prices.includes('1500.00'), quantities.includes('2.500')]).toEqual([true, true])
})

demo(
  'limit and deposit are what the operator’s fields showed',
  { tag: '@desktop' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'admin')
    await page.goto('/desk/sales')
    await page.locator('[data-open]').first().click()
    await page.getByRole('tab', { name: /竞买人/ }).click()
    await page
      .getByRole('button', { name: /的额度$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    for (const [label, button, call, name] of [
      ['CNY 额度', '设置', '/operator/sale/limit/set', 'most'],
      ['CNY 保证金', '保存', '/operator/company/deposit/set', 'amount'],
    ] as const) {
      const sent = await refuse(page, call, part(name))
      const field = dialog.getByLabel(label, { exact: true })
      const form = dialog.locator('form').filter({ has: page.getByLabel(label, { exact: true }) })
      await check(CASES.money, { within: form, field, send: form.getByRole('button', { name: button }), sent })
      expect(sent).toContain('1500.00')
    }
  },
)

demo(
  'price and quantity of a lot are what the seller’s fields showed',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'seller1')
    await page.goto('/seller/lots')
    await page.getByRole('link', { name: '新建标的' }).first().click()
    await writeLot(page)
    const form = page.getByRole('form', { name: '标的' })
    const send = form.getByRole('button', { name: '保存标的' })
    const content = (name: string) => (body: unknown) => part(name)(part('content')(body))
    const call = '/seller/lot/save'
    const prices = await refuse(page, call, content('startPrice'))
    await check(CASES.money, { within: form, field: form.getByLabel('起拍价'), send, sent: prices })
    await page.unroute(`**/prod-api${call}`)
    const quantities = await refuse(page, call, content('quantity'))
    await form.getByLabel('起拍价').fill('1200')
    await check(CASES.quantity, { within: form, field: form.getByLabel('数量'), send, sent: quantities })
    expect([prices.includes('1500.00'), quantities.includes('2.500')]).toEqual([true, true])
  },
)

async function writeLot(page: Page): Promise<void> {
  const choose = (label: string) => page.getByLabel(label, { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('中文名称').fill('堆场云杉原木')
  for (const label of ['树种', '产地', '等级', '品类', '贸易术语', '贸易区域', '贸易方式']) await choose(label)
  await page.getByLabel('长度').fill('4000')
  await page.getByLabel(/^检尺径/).fill('300-450')
  await page.getByLabel('数量').fill('30')
  await page.getByLabel('加价幅度').fill('10')
  await page.getByLabel('交货日期').fill('2029-03-31')
  await page.getByLabel('起运港').fill('汉堡')
  await page.getByLabel('到货港').fill('太仓')
  await page.getByLabel('交货地点').fill('太仓港堆场')
  await page.getByLabel('付款方式').fill('即期信用证')
}
