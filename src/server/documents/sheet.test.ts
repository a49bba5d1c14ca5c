import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { sheetOf } from './sheet.ts'

const COLUMNS = [
  { name: 'Reason', width: 20, value: ({ reason }: { readonly reason: string }) => reason },
  { name: 'Amount', width: 12, value: () => 32_450.01 },
]

test('a text with control characters makes no damaged file: they are left out', async () => {
  const sheet = await readSheet(await sheetOf('xlsx', 'Deals', COLUMNS, [{ reason: 'wet\u0000 \u000bwood\ufffe' }]))
  expect(sheet).toEqual([
    ['Reason', 'Amount'],
    ['wet wood', 32_450.01],
  ])
})

test('a formula in a CSV is text', async () => {
  const csv = (await sheetOf('csv', 'Deals', COLUMNS, [{ reason: '=1+1' }])).toString('utf8')
  expect(csv).toContain(`"'=1+1",32450.01`)
})
