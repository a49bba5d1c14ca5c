import type { ImportAsked, ImportFound, SheetReason } from '../../contract/calls/lotDrafts.ts'
import type { ReadRow } from './row.ts'

/** Rows that the reading thread sends to the store at once. */
export const ROWS_AT_ONCE = 50

export interface ReaderData {
  readonly bytes: Uint8Array
  readonly csv: boolean
  readonly asked: ImportAsked
  readonly terms: readonly (readonly [
    string,
    readonly (readonly [string, { readonly zh: string; readonly en: string }])[],
  ])[]
}

/** A sheet to be read, or the word that the last rows are stored. A thread reads one sheet after another. */
export type ToReader = { readonly kind: 'sheet'; readonly sheet: ReaderData } | { readonly kind: 'stored' }

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
  /** Its modules are loaded: it takes sheets. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'found'; readonly found: ImportFound }
  | { readonly kind: 'opened'; readonly rowsTotal: number | null }
  | ReadRows
  | Refusal
  | { readonly kind: 'end' }
