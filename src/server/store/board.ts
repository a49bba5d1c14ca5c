import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { LAW } from '../../domain/rule.ts'
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
  /** Its sale is over, and the seller or the next bidder is asked for a yes. */
  readonly asked: boolean
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

/**
 * D4, D8: after the seal a lot is offered on for so long, and then waits a day at most for the answer. Older sales have no
 * deal that waits.
 */
export const ASKED_SINCE = sql`clock_timestamp() - ${LAW.dealsOpenMs + 24 * 3_600_000} * interval '1 ms'`

/** Lots without an outcome: before the end of their sale, or asked for after it. */
async function listPending(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  const published = db
    .select({ id: timeline.id })
    .from(timeline)
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .where(
      and(
        eq(schedule.practice, false),
        or(inArray(sessionHead.phase, [2, 3, 4]), and(eq(sessionHead.phase, 5), gt(sessionHead.aliveAt, ASKED_SINCE))),
      ),
    )
  const pending = and(isNull(lot.outcome), inArray(lot.timelineId, published))
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...SALE, phase: sessionHead.phase })
      .from(lot)
      .innerJoin(timeline, eq(timeline.id, lot.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
      .where(pending)
      .orderBy(asc(timeline.startTime), asc(timeline.id), asc(lot.position))
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(lot).where(pending),
  ])
  return {
    rows: rows.map(({ phase, ...row }) => ({ ...row, deal: null, asked: phase === 5 })),
    total: counted?.total ?? 0,
  }
}

async function listFailed(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  const failed = sql`${lot.outcome} = 'failed'`
  const order = [desc(timeline.startTime), asc(timeline.id), asc(lot.position)]
  // Ids alone are sorted: a lot's row is wide.
  const page = db
    .select({ id: lot.id })
    .from(lot)
    .innerJoin(timeline, eq(timeline.id, lot.timelineId))
    .where(failed)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  const [rows, [counted]] = await Promise.all([
    db
      .select(SALE)
      .from(lot)
      .innerJoin(timeline, eq(timeline.id, lot.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .where(inArray(lot.id, page))
      .orderBy(...order),
    db.select({ total: count }).from(lot).where(failed),
  ])
  return { rows: rows.map((row) => ({ ...row, deal: null, asked: false })), total: counted?.total ?? 0 }
}

async function listDeals(db: Db, { offset, limit }: Slice): Promise<Listed<BoardRow>> {
  // A lot whose deal was cancelled is not sold.
  const stands = isNull(saleOrder.cancelled)
  // As `sale_order_at` has it.
  const order = [sql`${saleOrder.at} DESC NULLS LAST`, asc(saleOrder.lotId)]
  // Before the joins: a late page joins no more than its own orders.
  const page = db
    .select({ id: saleOrder.lotId })
    .from(saleOrder)
    .where(stands)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...SALE, deal: { lotId: saleOrder.lotId, quantity: saleOrder.quantity, at: saleOrder.at } })
      .from(saleOrder)
      .innerJoin(lot, CUT_FROM)
      .innerJoin(timeline, eq(timeline.id, saleOrder.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .where(inArray(saleOrder.lotId, page))
      .orderBy(...order),
    db.select({ total: count }).from(saleOrder).where(stands),
  ])
  return { rows: rows.map((row) => ({ ...row, asked: false })), total: counted?.total ?? 0 }
}
