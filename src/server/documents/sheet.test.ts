import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { textCell } from '../sheets/cell.ts'
import { openXlsx } from '../sheets/xlsx.ts'
import { sheetOf, tabOf, workbookOf } from './sheet.ts'

const COLUMNS = [
  { name: 'Reason', width: 20, value: ({ reason }: { readonly reason: string }) => reason },
  { name: 'Amount', width: 12, value: () => 32_450.01 },
]

test('a text with control characters makes no damaged file: they are left out', async () => {
  const sheet = await readSheet(
    sheetOf({ format: 'xlsx', decimal: 'point' }, 'Deals', COLUMNS, [{ reason: 'wet\u0000 \u000bwood\ufffe' }]),
  )
  expect(sheet).toEqual([
    ['Reason', 'Amount'],
    ['wet wood', 32_450.01],
  ])
})

test('a formula in a CSV is text', async () => {
  const csv = sheetOf({ format: 'csv', decimal: 'point' }, 'Deals', COLUMNS, [{ reason: '=1+1' }]).toString('utf8')
  expect(csv).toContain(`"'=1+1",32450.01`)
})

test('a CSV file for a spreadsheet with decimal commas has them, and semicolons between its cells', async () => {
  const columns = [
    { name: 'Price', width: 8, value: ({ price }: { readonly price: number }) => price },
    { name: 'Name', width: 8, value: () => 'Eiche' },
  ]
  const csv = sheetOf({ format: 'csv', decimal: 'comma' }, 'Deals', columns, [{ price: 1315.5 }]).toString()
  expect(csv).toBe('\uFEFF"Price";"Name"\r\n1315,5;"Eiche"\r\n')
})

test.each([
  ['007', "'007"],
  ['Mai 2027', "'Mai 2027"],
  ['März 27', "'März 27"],
  ['3-4', "'3-4"],
  ['50 %', "'50 %"],
  ['1E5', "'1E5"],
  ['３月４日', "'３月４日"],
  ['wahr', "'wahr"],
  ["'007", "''007"],
  ["'=1+1", "''=1+1"],
  ["16' 4", "'16' 4"],
  ["'t Woud", "'t Woud"],
  ['24QX0012', '24QX0012'],
  ['Spruce 5', 'Spruce 5'],
  ['一级', '一级'],
])('a column of words keeps %s from a spreadsheet that takes it for something else', async (reason, marked) => {
  const columns = [{ name: 'Note', width: 9, exact: true, value: () => reason }]
  const csv = sheetOf({ format: 'csv', decimal: 'point' }, 'Notes', columns, [0])
  expect(csv.toString()).toBe(`\uFEFF"Note"\r\n"${marked}"\r\n`)
  expect(textCell(marked)).toEqual({ kind: 'text', text: reason })
  const [, row] = await readSheet(sheetOf({ format: 'xlsx', decimal: 'point' }, 'Notes', columns, [0]))
  expect(textCell(String(row?.[0]))).toEqual({ kind: 'text', text: reason })
})

test('a text that looks like an escaped character stays as it is in a workbook', async () => {
  const bytes = sheetOf({ format: 'xlsx', decimal: 'point' }, 'Deals', COLUMNS, [{ reason: '一_x000D_二' }])
  const rows = await Array.fromAsync((await openXlsx(bytes)).rows)
  expect(rows[1]?.cells.get(0)).toEqual({ kind: 'text', text: '一_x000D_二' })
})

test('a workbook of several tabs has its columns beyond Z, its formats and its texts in their places', async () => {
  const wide = Array.from({ length: 30 }, (_, at) => ({
    name: `Column ${at}`,
    width: 9,
    format: at % 2 === 0 ? '#,##0.00' : '#,##0.000',
    value: (row: number) => (at === 3 ? null : at === 29 ? ' <last> & "quoted"\nline ' : row + at / 100),
  }))
  const book = workbookOf([tabOf('First/One', wide, [7, 8]), tabOf('Empty', COLUMNS, []), tabOf('Third', wide, [9])])
  expect((await readSheet(book, 1))[2]).toEqual(
    wide.map((_, at) => (at === 3 ? null : at === 29 ? '<last> & "quoted"\nline' : 8 + at / 100)),
  )
  expect(await readSheet(book, 'Empty')).toEqual([['Reason', 'Amount']])
  expect((await readSheet(book, 'Third'))[1]?.[0]).toBe(9)
  const opened = await openXlsx(book)
  const rows = await Array.fromAsync(opened.rows)
  expect(opened.notes().sheets).toEqual(['First One', 'Empty', 'Third'])
  expect(rows[1]?.cells.get(28)).toEqual({ kind: 'number', value: 7.28 })
})
