import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

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

/** `text` anywhere, case-insensitive; `%` and `_` are taken literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
