import type { Page } from '@playwright/test'
import { operator } from './operator.ts'
import { expect, test } from './fixtures.ts'

// The slowest of machines: an idle one needs a fifth of this.
test.describe.configure({ timeout: 240_000 })

test('two operators change one schedule: the second is told what changed, and nothing is overwritten @desktop', async ({
  browser,
  server,
}) => {
  const [first, second] = [await operator(browser, server), await operator(browser, server)]
  await first.goto('/desk/schedules/new')
  await name(first, '名称（中文）', '夏季竞价会')
  await name(first, '名称（英文）', 'Summer sale')
  await name(first, '地点（中文）', '太仓')
  await name(first, '地点（英文）', 'Taicang')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveURL(/\/desk\/schedules\/(?!new)/)
  await second.goto(first.url())
  await name(second, '名称（英文）', 'Summer timber sale')

  await name(first, '地点（英文）', 'Ningbo')
  await name(first, '名称（英文）', 'Sale of the summer')
  await save(first)
  // The typed text survives a reload together with the version that it began from.
  await expect(second.getByRole('button', { name: '保存' })).toBeEnabled()
  await second.reload()
  await expect(second.getByLabel('名称（英文）')).toHaveValue('Summer timber sale')
  await second.getByRole('button', { name: '保存' }).click()
  const told = second.getByRole('alert', { name: /已先行修改/ })
  const row = (field: string) => told.getByRole('row').filter({ hasText: field })
  await expect(row('名称（英文）')).toContainText('Summer timber sale')
  await expect(row('名称（英文）')).toContainText('Sale of the summer')
  await expect(row('地点（英文）')).toContainText('Ningbo')
  await expect(told.getByRole('row')).toHaveCount(3)
  await told.getByRole('button', { name: /^保留我的/ }).click()
  await expect(second.getByLabel('地点（英文）')).toHaveValue('Ningbo')
  await save(second)
  await first.reload()
  await expect(first.getByLabel('名称（英文）')).toHaveValue('Summer timber sale')
  await expect(first.getByLabel('地点（英文）')).toHaveValue('Ningbo')
  for (const page of [first, second]) await page.context().close()
})

const name = (page: Page, label: string, text: string) => page.getByLabel(label).fill(text)

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('计划已保存。')).toBeVisible()
}
