import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TermKind } from '../../contract/lot-fields.ts'
import { SHEET_ROWS_MOST } from '../../contract/lot-content.ts'
import { TERMS } from '../content/terms.ts'
import type { Cell, SheetRow } from '../sheets/cell.ts'
import { openXlsx } from '../sheets/xlsx.ts'
import { EXAMPLE } from './example.ts'
import { headingOf, LOT_COLUMNS, shownOf } from './columns.ts'
import type { ColumnKey } from './columns.ts'
import { headerOf } from './header.ts'
import { readSheet } from './read-sheet.ts'
import { readRow } from './row.ts'
import type { ReadRow } from './row.ts'
import { termShown, vocabularyOf } from './vocabulary.ts'

const terms = new Map(
  Object.entries(TERMS).map(([kind, table]) => [
    kind,
    new Map(Object.entries(table).map(([code, [zh, en]]) => [code, { zh, en }])),
  ]),
)
const words = vocabularyOf(terms)
const named = (locale: 'zh' | 'en') => (kind: TermKind, code: string) => termShown(terms, words, kind, code, locale)
const cell = (value: string | number): Cell =>
  typeof value === 'number' ? { kind: 'number', value } : { kind: 'text', text: value }
const rowOf = (row: number, values: readonly (Cell | string | number | null)[]): SheetRow => ({
  row,
  cells: new Map(
    values.flatMap((value, at) =>
      value === null || value === '' ? [] : [[at, typeof value === 'object' ? value : cell(value)] as const],
    ),
  ),
})
const HEAD = rowOf(1, LOT_COLUMNS.map(headingOf))
const header = headerOf([HEAD])
if (!header) throw new Error('the template’s own header is one')

/** The example's row with some cells changed. */
const read = (changed: Partial<Record<ColumnKey, Cell | string | number | null>>, row = 14): ReadRow =>
  readRow(
    rowOf(
      row,
      LOT_COLUMNS.map((column) => {
        const now = changed[column.key]
        return now === undefined ? shownOf(EXAMPLE, column, named('zh'), 'zh') : now
      }),
    ),
    header,
    words,
    'unstated',
  )

test.each(['zh', 'en'] as const)('what is written in %s is read as it was', (locale) => {
  const row = rowOf(
    2,
    LOT_COLUMNS.map((column) => shownOf(EXAMPLE, column, named(locale), locale)),
  )
  expect(readRow(row, header, words, 'unstated')).toEqual({ row: 2, content: EXAMPLE, problems: [] })
})

describe('a cell is taken', () => {
  test.each([
    ['startPrice', '2,180.50', 218_050],
    ['startPrice', '1.234,50', 123_450],
    ['startPrice', 'US$2180', 218_000],
    ['startPrice', '２１８０．５', 218_050],
    ['startPrice', 2180.1, 218_010],
    ['startPrice', 0.1 + 0.2, 30],
    ['quantity', '1,234.567', 1_234_567],
    ['quantity', '32,4', 32_400],
    ['quantity', '32450 dm3', 32_450],
    ['quantity', 182.45, 182_450],
    ['species', 'OKOUME', 'okoume'],
    ['species', '奥古曼', 'okoume'],
    ['species', ' Okoumé ', 'okoume'],
    ['arrivalPort', 'Ningbo', 'Ningbo'],
    ['origin', '刚果(布)', 'CG'],
    ['origin', '刚果（金）', 'CD'],
    ['grade', 'LM', 'LM'],
    ['grade', 'A/B', 'AB'],
    ['species', '奥古曼（进口）', 'okoume'],
    ['arrivalPort', '特马（3 号泊位）', '特马（3 号泊位）'],
    ['arrivalPort', 'pointe noire', 'pointeNoire'],
    ['length', '1119+ mm', '1119+'],
    ['unit', 'M³', 'm3'],
    ['unit', '吨', 'tonne'],
    ['currency', '人民币', 'CNY'],
    ['tradeClause', 'cif zhangjiagang', 'CIF'],
    ['deliveryDate', '2027年3月1日', '2027-03-01'],
    ['deliveryDate', '2027/3/1', '2027-03-01'],
    ['deliveryDate', { kind: 'date', day: '2027-03-01' }, '2027-03-01'],
    ['humidity', { kind: 'percent', value: 0.12 }, '12'],
    ['humidity', '10–12 %', '10-12'],
    ['length', 4000, '4000'],
    ['length', '２５００～５８００', '2500-5800'],
    ['pieces', '1,200', 1_200],
    ['pieces', null, null],
    ['reserve', null, null],
  ] as const)('%s %j as %j', (column, value, meant) => {
    const { content, problems } = read({ reserve: null, [column]: value })
    expect(problems).toEqual([])
    expect(content?.[column]).toBe(meant)
  })
})

describe('a cell is refused', () => {
  test.each([
    ['startPrice', '12,3,4', 'not_a_price'],
    ['startPrice', '2,180', 'unclear'],
    ['startPrice', { kind: 'number', value: 5, sign: '€' }, 'unit_differs'],
    ['startPrice', '¥5', 'unit_differs'],
    ['startPrice', '-5', 'not_a_price'],
    ['startPrice', 1.005, 'not_a_price'],
    ['startPrice', '1e5', 'not_a_price'],
    ['startPrice', { kind: 'date', day: '2027-03-01' }, 'excel_date'],
    ['startPrice', { kind: 'unvalued' }, 'formula_unvalued'],
    ['length', { kind: 'date', day: '2027-03-05' }, 'excel_date'],
    ['length', 26.5, 'size_fraction'],
    ['length', '约5000', 'not_a_size'],
    ['length', '3.9 m', 'unit_differs'],
    ['length', 100_000, 'size_large'],
    ['humidity', '烘干', 'not_moisture'],
    ['humidity', 0.12, 'not_moisture'],
    ['quantity', '32,450', 'unclear'],
    ['deliveryDate', '0027-03-01', 'date_year'],
    ['startPrice', 0, 'positive'],
    ['startPrice', null, 'required'],
    ['startPrice', { kind: 'error', text: '#REF!' }, 'cell_error'],
    ['reserve', '1', 'reserve_low'],
    ['quantity', 'about 30', 'not_a_quantity'],
    ['quantity', '1.2345', 'not_a_quantity'],
    ['quantity', '9999999999', 'amount_large'],
    ['pieces', 2.5, 'not_whole'],
    ['pieces', '0', 'not_whole'],
    ['currency', 'GBP', 'not_a_choice'],
    ['tradeClause', 'FOP', 'not_a_choice'],
    ['deliveryDate', '31/12/27', 'not_a_date'],
    ['deliveryDate', '2027-02-30', 'not_a_date'],
    ['deliveryDate', 46_000, 'not_a_date'],
    ['species', 'Okoumee', 'unknown_term'],
    ['species', 'Baobab', 'unknown_term'],
    ['origin', '刚果', 'unknown_term'],
    ['grade', 'A+', 'unknown_term'],
    ['nameZh', 'x'.repeat(121), 'too_long'],
    ['nameZh', 'bell\u0007', 'not_text'],
    ['diameter', null, 'section_needed'],
  ] as const)('%s %j: %s', (column, value, code) => {
    const { content, problems } = read({ [column]: value })
    expect(content).toBeNull()
    expect(problems).toEqual([
      expect.objectContaining({ column: code === 'section_needed' ? 'thickness' : column, code }),
    ])
  })
  test('with the nearest term, where there is one', () => {
    expect(read({ species: 'Okoumee' }).problems[0]?.numbers).toEqual({ near: 'okoume' })
    expect(read({ species: 'Baobab' }).problems[0]?.numbers).toBeUndefined()
  })
  test('in pieces that are not whole', () => {
    expect(read({ unit: 'piece', quantity: '1.5' }).problems).toEqual([
      { column: 'quantity', value: '1.5', code: 'whole_pieces' },
    ])
  })
})

test('one name stands in both languages, and none is a problem', () => {
  expect(read({ nameZh: null }).content?.nameZh).toBe(EXAMPLE.nameEn)
  expect(read({ nameZh: null, nameEn: null }).problems).toEqual([{ column: 'nameZh', value: '', code: 'required' }])
})

describe('the header', () => {
  test('is found in either language, whatever its order, units and case', () => {
    for (const name of ['zh', 'en'] as const) {
      const found = headerOf([
        rowOf(1, ['Our lots']),
        rowOf(
          3,
          LOT_COLUMNS.toReversed().map((column) => column[name].toUpperCase()),
        ),
      ])
      expect(found).toMatchObject({ row: 3, missing: [] })
      expect(found?.at.get('nameZh')).toBe(LOT_COLUMNS.length - 1)
    }
  })
  test('names what it lacks', () => {
    const some = LOT_COLUMNS.filter(({ key }) => !['startPrice', 'unit', 'thickness', 'diameter'].includes(key))
    expect(headerOf([rowOf(1, some.map(headingOf))])?.missing).toEqual(['unit', 'startPrice', 'thickness'])
  })
  test('is none where hardly a column is known', () => {
    expect(headerOf([rowOf(1, ['Name', 'Price', 'What else'])])).toBeNull()
  })
})

async function* rowsFrom(rows: readonly SheetRow[]) {
  yield* rows
}
async function sheet(rows: AsyncIterable<SheetRow>) {
  const all = await Array.fromAsync(
    readSheet(rows, {
      terms,
      atOnce: 50,
      notation: () => 'unstated',
      onSum: () => undefined,
      onUnread: () => undefined,
    }),
  )
  return {
    rows: all.flatMap((one) => (one.kind === 'rows' ? one.rows : [])),
    refused: all.flatMap((one) => (one.kind === 'refused' ? [one.reason] : [])),
  }
}

test('a sheet of LibreOffice is read: 193 lots, and seven cells that are wrong', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../tests/support/sheets/lots-200.xlsx'))
  const { rows, refused } = await sheet((await openXlsx(bytes)).rows)
  expect(refused).toEqual([])
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 200 }, (_, at) => at + 4))
  expect(rows.filter(({ content }) => content !== null)).toHaveLength(193)
  expect(
    rows.flatMap(({ row, problems }) => problems.map(({ column, value, code }) => [row, column, value, code])),
  ).toEqual([
    [14, 'startPrice', '12,3,4', 'not_a_price'],
    [27, 'species', 'Okoumee', 'unknown_term'],
    [41, 'deliveryDate', '31/12/27', 'not_a_date'],
    [66, 'quantity', 'about 30', 'not_a_quantity'],
    [89, 'currency', 'GBP', 'not_a_choice'],
    [120, 'addRange', '', 'required'],
    [177, 'tradeClause', 'FOP', 'not_a_choice'],
  ])
  expect(rows[1]?.content).toMatchObject({
    nameZh: '沙比利锯材 002',
    species: 'sapele',
    length: '3000',
    humidity: '12',
    startPrice: 180_750,
    deliveryDate: '2030-02-15',
    papers: [],
  })
})

test('a sheet without lots, without a header, or with more lots than are read at once, is refused', async () => {
  expect((await sheet(rowsFrom([HEAD]))).refused).toEqual(['empty'])
  expect((await sheet(rowsFrom([]))).refused).toEqual(['no_header'])
  expect((await sheet(rowsFrom([rowOf(1, ['a', 'b'])]))).refused).toEqual(['no_header'])
  const many = Array.from({ length: SHEET_ROWS_MOST + 1 }, (_, at) => rowOf(at + 2, ['x']))
  expect((await sheet(rowsFrom([HEAD, ...many]))).refused).toEqual(['too_many_rows'])
})
