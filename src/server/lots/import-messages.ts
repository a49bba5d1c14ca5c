import type { SheetReason } from '../../contract/calls/lotDrafts.ts'
import type { ReadRow } from './row.ts'

/** Rows that the reading thread sends to the store at once. */
export const ROWS_AT_ONCE = 50

export interface ReaderData {
  readonly bytes: Uint8Array
  readonly csv: boolean
  readonly terms: readonly (readonly [
    string,
    readonly (readonly [string, { readonly zh: string; readonly en: string }])[],
  ])[]
}

export interface Refusal {
  readonly kind: 'refused'
  readonly reason: SheetReason
  /** Required columns that the sheet lacks. */
  readonly columns: readonly string[]
}
export interface ReadRows {
  readonly kind: 'rows'
  readonly rows: readonly ReadRow[]
}
export type FromReader =
  | { readonly kind: 'opened'; readonly rowsTotal: number | null }
  | ReadRows
  | Refusal
  | { readonly kind: 'end' }
