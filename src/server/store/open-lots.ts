import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { CompanyId, LotId } from '../../domain/lot.ts'
import { facetsWhere, filtersOf } from './lots.ts'
import type { Facets, LotFilter, LotRow } from './lots.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import type { Slice } from './page.ts'
import { lot } from './schema.ts'

/** Lots that may still be sold, of several sessions. */
const openIn = (timelineIds: readonly string[]): SQL | undefined => {
  const [only, ...more] = timelineIds
  return and(
    isNull(lot.outcome),
    // One code is compared with `=`: then the index's order serves the page.
    only !== undefined && more.length === 0
      ? eq(lot.timelineId, only)
      : sql`${lot.timelineId} = ANY (${sql.param([...timelineIds])}::text[])`,
  )
}

/** Number of matching lots per session; sessions without any are left out. */
export async function countOpenLots(
  db: Db,
  timelineIds: readonly string[],
  filter: LotFilter = {},
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ timelineId: lot.timelineId, lots: count })
    .from(lot)
    .where(and(openIn(timelineIds), ...filtersOf(db, filter)))
    .groupBy(lot.timelineId)
  return new Map(rows.map(({ timelineId, lots }) => [timelineId, lots]))
}

/** A slice of one session's lots, in catalogue order. Positions come from the index, and only those rows are read. */
export function openLotsOf(
  db: Db,
  timelineId: string,
  filter: LotFilter,
  { offset, limit }: Slice,
): Promise<readonly LotRow[]> {
  const places = db
    .select({ position: lot.position })
    .from(lot)
    .where(and(openIn([timelineId]), ...filtersOf(db, filter)))
    .orderBy(asc(lot.position))
    .offset(offset)
    .limit(limit)
  return db
    .select()
    .from(lot)
    .where(and(eq(lot.timelineId, timelineId), inArray(lot.position, places)))
    .orderBy(asc(lot.position))
    .execute()
}

/** All matching lots of these sessions, for sessions with few of them. */
export const openLotsIn = (db: Db, timelineIds: readonly string[], filter: LotFilter): Promise<readonly LotRow[]> =>
  db
    .select()
    .from(lot)
    .where(and(openIn(timelineIds), ...filtersOf(db, filter)))
    .orderBy(asc(lot.position))
    .execute()

/** The ids of matching lots. */
export async function openLotIds(
  db: Db,
  timelineIds: readonly string[],
  filter: LotFilter,
): Promise<ReadonlySet<LotId>> {
  const rows = await db
    .select({ id: lot.id })
    .from(lot)
    .where(and(openIn(timelineIds), ...filtersOf(db, filter)))
  return new Set(rows.map(({ id }) => id))
}

export const openFacets = (db: Db, timelineIds: readonly string[]): Promise<Facets> =>
  facetsWhere(db, openIn(timelineIds))

/** The sessions among these in which the company sells. */
export async function sellsIn(
  db: Db,
  timelineIds: readonly string[],
  companyId: CompanyId,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ timelineId: lot.timelineId })
    .from(lot)
    .where(
      and(sql`${lot.timelineId} = ANY (${sql.param([...timelineIds])}::text[])`, eq(lot.sellerCompanyId, companyId)),
    )
  return new Set(rows.map(({ timelineId }) => timelineId))
}
