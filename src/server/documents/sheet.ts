import writeXlsxFile from 'write-excel-file/node'
import { quoted } from './csv.ts'

export type SheetFormat = 'xlsx' | 'csv'
/** Numbers are numbers in the spreadsheet; everything else is text, whatever it looks like. */
type Value = string | number | null
export interface Column<Row> {
  readonly name: string
  /** Width in characters. */
  readonly width: number
  /** Number format such as `#,##0.00`. */
  readonly format?: string
  readonly value: (row: Row) => Value
}

export const SHEET_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<SheetFormat, string>

export async function sheetOf<Row>(
  format: SheetFormat,
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  return format === 'csv' ? csvOf(columns, rows) : workbookOf([tabOf(name, columns, rows)])
}

/** One sheet of a workbook; `sheetOf` makes a workbook of one. */
export function tabOf<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]) {
  const head = columns.map((column) => ({ value: column.name, fontWeight: 'bold' as const, wrap: true }))
  const body = rows.map((row) => columns.map((column) => cellOf(column, column.value(row))))
  return {
    data: [head, ...body],
    sheet: name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31) || '1',
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }
}

export const workbookOf = (tabs: readonly ReturnType<typeof tabOf>[]): Promise<Buffer> =>
  writeXlsxFile([...tabs]).toBuffer()

function cellOf<Row>({ format }: Column<Row>, value: Value) {
  if (value === null) return null
  return typeof value === 'number'
    ? { type: Number, value, ...(format !== undefined && { format }) }
    : { type: String, value: value.replaceAll(NOT_XML, '') }
}

/** Characters that XML 1.0 does not allow (section 2.2): spreadsheets call a file with one of them damaged. */
// oxlint-disable-next-line no-control-regex -- The class is meant to hold them.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer {
  const line = (cells: readonly Value[]): string =>
    `${cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(cell))).join(',')}\r\n`
  // The byte order mark by which spreadsheets recognise UTF-8.
  return Buffer.from(
    `\uFEFF${line(columns.map((column) => column.name))}${rows.map((row) => line(columns.map((column) => column.value(row)))).join('')}`,
  )
}
