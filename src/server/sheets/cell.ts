/** A cell with its type, since the shown text alone does not tell a date from a number. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  /** `0.12` shown as 12 %. */
  | { readonly kind: 'percent'; readonly value: number }
  /** `YYYY-MM-DD` */
  | { readonly kind: 'date'; readonly day: string }
  /** A formula that failed: `#REF!`. */
  | { readonly kind: 'error'; readonly text: string }

export interface SheetRow {
  /** From 1, as the spreadsheet counts. */
  readonly row: number
  /** By column, from 0; empty cells are left out. */
  readonly cells: ReadonlyMap<number, Cell>
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

/** Cells further right are ignored: no lot's sheet has as many columns. */
export const COLUMNS_MOST = 256
const LONGEST = 4_000

export const textCell = (text: string): Cell | null => {
  const trimmed = text.trim().slice(0, LONGEST)
  return trimmed === '' ? null : { kind: 'text', text: trimmed }
}

/** The cell's text as a person reads it. */
export function shownCell(cell: Cell | undefined): string {
  switch (cell?.kind) {
    case undefined:
      return ''
    case 'text':
    case 'error':
      return cell.text
    case 'number':
      return String(cell.value)
    case 'percent':
      return `${Number((cell.value * 100).toPrecision(12))} %`
    case 'date':
      return cell.day
  }
}
