import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expect } from '../../fixtures.ts'

interface Sold {
  readonly position: number
  readonly amount: number
  readonly company: string
}

/** The results open in a spreadsheet, with the same figures as on the screens. */
export async function expectResults(
  desk: Page,
  sale: string,
  { lots, sold }: { readonly lots: number; readonly sold: readonly Sold[] },
): Promise<void> {
  await desk.goto(`${sale}?show=deals`)
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'Excel' }).click()])
  const [head = [], ...rows] = await readSheet(await readFile(await file.path()))
  expect(rows).toHaveLength(lots)
  const cell = (row: number, name: string) => rows[row - 1]?.[head.indexOf(name)]
  for (const { position, amount, company } of sold)
    expect([cell(position, '成交金额'), cell(position, '买方'), cell(position, '成交状态')]).toEqual([
      amount,
      company,
      '合同已签署完成',
    ])
  const amounts = rows.flatMap((row) => row[head.indexOf('成交金额')] ?? [])
  expect(amounts).toHaveLength(sold.length)
}
