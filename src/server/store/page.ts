import { and, gte, lt, sql } from 'drizzle-orm'
import type { Column, SQL, SQLWrapper } from 'drizzle-orm'
import { momentsOf } from '../../contract/dayRange.ts'
import type { DayRange } from '../../contract/dayRange.ts'
import { instant } from '../../domain/units.ts'

/** Offset and length of a part of a list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Rows with the total number of matching rows. */
export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export const slice = ({ pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number }): Slice => ({
  offset: (pageNum - 1) * pageSize,
  limit: pageSize,
})

/** `count(*)` as a number. */
export const count: SQL<number> = sql<number>`count(*)::int`

/**
 * True where the column has `keyword` (a `Keyword` of the contract) anywhere, case-insensitive. What is stored is read as
 * the keyword is: wide letters as plain ones, every dash as `-`.
 */
export const finds = (column: SQLWrapper, keyword: string): SQL =>
  sql`translate(normalize(${column}, NFKC), '‐‑‒–—―−', '-------') ILIKE ${containing(keyword)}`

/**
 * As `finds`, by an index on `search_pairs(words)`: pairs of letters, so that a name of two Chinese characters is found
 * by it too (three would be the least for `pg_trgm`). A single letter has no pair: it is looked for in every row, as it
 * is written there.
 */
export function searches(words: SQLWrapper, keyword: string): SQL {
  const letters = Array.from(keyword.normalize('NFKC')).length
  const written = sql`${words} ILIKE ${containing(keyword)}`
  if (letters < 2) return written
  const pairs = sql`search_pairs(${words}) @> search_pairs(${keyword})`
  // One pair is the keyword itself; several may stand apart. To normalize a text costs more than all else here.
  return letters === 2 ? pairs : sql`(${pairs} AND (${written} OR ${finds(words, keyword)}))`
}

/** `text` anywhere, case-insensitive; `%` and `_` are taken literally. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** A moment's column within a range of days; `undefined`: the range is open at both ends. */
export function within(column: Column, range: DayRange): SQL | undefined {
  const { from, until } = momentsOf(range)
  return and(
    from === null ? undefined : gte(column, instant(from)),
    until === null ? undefined : lt(column, instant(until)),
  )
}
