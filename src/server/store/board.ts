import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { LotRow } from './lots.ts'
import type { Db } from './open.ts'
import { CUT_FROM } from './orders.ts'
import { count } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { lot, saleOrder, schedule, sessionHead, timeline } from './schema.ts'

type BoardStatus = 'pending' | 'deal' | 'failed'

export interface BoardRow {
  readonly lot: LotRow
  readonly nameZh: string
  readonly nameEn: string
  readonly startTime: Instant
  readonly deal: { readonly lotId: string; readonly quantity: LotRow['quantity']; readonly at: Instant } | null
}

const SALE = {
  lot: getTableColumns(lot),
  nameZh: schedule.nameZh,
  nameEn: schedule.nameEn,
  startTime: timeline.startTime,
}

/** Lots of all sales but practice, by status. */
export async function listBoard(db: Db, status: BoardStatus, page: Slice): Promise<Listed<BoardRow>> {
  switch (status) {
    case 'pending':
      return listPending(db, page)
    case 'deal':
      return listDeals(db, page)
    case 'failed':
      return listFailed(db, page)
  }
}

async function listPending(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  const published = db
    .select({ id: timeline.id })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .where(and(eq(schedule.practice, false), inArray(sessionHead.phase, [2, 3, 4])))
  const pending = and(isNull(lot.outcome), inArray(lot.timelineId, published))
  const [rows, [counted]] = await Promise.all([
    db
      .select(SALE)
      .from(lot)
      .innerJoin(timeline, eq(timeline.id, lot.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .where(pending)
      .orderBy(asc(timeline.startTime), asc(timeline.id), asc(lot.position))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(lot).where(pending),
  ])
  return { rows: rows.map((row) => ({ ...row, deal: null })), total: counted?.total ?? 0 }
}

async function listFailed(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  const failed = sql`${lot.outcome} = 'failed'`
  const [rows, [counted]] = await Promise.all([
    db
      .select(SALE)
      .from(lot)
      .innerJoin(timeline, eq(timeline.id, lot.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .where(failed)
      .orderBy(desc(timeline.startTime), asc(timeline.id), asc(lot.position))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(lot).where(failed),
  ])
  return { rows: rows.map((row) => ({ ...row, deal: null })), total: counted?.total ?? 0 }
}

async function listDeals(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...SALE, deal: { lotId: saleOrder.lotId, quantity: saleOrder.quantity, at: saleOrder.at } })
      .from(saleOrder)
      .innerJoin(lot, CUT_FROM)
      .innerJoin(timeline, eq(timeline.id, saleOrder.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .orderBy(desc(saleOrder.at), asc(saleOrder.lotId))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(saleOrder),
  ])
  return { rows, total: counted?.total ?? 0 }
}
