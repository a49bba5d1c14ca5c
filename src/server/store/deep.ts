import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { LruMap } from '../auth/lru-map.ts'
import type { Db } from './open.ts'
import type { Listed, Slice } from './page.ts'

/** Lists up to this length are counted and skipped anew each time; longer ones are counted and marked for a while. */
const FEW = 1_000
/** Distance of the marks of a longer list, from which rows between them are read. */
const STEP = 200
/** Maximum age of a longer list's total and marks. Rows are always read anew. */
const KEPT_MS = 3_000
const MOST_KEPT = 64

type Parts = readonly [SQL, ...SQL[]]

/** A row's key in the order of its list. */
interface Mark {
  readonly at: string
  readonly id: string
}
interface Marks {
  readonly total: number
  readonly marks: readonly Mark[]
}

/**
 * Pages of a list of any length, newest first, by the ids of their rows: the last page of a hundred thousand costs as
 * much as the first of a hundred. `rowsOf`: selects `at` and `id` of the list's rows, in parts of which each has an
 * index in this order.
 */
export function openDeepList<Q>(
  db: Db,
  now: () => Instant,
  rowsOf: (query: Q) => Parts,
): (query: Q, slice: Slice) => Promise<Listed<string>> {
  const kept = new LruMap<string, { readonly until: Instant; readonly marks: Promise<Marks> }>(MOST_KEPT)

  function marksOf(query: Q): Promise<Marks> {
    const key = JSON.stringify(query)
    const known = kept.get(key)
    if (known && now() < known.until) return known.marks
    const marks = readMarks(db, rowsOf(query))
    kept.set(key, { until: later(now(), KEPT_MS), marks })
    marks.catch(() => kept.delete(key))
    return marks
  }

  return async (query, { offset, limit }) => {
    const rows = rowsOf(query)
    const near = offset <= FEW ? idsIn(db, rows, null, { offset, limit }) : null
    const [few, ids] = await Promise.all([countFew(db, rows), near])
    if (few <= FEW) return { rows: ids ?? [], total: few }
    const { total, marks } = await marksOf(query)
    if (ids) return { rows: ids, total }
    const mark = marks[Math.floor(offset / STEP)]
    return { rows: mark ? await idsIn(db, rows, mark, { offset: offset % STEP, limit }) : [], total }
  }
}

async function idsIn(db: Db, parts: Parts, from: Mark | null, { offset, limit }: Slice): Promise<readonly string[]> {
  const where = from === null ? sql`` : sql`WHERE (r.at, r.id) <= (${from.at}::timestamptz, ${from.id})`
  // Each part is read by its own index; then the parts are merged.
  const first = parts.map(
    (rows) =>
      sql`(SELECT r.at, r.id FROM (${rows}) AS r ${where} ORDER BY r.at DESC, r.id DESC LIMIT ${offset + limit})`,
  )
  const found = await db.execute<{ id: string }>(
    sql`SELECT r.id FROM (${together(first)}) AS r ORDER BY r.at DESC, r.id DESC OFFSET ${offset} LIMIT ${limit}`,
  )
  return found.rows.map(({ id }) => id)
}

const together = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` UNION ALL `)

async function countFew(db: Db, parts: Parts): Promise<number> {
  const found = await db.execute<{ few: number }>(
    sql`SELECT count(*)::int AS few FROM (SELECT 1 FROM (${together(parts)}) AS r LIMIT ${FEW + 1}) AS counted`,
  )
  return found.rows[0]?.few ?? 0
}

async function readMarks(db: Db, parts: Parts): Promise<Marks> {
  const found = await db.execute<{ at: string; id: string; total: number }>(
    sql`SELECT n.at::text AS at, n.id, n.total FROM (
      SELECT r.at, r.id, row_number() OVER (ORDER BY r.at DESC, r.id DESC) AS place, (count(*) OVER ())::int AS total FROM (${together(parts)}) AS r
    ) AS n WHERE n.place % ${STEP} = 1 ORDER BY n.place`,
  )
  return { total: found.rows[0]?.total ?? 0, marks: found.rows }
}
