import { join } from 'node:path'
import sharp from 'sharp'
import { expect, expectNoSidewaysScroll, problemsOf, signIn, test } from './fixtures.ts'

// The slowest of machines: an idle one needs a third of this.
test.describe.configure({ timeout: 180_000 })

const SHEET = join(import.meta.dirname, '../support/sheets/lots-200.xlsx')

/** The seven cells that are wrong on purpose, in the words of the page. */
const WRONG = [
  ['第 14 行', '起拍价：“12,3,4”不是价格'],
  ['第 27 行', '树种：术语表中没有“Okoumee” 是否为“奥古曼”？'],
  ['第 41 行', '交货日期：“31/12/27”不是日期，请写成 2027-03-31'],
  ['第 66 行', '数量：“about 30”不是数量'],
  ['第 89 行', '币种：“GBP”不在可选项中'],
  ['第 120 行', '加价幅度：未填写'],
  ['第 177 行', '贸易术语：“FOP”不在可选项中'],
] as const

test('a seller reads in 200 lots of LibreOffice, completes one, and is told of a colleague’s change @desktop', async ({
  page,
  context,
  server,
}) => {
  const problems = problemsOf(page)
  await signIn(context, server, 'seller1')
  await page.goto('/seller/lots')
  await expect(page.getByText('还没有标的。')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '导入表格' }).first().click()
  await page.getByTestId('lot-sheet').setInputFiles(SHEET)
  await expect(page.getByText('7 行有问题')).toBeVisible({ timeout: 60_000 })
  // What was read is the server's: a reload shows it again.
  await page.reload()
  await expect(page.getByText('193 行无误')).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(1 + WRONG.length)
  for (const [row, said] of WRONG) await expect(rows.filter({ hasText: row })).toContainText(said)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: '将 193 行无误的标的生成草稿' }).click()
  await page.getByRole('link', { name: '查看标的' }).click()

  const lot = page.getByRole('link', { name: '奥古曼原木 001' })
  await lot.click()
  const [picture, permit] = await Promise.all([
    sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#a8743c' } })
      .jpeg()
      .toBuffer(),
    Promise.resolve(Buffer.from('CITES permit CN-2027-1')),
  ])
  await page.getByTestId('lot-pictures').setInputFiles({ name: 'logs.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: '添加文件' }).click()
  const paper = page.getByRole('group', { name: '证明文件' })
  await paper.getByLabel('文件类别').last().selectOption('cites')
  await paper
    .getByTestId('lot-paper')
    .last()
    .setInputFiles({ name: 'cites.txt', mimeType: 'text/plain', buffer: permit })
  await page.getByRole('button', { name: '保存标的' }).click()
  await expect(lot).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('row').filter({ has: lot }).getByRole('img')).toHaveCount(1)

  // Two tabs: the second to save is told which fields changed.
  await lot.click()
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await page.getByLabel('起拍价').fill('2,000')
  await other.getByLabel('等级').selectOption('B')
  const saved = other.waitForURL('**/seller/lots')
  await other.getByRole('button', { name: '保存标的' }).click()
  await saved
  await page.getByRole('button', { name: '保存标的' }).click()
  const changed = page.getByRole('alert', { name: /保存了该标的/ })
  await expect(changed.getByRole('row').filter({ hasText: '等级' })).toContainText('B')
  await changed.getByRole('button', { name: /^保留我的/ }).click()
  await expect(page.getByLabel('等级')).toHaveValue('B')
  await page.getByRole('button', { name: '保存标的' }).click()
  await expect(page.getByRole('row').filter({ has: lot })).toContainText('2,000')
  expect(problems).toEqual([])
})
