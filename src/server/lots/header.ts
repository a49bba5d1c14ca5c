import { shownCell } from '../sheets/cell.ts'
import type { SheetRow } from '../sheets/cell.ts'
import { LOT_COLUMNS } from './columns.ts'
import type { ColumnKey, LotColumn } from './columns.ts'

/** Rows in which the header is looked for: titles and merged headings may stand above it. */
export const HEADER_WITHIN = 15
/** A row that names at least this many columns is a header, or part of one. */
const COLUMNS_LEAST = 5

/** Column of each lot field in a sheet. */
export interface Header {
  /** The spreadsheet's row number after which the lots begin. */
  readonly row: number
  readonly at: ReadonlyMap<ColumnKey, number>
  /** Required columns that the sheet lacks. */
  readonly missing: readonly ColumnKey[]
}

/** A heading without units, case, spaces and punctuation, for comparison. */
export const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const HEADINGS: ReadonlyMap<string, LotColumn> = new Map(
  LOT_COLUMNS.toReversed().flatMap((column) => {
    const { key, zh, en, also } = column
    return [`${zh} ${en}`, `${en} ${zh}`, zh, en, key, ...also].map((name) => [plain(name), column] as const)
  }),
)

/** The header among the first rows; `null`: none. A heading merged over two rows counts in the row that holds it. */
export function headerOf(rows: readonly SheetRow[]): Header | null {
  const named = rows.map(({ row, cells }) => {
    const found = [...cells].flatMap(([column, cell]) => {
      const known = HEADINGS.get(plain(shownCell(cell)))
      return known ? [[known.key, column] as const] : []
    })
    return { row, found, whole: found.length === cells.size }
  })
  const best = named.toSorted((a, b) => b.found.length - a.found.length || a.row - b.row)[0]
  if (!best) return null
  // The rows above and below may hold merged headings, for columns that the best row leaves empty.
  const band = named.filter(
    ({ row, found, whole }) =>
      row === best.row || row === best.row - 1 || (row === best.row + 1 && found.length > 0 && whole),
  )
  const at = new Map<ColumnKey, number>()
  for (const { found } of [best, ...band]) for (const [key, column] of found) if (!at.has(key)) at.set(key, column)
  if (at.size < COLUMNS_LEAST) return null
  const lacks = (...keys: readonly ColumnKey[]) => (keys.some((key) => at.has(key)) ? [] : keys.slice(0, 1))
  const missing = [
    ...lacks('nameZh', 'nameEn'),
    ...LOT_COLUMNS.filter(({ required, key }) => required && !at.has(key)).map(({ key }) => key),
    ...lacks('thickness', 'diameter'),
  ]
  return { row: Math.max(...band.map(({ row }) => row)), at, missing }
}
