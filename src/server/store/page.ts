import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

/** A piece of a list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** With how many there are in all. */
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
