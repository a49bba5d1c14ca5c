import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { PAGE_SIZE } from '../../src/contract/constants.ts'
import { LotContent } from '../../src/contract/lot-content.ts'
import { EXAMPLE } from '../../src/server/lots/example.ts'
import { operator } from './operator.ts'
import { login } from '../support/client.ts'
import { storeOf } from '../support/reader.ts'
import type { TestServer } from '../support/server.ts'
import { sheetOfLots } from '../support/sheets/lots.ts'
import { cutLink, expect, mendLink, NOTICES, signIn, test } from './fixtures.ts'

// The timeout fits the slowest machine: an idle one needs a fifth of this.
test.describe.configure({ timeout: 240_000 })

const ROWS = 5_000
/** Enough to be read while a page loads. */
const AHEAD = 1_500

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
  // The word of an earlier saving may still stand.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: '保存' }).click()
  await answered
  await expect(page.getByText('计划已保存。').last()).toBeVisible()
}

test('a sheet of 5,000 lots goes up over a cut link, shows its progress after a reload, and is cancelled whole @desktop', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server, 'seller1')
  const store = await storeOf(server.dataDir)
  const buffer = await sheetOfLots(store, ROWS, 'csv')
  await page.goto('/seller/lots/import')
  await expect(page.getByRole('button', { name: '选择文件' })).toBeVisible()
  await cutLink(page)
  await expect(page.getByRole('button', { name: '立即重试' })).toBeVisible(NOTICES)
  await page.getByTestId('lot-sheet').setInputFiles({ name: 'lots.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('lots.csv').first()).toBeVisible()
  // Another company's sheet is handed in just before this one, which is then still being read when the page is back.
  const ahead = await sheetOfLots(store, AHEAD, 'csv')
  await page.route('**/seller/import/begin', async (route) => {
    await sheetAhead(server, ahead)
    await route.continue()
  })
  await mendLink(page)
  const reading = page.getByTestId('import-reading')
  await expect(reading).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(reading).toBeVisible()
  await expect(page.getByRole('button', { name: '选择文件' })).toBeHidden()
  await expect(reading.getByText(/已读 [1-9]/)).toBeVisible({ timeout: 60_000 })
  await reading.getByRole('button', { name: '取消，不生成标的' }).click()
  await expect(reading).toBeHidden()
  await expect(page.getByRole('button', { name: '选择文件' })).toBeVisible()
  await page.goto('/seller/lots')
  await expect(page.getByText('还没有标的。')).toBeVisible()
  await store.close()
})

async function sheetAhead({ url }: TestServer, buffer: Buffer): Promise<void> {
  const { token } = await login(url, 'seller2')
  const ask = async (path: string, body: FormData | string) =>
    fetch(`${url}/prod-api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    }).then((response) => response.json() as Promise<{ readonly code: number; readonly fileName?: string }>)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(buffer)], { type: 'text/csv' }), 'ahead.csv')
  const { fileName = '' } = await ask('/common/upload?kind=sheet', form)
  expect((await ask('/seller/import/begin', JSON.stringify({ file: fileName }))).code).toBe(200)
}

test(
  'a draft that was open is in view on its list again; without its last row a page gives way to the one before',
  { tag: '@desktop' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'seller1')
    await draftsOf(server, PAGE_SIZE + 1)
    await page.goto('/seller/lots')
    // The open pages above the list have links of the same names.
    const links = page.locator('a[id]').filter({ hasText: /^Draft / })
    await expect(links).toHaveCount(PAGE_SIZE)
    const low = links.nth(PAGE_SIZE - 2)
    const name = await low.innerText()
    await low.click()
    await page.getByRole('main').getByRole('link', { name: '我的标的' }).click()
    await expect(links.filter({ hasText: name })).toBeInViewport()

    await page.goto('/seller/lots?page=2')
    await expect(links).toHaveCount(1)
    const last = await links.innerText()
    await links.click()
    await page.getByRole('main').getByRole('link', { name: '我的标的' }).click()
    await expect(links.filter({ hasText: last })).toBeInViewport()
    await page.getByRole('checkbox', { name: last }).click()
    await page.getByRole('button', { name: /^删除 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(links).toHaveCount(PAGE_SIZE)
    await expect(links.filter({ hasText: name })).toBeVisible()
  },
)

/** Drafts of seller1, named Draft 01 and so on. */
async function draftsOf({ url }: TestServer, count: number): Promise<void> {
  const { token } = await login(url, 'seller1')
  for (let i = 1; i <= count; i++) {
    const no = `Draft ${String(i).padStart(2, '0')}`
    const content = { ...z.encode(LotContent, EXAMPLE), nameZh: no, nameEn: no, deliveryDate: '2030-03-31' }
    const response = await fetch(`${url}/prod-api/seller/lot/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lotDraftId: randomUUID(), version: null, content }),
    })
    expect(await response.json()).toMatchObject({ code: 200 })
  }
}

test('two operators change one article: a draft of the first that a reload restored does not overwrite the second’s @desktop', async ({
  browser,
  server,
}) => {
  const [first, second] = [await operator(browser, server), await operator(browser, server)]
  await first.goto('/desk/content/news/new')
  await name(first, '标题（中文）', '夏季休市')
  await name(first, '标题（英文）', 'Summer break')
  await name(first, '摘要（中文）', '七月')
  await name(first, '摘要（英文）', 'In July')
  await name(first, '正文（中文）', '七月休市一周。')
  await name(first, '正文（英文）', 'Closed for a week in July.')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveURL(/\/desk\/content\/news\/(?!new)/)
  await second.goto(first.url())
  await expect(second.getByLabel('标题（中文）')).toHaveValue('夏季休市')

  await name(first, '正文（英文）', 'Closed for a week in August.')
  await name(second, '标题（英文）', 'Holiday')
  await name(second, '摘要（英文）', 'In August')
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second.getByText('已保存为第 2 版。').last()).toBeVisible()

  await first.reload()
  await expect(first.getByLabel('正文（英文）')).toHaveValue('Closed for a week in August.')
  await first.getByRole('button', { name: '保存' }).click()
  const told = first.getByRole('alert', { name: /已先行修改/ })
  await expect(told.getByRole('row').filter({ hasText: '标题（英文）' })).toContainText('Holiday')
  await expect(told.getByRole('row')).toHaveCount(3)
  await told.getByRole('button', { name: /^保留我的/ }).click()
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first.getByText('已保存为第 3 版。').last()).toBeVisible()
  await second.reload()
  await expect(second.getByLabel('标题（英文）')).toHaveValue('Holiday')
  await expect(second.getByLabel('正文（英文）')).toHaveValue('Closed for a week in August.')
  for (const page of [first, second]) await page.context().close()
})
