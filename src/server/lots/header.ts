import { shownCell } from '../sheets/cell.ts'
import type { SheetRow } from '../sheets/cell.ts'
import { LOT_COLUMNS } from './columns.ts'
import type { ColumnKey, LotColumn } from './columns.ts'

/** Rows in which the header is looked for: titles and merged headings may stand above it. */
export const HEADER_WITHIN = 15
/** A row that names so many columns is a header, or part of one. */
const COLUMNS_LEAST = 5

/** Where each column of a lot stands in a sheet. */
export interface Header {
  /** The row of the spreadsheet after which lots begin. */
  readonly row: number
  readonly at: ReadonlyMap<ColumnKey, number>
  /** Columns that a lot needs, and the sheet does not have. */
  readonly missing: readonly ColumnKey[]
}

/** Without units, case, spaces and punctuation. */
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

/** Of the first rows; `null`: none of them is a header. A heading that is merged over two rows counts where it stands. */
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
  // The row above may hold headings that are merged downwards, where the best one is empty; the row below likewise.
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
