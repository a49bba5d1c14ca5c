import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { venueOf } from '../support/world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { operator } from './operator.ts'
import { depositSale } from './parts/depositSale.ts'
import { bidding } from './parts/stages.ts'

const [FIRST, SECOND] = ['恒林木业', '海川木业']

const rowOf = (desk: Page, name: string) => desk.getByRole('row').filter({ hasText: name })

/** Opens the dialog of a company's deposit. */
async function open(desk: Page, name: string) {
  await desk.getByRole('button', { name: `${name} 的保证金` }).click()
  return desk.getByRole('dialog')
}

test('a line of the bank counts for one company: for another it is refused, until it is taken back @desktop', async ({
  browser,
  server,
  store,
}) => {
  const { session } = await depositSale(store, [FIRST, SECOND])
  // Other runs on this server have lines of their own.
  const no = randomUUID().slice(0, 8)
  const desk = await operator(browser, server)
  await desk.goto(`/desk/sales/${session.id}?show=bidders`)

  // The common case asks for no more than before.
  let dialog = await open(desk, FIRST)
  await expect(dialog.getByLabel('银行明细号')).toBeHidden()
  await dialog.getByLabel('凭证号或原因').fill(`ICBC-${no.toUpperCase()}`)
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(desk, FIRST)).toContainText('200,000.00')

  // The same line in another writing, for another company.
  dialog = await open(desk, SECOND)
  await dialog.getByText('付款账号、银行明细号（选填）').click()
  await dialog.getByLabel('付款账号').fill('6222 0001')
  await dialog.getByLabel('凭证号或原因').fill(`icbc ${no}.`)
  await dialog.getByRole('button', { name: '登记' }).click()
  const reference = dialog.getByLabel('凭证号或原因')
  await expect(reference).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('alert')).toContainText(`已登记为${FIRST}在`)
  await expect(reference).toHaveValue(`icbc ${no}.`)
  await expect(dialog.getByLabel('付款账号')).toHaveValue('6222 0001')
  await expect(dialog.getByLabel('银行明细号')).toBeVisible()
  await expect(dialog.getByLabel('为何是另一笔')).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // The bidder leads when the entry, made for the wrong company, is corrected.
  await bidding({ server, session })
  const bidder = venueOf(server.url, session, session.bidders[0]!)
  expect(await bidder.bid(session.lots[0]!.id, '1000.00')).toMatchObject({ verdict: 'accepted' })
  dialog = await open(desk, FIRST)
  await dialog.getByLabel('类型').selectOption('correction')
  const amount = dialog.getByLabel(/^应更正为/)
  await expect(amount).toHaveValue('')
  await dialog.getByLabel('要更正的记录').selectOption('1')
  await amount.fill('0')
  await dialog.getByLabel('凭证号或原因').fill('登错企业')
  await dialog.getByRole('button', { name: '登记' }).click()
  const notice = dialog.getByRole('alert')
  await expect(notice).toContainText('额度现低于')
  await expect(notice).toContainText('32,450.00')
  const entries = dialog.getByRole('list', { name: '已有记录' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.last().getByRole('deletion')).toContainText('20,000.00')
  await expect(entries.last().getByRole('insertion')).toContainText('0.00')
  await expect(entries.first()).toContainText('第 1 条应为')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: '关闭' }).first().click()
  await expect(rowOf(desk, FIRST)).toContainText('额度低于已竞得及领先金额')

  // What was taken back may be recorded for the right company; what was typed is still there.
  dialog = await open(desk, SECOND)
  await expect(dialog.getByLabel('凭证号或原因')).toHaveValue(`icbc ${no}.`)
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(desk, SECOND)).toContainText('200,000.00')
  await desk.goto('/desk/rooms')
  await expect(desk.getByText('有额度低于已竞得及领先金额').first()).toBeVisible()
  await desk.context().close()
})
