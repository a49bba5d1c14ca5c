import type { Notation } from '../../domain/typed/decimal.ts'
import { SHEET_ROWS_MOST } from '../../contract/lot-content.ts'
import { letterOf, shownCell } from '../sheets/cell.ts'
import type { SheetRow } from '../sheets/cell.ts'
import type { Terms } from '../store/terms.ts'
import { LOT_COLUMNS } from './columns.ts'
import { HEADER_WITHIN, headerOf, headingsAgain, unitsBelow } from './header.ts'
import type { Header } from './header.ts'
import type { ReadRows, Refusal } from './import-messages.ts'
import { readRow } from './row.ts'
import type { ReadRow } from './row.ts'
import { vocabularyOf } from './vocabulary.ts'

interface Reading {
  readonly terms: Terms
  /** Rows of a batch. */
  readonly atOnce: number
  /** How the file writes numbers, asked once its first rows are known. */
  readonly notation: () => Notation
  /** Called for each row of sums that is left out. */
  readonly onSum: () => void
  /** Called once for each column that is not read, with its heading or its letter. */
  readonly onUnread: (heading: string) => void
}

/** The lots of a sheet, in batches of rows; or the reason that it cannot be imported. */
export async function* readSheet(
  rows: AsyncIterable<SheetRow>,
  { terms, atOnce, notation, onSum, onUnread }: Reading,
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

  /** Columns that are read, or named as not read. */
  const known = new Set<number>()
  const told = new Set<string>()
  function tell(column: number, heading: string): void {
    if (known.has(column)) return
    known.add(column)
    // A heading merged over several columns is named once.
    if (!told.has(heading)) onUnread(heading)
    told.add(heading)
  }

  function* take(row: SheetRow, under: Header): Generator<ReadRows | Refusal> {
    if (row.row <= under.row) return
    for (const column of row.cells.keys())
      if (!known.has(column) && !row.across?.has(column)) tell(column, letterOf(column))
    const again = headingsAgain(row, under)
    if (again === 'same') return
    if (again === 'other') {
      yield refused('headings_again', [`row=${row.row}`])
      return
    }
    if (lacksMost(row, under)) {
      if ([...row.cells.values()].some((cell) => saysSum(shownCell(cell)))) return onSum()
      const below = unitsBelow(row, under)
      if (below.length > 0) {
        yield refused(
          'unit_below',
          below.map(([column, unit]) => `${column}=${encodeURIComponent(unit)}`),
        )
        return
      }
    }
    count += 1
    if (count > SHEET_ROWS_MOST) {
      yield refused('too_many_rows')
      return
    }
    batch.push(readRow(row, under, words, notation()))
    if (batch.length < atOnce) return
    yield { kind: 'rows', rows: batch }
    batch = []
  }
  function* begin(): Generator<ReadRows | Refusal> {
    const top = headerOf(first)
    header = top
    for (const column of top?.at.values() ?? []) known.add(column)
    for (const [column, heading] of top?.unread ?? []) tell(column, heading)
    const earlier = top && first.find((row) => row.row < top.from && headingsAgain(row, top) !== null)
    if (!header) yield refused('no_header')
    else if (earlier) yield refused('headings_again', [`row=${header.row}`])
    else if (header.twice.length > 0)
      yield refused(
        'column_twice',
        header.twice.map(({ column, heading }) => `${column}=${encodeURIComponent(heading)}`),
      )
    else if (header.refused.length > 0)
      // The address form keeps a unit with spaces in one word.
      yield refused(
        'unknown_unit',
        header.refused.map(({ column, unit }) => `${column}=${encodeURIComponent(unit)}`),
      )
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

/** Words for a sum, also with what is summed behind or in front of them: `Total / 合计`, `本页小计`, `总材积`, `Σ 12.5`. */
const SUM =
  /[合小共累总總総][计計]|[总總](?:和|数|量|材积|金额|方数|根数)|^[∑ΣƩ]|^\P{L}*(?:(?:sub|grand|sum|page)[\s-]?)?totals?(?!\p{L})|^\P{L}*(?:sum|summe|summa|totaal|totale|insgesamt|total général|yhteensä|итого|всего)(?!\p{L})|gesamt/iu
/** A longer text is no word for a sum. */
const SUM_MOST = 40
const saysSum = (text: string): boolean =>
  text.length <= SUM_MOST && SUM.test(text.normalize('NFKC').replaceAll(/(?<=\p{Script=Han})\s+/gu, ''))

/** A row of sums or of a note: most of what a lot needs is missing. */
function lacksMost({ cells }: SheetRow, { at }: Header): boolean {
  const needed = LOT_COLUMNS.filter(({ required, key }) => required && at.has(key))
  return needed.filter(({ key }) => cells.has(at.get(key) ?? -1)).length < needed.length / 2
}
