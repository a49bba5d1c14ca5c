import type { Locator, Page } from '@playwright/test'
import { drawn, expect } from '../fixtures.ts'
import { test } from './house.ts'
import { concludeContract, makeContract } from './steps/contracts.ts'
import { inDialog, main } from './steps/page.ts'
import { complete, openLots } from './steps/room.ts'
import { enter } from './steps/signUp.ts'

// 31, must show 6: what each person reads after a deal is undone. Pictures are kept beside the run's record.

test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 60_000 })

const PICTURES = 'test-results/dead-ends'
const LOT = '沙比利锯材 002'

/** Opens a page of the app and keeps its picture under this name. */
async function looks(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await expect(main(page)).toBeVisible()
  await drawn(page)
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

async function openDeals(desk: Page, sale: string): Promise<void> {
  await desk.goto(sale)
  await desk.getByRole('tab', { name: /成交/ }).click()
}

test('31 a deal whose contract is complete is not cancelled, and all three read so @desktop @walk', async ({
  exchange,
}) => {
  const { page, people, sale } = await exchange('resold', { lots: 6 })
  const [desk, mill, joiner] = [await page('operator'), await page('mill'), await page('joiner')]
  const number = await makeContract(joiner, people.joiner.name)
  await concludeContract(mill, desk, number, people.mill.name)
  await openDeals(desk, sale.path)
  await desk.getByRole('button', { name: '取消成交… 5' }).click()
  await expect(desk.getByRole('dialog')).toContainText('的成交不能取消')
  await expect(desk.getByRole('dialog')).toContainText(number)
  await desk.screenshot({ path: `${PICTURES}/complete-desk.png` })
  await looks(joiner, '/user/order', 'complete-buyer-orders')
  await looks(mill, '/user/contract', 'complete-seller-contracts')
})

test('31 a deal is undone while its contract waits: buyer, seller and the next bidder read what follows @desktop @walk', async ({
  exchange,
}) => {
  const { page, people, sale } = await exchange('sealed', { lots: 6 })
  const [desk, mill, joiner, floors] = [
    await page('operator'),
    await page('mill'),
    await page('joiner'),
    await page('floors'),
  ]
  const number = await makeContract(joiner, people.joiner.name, LOT)
  await openDeals(desk, sale.path)
  await desk.getByRole('button', { name: '取消成交… 2' }).click()
  const asks = desk.getByRole('dialog')
  for (const said of [number, people.joiner.company, people.mill.company]) await expect(asks).toContainText(said)
  await desk.screenshot({ path: `${PICTURES}/undone-desk-dialog.png` })
  await asks.getByRole('textbox', { name: '原因' }).fill('买方未按约付款。')
  await inDialog(desk, '取消成交').click()
  await expect(asks).toBeHidden()

  await looks(joiner, '/user/order', 'undone-buyer-orders')
  await expect(main(joiner)).toContainText('买方未按约付款。')
  await looks(joiner, '/user/contract', 'undone-buyer-contracts')
  await main(joiner).getByRole('link', { name: number }).click()
  await expect(main(joiner)).toContainText('已终止')
  await joiner.screenshot({ path: `${PICTURES}/undone-buyer-contract.png`, fullPage: true })
  await looks(joiner, '/user/notifications', 'undone-buyer-notices')
  await expect(main(joiner)).toContainText('买方未按约付款。')
  await looks(mill, '/user/notifications', 'undone-seller-notices')
  await expect(main(mill)).toContainText('买方未按约付款。')
  await looks(mill, '/user/contract', 'undone-seller-contracts')

  await desk.getByRole('button', { name: '询问下一位竞买人… 2' }).click()
  await inDialog(desk, '发出询问').click()
  await expect(desk.getByRole('row').filter({ hasText: `2 · ${LOT}` })).toContainText(people.floors.company)
  await desk.screenshot({ path: `${PICTURES}/undone-desk-asked.png`, fullPage: true })
  await looks(floors, '/user/notifications', 'undone-next-notices')
  await looks(floors, '/user/order', 'undone-next-orders')
  await floors.getByRole('button', { name: '买下' }).click()
  await inDialog(floors, '买下').click()
  await expect(main(floors).getByRole('article').filter({ hasText: LOT })).toBeVisible()
  await looks(floors, '/user/order', 'undone-next-bought')
  await looks(joiner, '/user/order', 'undone-buyer-orders-after')
  // The first buyer makes the contract of what stayed with it.
  const second = await makeContract(joiner, people.joiner.name)
  expect(second).not.toBe(number)
})

const lot = (page: Page, no: string): Locator =>
  page
    .getByRole('navigation', { name: '标的' })
    .getByRole('button', { name: new RegExp(`^(标的\\s*)?${no}(?![-\\d])`) })
const keep = (page: Page, name: string) => page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })

test('31 a bid below the reserve whose seller declines; a bidder who is dismissed: each reads so, in the room and out of it @desktop @walk', async ({
  exchange,
}) => {
  const { page, sale, bid } = await exchange('due', { lots: 6 })
  const [joiner, floors, mill, desk] = [
    await page('joiner'),
    await page('floors'),
    await page('mill'),
    await page('operator'),
  ]
  for (const person of [joiner, floors, mill]) await enter(person, sale.name)
  await lot(joiner, '5').click()
  await desk.goto(sale.path)
  const seconds = 40
  await openLots(desk, { lots: sale.lots.length, seconds })
  expect(await bid('joiner', 5, '1830.00')).toBe('accepted')
  expect(await bid('floors', 2, '1807.50')).toBe('accepted')

  await desk.getByRole('tab', { name: '人员' }).click()
  const person = desk.getByRole('listitem').filter({ hasText: '2 号' })
  await person.getByRole('button', { name: '取消资格…' }).click()
  await desk.getByRole('dialog').getByRole('textbox', { name: '原因' }).fill('未按时缴纳保证金。')
  await inDialog(desk, '取消资格').click()
  await expect(floors.getByText('未按时缴纳保证金。').first()).toBeVisible()
  await keep(floors, 'dismissed-room')

  await expect(mill.getByRole('button', { name: '拒绝' })).toBeVisible({ timeout: 120_000 })
  await keep(joiner, 'reserve-buyer-waits')
  await keep(mill, 'reserve-seller-asked')
  await mill.getByRole('button', { name: '拒绝' }).click()
  await expect(mill.getByRole('button', { name: '拒绝' })).toBeHidden()
  await expect(lot(joiner, '5')).toContainText('未达保留价')
  await keep(joiner, 'reserve-buyer-declined')
  await complete(desk)
  await expect(joiner.getByRole('heading', { name: '本场已结束' })).toBeVisible()
  await keep(joiner, 'reserve-buyer-end')
  await keep(desk, 'reserve-host-end')
  await looks(joiner, '/user/notifications', 'reserve-buyer-notices')
  await expect(main(joiner)).toContainText('保留价')
  await expect(main(joiner)).not.toContainText(/保留价 ?[¥\d]/)
  await looks(mill, '/user/notifications', 'reserve-seller-notices')
  await looks(floors, '/user/notifications', 'dismissed-notices')
  await expect(main(floors)).toContainText('未按时缴纳保证金。')
  await looks(floors, '/user/sign', 'dismissed-sign-ups')
  await expect(main(floors)).toContainText('未按时缴纳保证金。')
  await looks(floors, '/', 'dismissed-home')
})

test('31 a part of a lot keeps its number from the offer to the contract @desktop @walk', async ({ exchange }) => {
  const { page, people, sale } = await exchange('due', { lots: 6 })
  const [joiner, mill, desk] = [await page('joiner'), await page('mill'), await page('operator')]
  for (const one of [joiner, mill]) await enter(one, sale.name)
  await desk.goto(sale.path)
  await openLots(desk, { lots: sale.lots.length, seconds: 10 })
  await expect(lot(joiner, '2')).toContainText('未成交', { timeout: 120_000 })
  await desk.getByRole('button', { name: '调整阶段' }).click()
  await inDialog(desk, '进入洽谈').click()
  await desk.getByRole('dialog', { name: '进入洽谈阶段？' }).getByRole('button', { name: '进入洽谈' }).click()
  await lot(joiner, '2').click()
  await joiner.getByRole('button', { name: /^发起还价/ }).click()
  await joiner.getByRole('dialog').getByLabel('单价').fill('1900')
  await joiner.getByRole('dialog').getByLabel('数量').fill('8')
  await joiner.getByRole('button', { name: '提交还价' }).click()
  await mill.getByRole('button', { name: '接受' }).click()
  await inDialog(mill, '接受').click()
  await expect(lot(joiner, '2-1')).toContainText('已购得')
  await keep(joiner, 'split-room')
  await complete(desk)
  await joiner.goto('/user/order')
  await expect(main(joiner).getByRole('article')).toContainText('2-1')
  await keep(joiner, 'split-orders')
  const number = await makeContract(joiner, people.joiner.name)
  await expect(main(joiner)).toContainText('2-1')
  await keep(joiner, 'split-contract')
  await openDeals(desk, sale.path)
  await expect(desk.getByRole('row').filter({ hasText: '2-1 · ' })).toContainText(number)
  await keep(desk, 'split-desk')
})
