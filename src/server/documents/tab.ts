/** Numbers are numbers in the spreadsheet; everything else is text, text that reads like a number or a formula too. */
export type Value = string | number | null
export interface ColumnHead {
  readonly name: string
  /** Width in characters. */
  readonly width: number
  /** Number format such as `#,##0.00`. */
  readonly format?: string
  /** Its texts are read again by a program: a spreadsheet that opens a text file must change none of them. */
  readonly exact?: boolean
}

/** One sheet of a workbook. */
export interface Tab {
  readonly name: string
  readonly columns: readonly ColumnHead[]
}
