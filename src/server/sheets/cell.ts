import { unmarked } from '../documents/csv.ts'

/** A cell with its type, since the shown text alone does not tell a date from a number. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * `sign`: the currency that the cell's format shows beside it, as written there. `shown`: the figure with all words of
   * the format, where it has some, with a decimal point.
   */
  | { readonly kind: 'number'; readonly value: number; readonly sign?: string; readonly shown?: string }
  /** `0.12` shown as 12 %. */
  | { readonly kind: 'percent'; readonly value: number }
  /** `YYYY-MM-DD`, or a time of day `12:30` that a spreadsheet made of a text. */
  | { readonly kind: 'date'; readonly day: string }
  /** A formula that failed: `#REF!`. */
  | { readonly kind: 'error'; readonly text: string }
  /** A formula that no program has computed. */
  | { readonly kind: 'unvalued' }

export interface SheetRow {
  /** From 1, as the spreadsheet counts. */
  readonly row: number
  /** By column, from 0; empty cells are left out. */
  readonly cells: ReadonlyMap<number, Cell>
  /** Columns whose cell repeats a merged one, with the row that holds the value. */
  readonly merged?: ReadonlyMap<number, number>
  /** Columns whose cell repeats that of a column to the left: it says nothing of a lot, but may be a heading of both. */
  readonly across?: ReadonlySet<number>
}

/** What a sheet has besides its rows. The counts are complete once the rows are read. */
export interface SheetNotes {
  /** The sheet that is read; null: a file without sheets. */
  readonly sheet: string | null
  /** Sheets that show, in their order. */
  readonly sheets: readonly string[]
  readonly hiddenSheets: readonly string[]
  readonly hiddenRows: number
  readonly hiddenColumns: number
  /** Computed cells whose number was taken as it shows, with fewer decimals than it has. */
  readonly asShown: number
  /** Between the cells of a text file. */
  readonly separator: ',' | ';' | '\t' | null
}

export interface OpenedSheet {
  /** As stated by the sheet; `null`: not stated. */
  readonly lastRow: number | null
  readonly rows: AsyncIterable<SheetRow>
  readonly notes: () => SheetNotes
}

/** Why a sheet cannot be read. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
  readonly reason: 'unreadable' | 'too_large'
  constructor(reason: 'unreadable' | 'too_large', options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** A column's letters: `A`, `AB`. */
export const letterOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : `${letterOf(Math.floor(column / 26) - 1)}${letterOf(column % 26)}`

/** Cells further right are ignored: no lot's sheet has as many columns. */
export const COLUMNS_MOST = 256
/** Longest text of a cell; what follows is cut. */
export const TEXT_MOST = 4_000

/** What spreadsheets save as text of a formula that failed, in their languages, and of a number wider than its column. */
const FAILED = /^#(?:\p{Lu}[\p{Lu}_]*[!?]|DIV\/0!|N\/A|NV|PUUTTUU!|SAKNAS!|GETTING_DATA|#{2,})$/u

/** A text as its writer meant it, without the mark by which an export keeps it a text; `null`: empty. */
export const textCell = (text: string): Cell | null => {
  const trimmed = unmarked(text.trim().slice(0, TEXT_MOST))
  if (trimmed.startsWith('#') && FAILED.test(trimmed)) return { kind: 'error', text: trimmed }
  return trimmed === '' ? null : { kind: 'text', text: trimmed }
}

/**
 * A number as text with a decimal point. Spreadsheets store binary fractions: 2180.0999999999999 stands for 2180.1. They
 * keep 15 digits; sums lose the last of them, which only large numbers need.
 */
export function figuresOf(value: number): string {
  const rounded = Number(value.toPrecision(12))
  return String(Math.abs(rounded - value) < 1e-6 ? rounded : Number(value.toPrecision(15)))
}

/** The cell's text as a person reads it. */
export function shownCell(cell: Cell | undefined): string {
  switch (cell?.kind) {
    case undefined:
    case 'unvalued':
      return ''
    case 'text':
    case 'error':
      return cell.text
    case 'number':
      return cell.shown ?? String(cell.value)
    case 'percent':
      return `${Number((cell.value * 100).toPrecision(12))} %`
    case 'date':
      return cell.day
  }
}
