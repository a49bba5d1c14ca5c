import type { SheetReason } from '../../contract/calls/lotDrafts.ts'
import type { ReadRow } from './row.ts'

/** Rows that go from the reading thread to the store in one piece. */
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
  /** Those that are missing. */
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
