import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { GOOD, SHEET } from '../../../support/exchange/lots.ts'
import { expect } from '../../fixtures.ts'
import { inDialog } from './page.ts'

/** The seven cells that are wrong on purpose, as the page reports them. */
const WRONG = [
  ['第 14 行', '起拍价：“12,3,4”不是价格'],
  ['第 27 行', '树种：术语表中没有“Okoumee” 是否为“奥古曼”？'],
  ['第 41 行', '交货日期：“31/12/27”不是日期，请写成 2027-03-31'],
  ['第 66 行', '数量：“about 30”不是数量'],
  ['第 89 行', '币种：“GBP”不在可选项中'],
  ['第 120 行', '加价幅度：未填写'],
  ['第 177 行', '贸易术语：“FOP”不在可选项中'],
] as const

/** A seller reads in 200 lots of LibreOffice, adds a photograph to the first, and submits the good ones. */
export async function importLots(page: Page): Promise<void> {
  await page.goto('/seller/lots/import')
  await page.getByTestId('lot-sheet').setInputFiles(SHEET)
  await expect(page.getByText('7 行有问题')).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(1 + WRONG.length)
  for (const [row, said] of WRONG) await expect(rows.filter({ hasText: row })).toContainText(said)
  await page.getByRole('button', { name: `将 ${GOOD} 行无误的标的生成草稿` }).click()
  await page.getByRole('link', { name: '查看标的' }).click()
  const lot = page.getByRole('link', { name: '奥古曼原木 001' })
  await lot.click()
  await photograph(page, '#a8743c')
  await page.getByRole('button', { name: '保存标的' }).click()
  await expect(page.getByRole('row').filter({ has: lot }).locator('img')).toBeVisible()
}

/** A seller writes one lot by hand, with its photograph. */
export async function writeLot(page: Page): Promise<void> {
  await page.goto('/seller/lots')
  await page.getByRole('link', { name: '新建标的' }).first().click()
  await fillIn(page)
  await photograph(page, '#6b4a2b')
  await page.getByRole('button', { name: '保存标的' }).click()
  await expect(page.getByRole('link', { name: '堆场云杉原木' })).toBeVisible()
}

/** Submits all drafts to a sale. */
export async function submitAll(page: Page, sale: string, count: number): Promise<void> {
  await page.getByRole('button', { name: '提交全部草稿…' }).click()
  const sales = page.getByRole('dialog').getByRole('combobox', { name: '专场' })
  await sales.selectOption(await sales.locator('option').filter({ hasText: sale }).getAttribute('value'))
  await inDialog(page, '提交').click()
  await expect(page.getByText(`已提交 ${count} 个标的`)).toBeVisible()
}

async function photograph(page: Page, background: string): Promise<void> {
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  await page.getByTestId('lot-pictures').setInputFiles({ name: 'logs.jpg', mimeType: 'image/jpeg', buffer })
}

async function fillIn(page: Page): Promise<void> {
  const choose = (label: string, index = 1) => page.getByLabel(label, { exact: true }).selectOption({ index })
  await page.getByLabel('中文名称').fill('堆场云杉原木')
  await choose('树种')
  await choose('产地')
  await choose('等级')
  await choose('品类')
  await page.getByLabel('长度').fill('4000')
  await page.getByLabel(/^检尺径/).fill('300-450')
  await page.getByLabel('数量').fill('30')
  await page.getByLabel('起拍价').fill('1200')
  await page.getByLabel('加价幅度').fill('10')
  await page.getByLabel('交货日期').fill('2029-03-31')
  await choose('贸易术语')
  await choose('贸易区域')
  await choose('贸易方式')
  await page.getByLabel('起运港').fill('汉堡')
  await page.getByLabel('到货港').fill('太仓')
  await page.getByLabel('交货地点').fill('太仓港堆场')
  await page.getByLabel('付款方式').fill('即期信用证')
}
