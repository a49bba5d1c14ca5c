import type { DecimalSign } from '../../contract/scalars.ts'
import { quoted, quotedExact, SEPARATORS } from './csv.ts'
import { openBook } from './workbook.ts'
import type { ColumnHead, Tab, Value } from './tab.ts'

export type SheetFormat = 'xlsx' | 'csv'
export interface Column<Row> extends ColumnHead {
  readonly value: (row: Row) => Value
}

export const SHEET_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<SheetFormat, string>

/** Format of a sheet for its reader's spreadsheet. */
export interface SheetStyle {
  readonly format: SheetFormat
  readonly decimal: DecimalSign
}

/** Writes a sheet row by row. */
export interface SheetWriter {
  /** Adds a row: a value for each column. */
  add(row: readonly Value[]): void
  /** The whole file. */
  end(): Buffer
}

export const openSheet = ({ format, decimal }: SheetStyle, tab: Tab): SheetWriter =>
  format === 'csv' ? openCsv(tab, decimal) : openBook([tab])

/** A tab with the values of its rows. */
interface FullTab extends Tab {
  readonly rows: readonly (readonly Value[])[]
}

export const tabOf = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): FullTab => ({
  name,
  columns,
  rows: rows.map((row) => columns.map(({ value }) => value(row))),
})

export function sheetOf<Row>(
  style: SheetStyle,
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Buffer {
  const tab = tabOf(name, columns, rows)
  const sheet = openSheet(style, tab)
  for (const row of tab.rows) sheet.add(row)
  return sheet.end()
}

/** A workbook of several tabs. */
export function workbookOf(tabs: readonly FullTab[]): Buffer {
  const book = openBook(tabs)
  for (const { rows } of tabs) {
    for (const row of rows) book.add(row)
    book.next()
  }
  return book.end()
}

function openCsv({ columns }: Tab, decimal: DecimalSign): SheetWriter {
  const shown = (value: Value, exact = false): string => {
    if (typeof value !== 'number') return value === null ? '' : exact ? quotedExact(value) : quoted(value)
    return decimal === 'comma' ? String(value).replace('.', ',') : String(value)
  }
  const line = (cells: readonly string[]): string => `${cells.join(SEPARATORS[decimal])}\r\n`
  const lines = openText()
  // The byte order mark by which spreadsheets recognise UTF-8.
  lines.add(`\uFEFF${line(columns.map(({ name }) => shown(name)))}`)
  return {
    add(row) {
      lines.add(line(columns.map(({ exact }, at) => shown(row[at] ?? null, exact))))
    },
    end: () => lines.end(),
  }
}

const PIECE_CHARS = 256 * 1024

/** A text that grows: kept as bytes, outside of the heap. */
function openText() {
  const pieces: Buffer[] = []
  let text = ''
  const flush = (): void => {
    pieces.push(Buffer.from(text))
    text = ''
  }
  return {
    add(more: string): void {
      text += more
      if (text.length >= PIECE_CHARS) flush()
    },
    end(): Buffer {
      flush()
      return Buffer.concat(pieces)
    },
  }
}
