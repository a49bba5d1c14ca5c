import { endsOf, LOT_RANGES, LOT_TERMS, perTerm } from '../../contract/lot-fields.ts'
import type { LotRange, LotTerm, RangeEnd } from '../../contract/lot-fields.ts'
import { and, arrayContains, asc, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { AccountId, CompanyId, LotId } from '../../domain/lot.ts'
import type { Minor } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { count, finds } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { attention, lot, term, timeline } from './schema.ts'

export type LotRow = typeof lot.$inferSelect
type LotSort = 'lotNo' | 'price' | '-price' | 'quantity' | '-quantity'

export interface LotQuery extends Slice, LotFilter {
  readonly timelineId: string
  readonly minPrice?: Minor | undefined
  readonly maxPrice?: Minor | undefined
  readonly sort?: LotSort | undefined
  /** Restricts the result to these lots, for example to those of a status, which only the room knows. */
  readonly only?: readonly LotId[] | undefined
  /**
   * Current prices that differ from the table's start price (leading bids, adjustments), as the room knows them. Used
   * for sorting and price bounds.
   */
  readonly prices?: ReadonlyMap<LotId, Minor> | undefined
}

/** Any of several. */
type Codes = string | readonly string[]
/** The filters on table columns. A range in mm finds lots of which some part is that long or thick. */
export interface LotFilter
  extends
    Partial<Readonly<Record<LotTerm, Codes | undefined>>>,
    Partial<Readonly<Record<RangeEnd, number | undefined>>> {
  /** Each word must occur in the lot's name, species, origin or grade in either language, or be its number. */
  readonly keyword?: string | undefined
  readonly currency?: LotRow['currency'] | undefined
  readonly watchedBy?: AccountId | undefined
  readonly soldBy?: CompanyId | undefined
}

/** Rows per statement: it takes at most 65,535 values. */
const AT_ONCE = 1_000

/** Adds all of them, or none. */
export async function addLots(
  db: Db,
  timelineId: string,
  rows: readonly Omit<typeof lot.$inferInsert, 'timelineId'>[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (let i = 0; i < rows.length; i += AT_ONCE)
      await tx.insert(lot).values(rows.slice(i, i + AT_ONCE).map((row) => ({ ...row, timelineId })))
    await tx
      .update(timeline)
      .set({ lotCount: tx.$count(lot, eq(lot.timelineId, timelineId)) })
      .where(eq(timeline.id, timelineId))
  })
}

export const findLot = async (db: Db, id: LotId): Promise<LotRow | null> =>
  (await db.select().from(lot).where(eq(lot.id, id)))[0] ?? null

/** All lots of a session, in catalogue order. */
export const lotsOf = (db: Db, timelineId: string): Promise<LotRow[]> =>
  db.select().from(lot).where(eq(lot.timelineId, timelineId)).orderBy(asc(lot.position)).execute()

/** Locks the lot until the transaction ends. */
export const lockLot = async (tx: Pick<Db, 'select'>, id: LotId): Promise<LotRow | null> =>
  (await tx.select().from(lot).where(eq(lot.id, id)).for('update'))[0] ?? null

export async function changeLot(
  db: Pick<Db, 'update'>,
  id: LotId,
  to: Partial<Omit<typeof lot.$inferInsert, 'id' | 'timelineId'>>,
): Promise<void> {
  await db.update(lot).set(to).where(eq(lot.id, id))
}

/** Stores how lots ended; null: not ended after all. */
export async function keepOutcomes(
  db: Db,
  ended: readonly { readonly lot: LotId; readonly outcome: LotRow['outcome'] }[],
): Promise<void> {
  for (const [outcome, lots] of Map.groupBy(ended, (one) => one.outcome)) {
    await db
      .update(lot)
      .set({ outcome })
      .where(sql`${lot.id} = ANY (${sql.param(lots.map((one) => one.lot))}::text[])`)
  }
}

/** Whether a lot has this picture. */
export async function isPictured(db: Db, picture: string): Promise<boolean> {
  return (
    (
      await db
        .select({ id: lot.id })
        .from(lot)
        .where(arrayContains(lot.pictures, [picture]))
        .limit(1)
    ).length > 0
  )
}

/** A page of the catalogue. The first filter's index finds the rows, the sort's index orders them. */
export async function listLots(db: Db, query: LotQuery): Promise<Listed<LotRow>> {
  if (query.only?.length === 0) return { rows: [], total: 0 }
  const live = query.prices && query.prices.size > 0 ? pricesTable(query.prices) : null
  const price = live ? sql`coalesce(live.price, ${lot.startPrice})` : sql`${lot.startPrice}`
  const conditions = and(...conditionsOf(db, query, price))

  if (!live && (query.sort ?? 'lotNo') === 'lotNo') return pageInOrder(db, query, conditions)
  const page = db.select(COLUMNS).from(lot).$dynamic()
  const all = db.select({ total: count }).from(lot).$dynamic()
  if (live) {
    void page.leftJoin(live, sql`live.id = ${lot.id}`)
    void all.leftJoin(live, sql`live.id = ${lot.id}`)
  }
  const [rows, [counted]] = await Promise.all([
    page
      .where(conditions)
      .orderBy(...orderOf(query.sort, price))
      .offset(query.offset)
      .limit(query.limit),
    all.where(conditions),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/**
 * Positions come from an index alone, and only the shown rows are read, so the last page costs as much as the first.
 */
async function pageInOrder(
  db: Db,
  { timelineId, offset, limit }: LotQuery,
  conditions: SQL | undefined,
): Promise<Listed<LotRow>> {
  const places = db
    .select({ position: lot.position })
    .from(lot)
    .where(conditions)
    .orderBy(asc(lot.position))
    .offset(offset)
    .limit(limit)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(lot)
      .where(and(eq(lot.timelineId, timelineId), inArray(lot.position, places)))
      .orderBy(asc(lot.position)),
    db.select({ total: count }).from(lot).where(conditions),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** The ids of matching lots. */
export async function lotIds(
  db: Db,
  query: Omit<LotQuery, 'offset' | 'limit' | 'sort' | 'prices'>,
): Promise<ReadonlySet<LotId>> {
  const rows = await db
    .select({ id: lot.id })
    .from(lot)
    .where(and(...conditionsOf(db, { ...query, offset: 0, limit: 0 }, sql`${lot.startPrice}`)))
  return new Set(rows.map(({ id }) => id))
}

export async function lotsById(db: Db, ids: readonly LotId[]): Promise<ReadonlyMap<LotId, LotRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(lot)
    .where(inArray(lot.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

export async function sellsLots(db: Db, timelineId: string, companyId: CompanyId): Promise<boolean> {
  return (
    (
      await db
        .select({ id: lot.id })
        .from(lot)
        .where(and(eq(lot.timelineId, timelineId), eq(lot.sellerCompanyId, companyId)))
        .limit(1)
    ).length > 0
  )
}

export interface Facets extends Readonly<Record<LotTerm, readonly string[]>> {
  readonly currencies: readonly LotRow['currency'][]
  /** The currency of all lots; `null`: they differ. */
  readonly currency: LotRow['currency'] | null
}

/** The filters' choices: distinct codes. */
export const lotFacets = (db: Db, timelineId: string, soldBy?: CompanyId): Promise<Facets> =>
  facetsWhere(
    db,
    and(eq(lot.timelineId, timelineId), soldBy === undefined ? undefined : eq(lot.sellerCompanyId, soldBy)),
  )

export async function facetsWhere(db: Db, where: SQL | undefined): Promise<Facets> {
  const of = async (name: LotTerm) =>
    (await db.selectDistinct({ code: lot[name] }).from(lot).where(where)).map(({ code }) => code)
  const currencies = db.selectDistinct({ code: lot.currency }).from(lot).where(where)
  const [found, ...codes] = await Promise.all([currencies, ...LOT_TERMS.map(of)])
  const [first = null, ...others] = found.map(({ code }) => code).toSorted()
  return {
    ...perTerm((name) => codes[LOT_TERMS.indexOf(name)] ?? []),
    currencies: first === null ? [] : [first, ...others],
    currency: others.length === 0 ? first : null,
  }
}

const COLUMNS = getTableColumns(lot)

const pricesTable = (prices: ReadonlyMap<LotId, Minor>): SQL =>
  sql`unnest(${sql.param([...prices.keys()])}::text[], ${sql.param([...prices.values()])}::bigint[]) AS live (id, price)`

/** Ends with the place in the catalogue, or two pages could show the same lot. */
function orderOf(sort: LotSort = 'lotNo', price: SQL): SQL[] {
  switch (sort) {
    case 'lotNo':
      return [asc(lot.position)]
    case 'price':
      return [asc(price), asc(lot.position)]
    case '-price':
      return [desc(price), desc(lot.position)]
    case 'quantity':
      return [asc(lot.quantity), asc(lot.position)]
    case '-quantity':
      return [desc(lot.quantity), desc(lot.position)]
  }
}

function conditionsOf(db: Db, query: LotQuery, price: SQL): (SQL | undefined)[] {
  const { minPrice, maxPrice, only } = query
  return [
    eq(lot.timelineId, query.timelineId),
    ...filtersOf(db, query),
    atLeast(price, minPrice),
    atMost(price, maxPrice),
    only && sql`${lot.id} = ANY (${sql.param([...only])}::text[])`,
  ]
}

export function filtersOf(db: Db, query: LotFilter): (SQL | undefined)[] {
  const { keyword, watchedBy, soldBy } = query
  return [
    soldBy === undefined ? undefined : eq(lot.sellerCompanyId, soldBy),
    ...LOT_TERMS.map((name) => oneOf(lot[name], query[name])),
    query.currency === undefined ? undefined : eq(lot.currency, query.currency),
    ...LOT_RANGES.flatMap((range) => {
      const [min, max] = endsOf(range)
      const [least, most] = spanColumns(range)
      const asked = query[min] !== undefined || query[max] !== undefined
      return [atLeast(most, query[min]), atMost(least, query[max]), asked ? hasSize(range) : undefined]
    }),
    ...wordsOf(keyword).map((word) => matching(db, word)),
    watchedBy === undefined
      ? undefined
      : inArray(lot.id, db.select({ id: attention.lotId }).from(attention).where(eq(attention.accountId, watchedBy))),
  ]
}

/** The size that a range compares, as text. */
const SIZE_TEXTS: Partial<Readonly<Record<LotRange, SQL>>> = {
  length: sql`${lot.length}`,
  section: sql`coalesce(nullif(${lot.thickness}, ''), ${lot.diameter})`,
}
/** Only a size that reads in one way is found. The dash and brackets of older texts are not put right at once. */
export const CANONICAL_SIZE = sql.raw(
  String.raw`'^[1-9][0-9]{0,4}([+]|[-–][1-9][0-9]{0,4})?( ?[(（][0-9]{1,2}/4[)）])?$'`,
)
const hasSize = (range: LotRange): SQL | undefined => {
  const text = SIZE_TEXTS[range]
  return text && sql`${text} ~ ${CANONICAL_SIZE}`
}

/** The columns with the least and most of a lot's size; of a count, its column twice. */
export function spanColumns(range: LotRange): readonly [least: SQLWrapper, most: SQLWrapper] {
  const columns: Readonly<Record<string, SQLWrapper>> = COLUMNS
  const [least, most] = ['Min', 'Max'].map((end) => columns[`${range}${end}`] ?? columns[range])
  if (!least || !most) throw new Error(`the table of lots has no column to filter by ${range}`)
  return [least, most]
}

const atLeast = (value: SQLWrapper, bound: number | undefined): SQL | undefined =>
  bound === undefined ? undefined : sql`${value} >= ${bound}`
const atMost = (value: SQLWrapper, bound: number | undefined): SQL | undefined =>
  bound === undefined ? undefined : sql`${value} <= ${bound}`

const wordsOf = (keyword = ''): readonly string[] => keyword.split(/\s+/).filter((word) => word !== '')

/** Compares a single code with `=`, since only then does the index's order serve the page. */
function oneOf(column: (typeof lot)[LotTerm], wanted: Codes | undefined): SQL | undefined {
  if (wanted === undefined) return undefined
  if (typeof wanted === 'string') return eq(column, wanted)
  const [only, ...more] = wanted
  return only !== undefined && more.length === 0 ? eq(column, only) : inArray(column, [...wanted])
}

function matching(db: Db, keyword: string): SQL | undefined {
  const named = (kind: string) =>
    db
      .select({ code: term.code })
      .from(term)
      .where(and(eq(term.kind, kind), or(finds(term.zh, keyword), finds(term.en, keyword))))
  return or(
    finds(lot.nameZh, keyword),
    finds(lot.nameEn, keyword),
    finds(lot.species, keyword),
    finds(lot.origin, keyword),
    finds(lot.grade, keyword),
    inArray(lot.species, named('species')),
    inArray(lot.origin, named('origin')),
    inArray(lot.grade, named('grade')),
    /^\d{1,6}$/.test(keyword) ? eq(lot.position, Number(keyword)) : undefined,
  )
}
