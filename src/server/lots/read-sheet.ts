import { SHEET_ROWS_MOST } from '../../contract/lot-content.ts'
import type { SheetRow } from '../sheets/cell.ts'
import type { Terms } from '../store/terms.ts'
import { HEADER_WITHIN, headerOf } from './header.ts'
import type { Header } from './header.ts'
import type { ReadRows, Refusal } from './import-messages.ts'
import { readRow, vocabularyOf } from './row.ts'
import type { ReadRow } from './row.ts'

/** The lots of a sheet, in batches of rows; or the reason that it cannot be imported. */
export async function* readSheet(
  rows: AsyncIterable<SheetRow>,
  terms: Terms,
  atOnce: number,
): AsyncGenerator<ReadRows | Refusal> {
  const words = vocabularyOf(terms)
  const first: SheetRow[] = []
  let header: Header | null = null
  let batch: ReadRow[] = []
  let count = 0
  const refused = (reason: Refusal['reason'], columns: readonly string[] = []): Refusal => ({
    kind: 'refused',
    reason,
    columns,
  })

  function* take(row: SheetRow, under: Header): Generator<ReadRows | Refusal> {
    if (row.row <= under.row) return
    count += 1
    if (count > SHEET_ROWS_MOST) {
      yield refused('too_many_rows')
      return
    }
    batch.push(readRow(row, under, words))
    if (batch.length < atOnce) return
    yield { kind: 'rows', rows: batch }
    batch = []
  }
  function* begin(): Generator<ReadRows | Refusal> {
    header = headerOf(first)
    if (!header) yield refused('no_header')
    else if (header.missing.length > 0) yield refused('missing_columns', header.missing)
    else for (const row of first) yield* take(row, header)
  }

  for await (const row of rows) {
    if (header === null && first.length < HEADER_WITHIN && row.row <= HEADER_WITHIN) {
      first.push(row)
      continue
    }
    for (const found of [...(header === null ? begin() : []), ...(header === null ? [] : take(row, header))]) {
      yield found
      if (found.kind === 'refused') return
    }
  }
  if (header === null)
    for (const found of begin()) {
      yield found
      if (found.kind === 'refused') return
    }
  if (batch.length > 0) yield { kind: 'rows', rows: batch }
  else if (count === 0) yield refused('empty')
}
