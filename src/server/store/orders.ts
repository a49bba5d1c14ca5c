import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { CompanyId, LotId } from '../../domain/lot.ts'
import type { ContractParty, ContractStatus } from '../../domain/trade/contract.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { openDeepList } from './deep.ts'
import type { Listed, Slice } from './page.ts'
import { lot, saleOrder, schedule, timeline, tradeContract } from './schema.ts'

export type Order = typeof saleOrder.$inferSelect

/**
 * Stores an order for a deal, on any node and repeatedly. The lot's latest log entry wins, so that a hold, its release,
 * a cancellation and the next bidder's deal each take effect once.
 */
export async function keepOrder(db: Db, row: typeof saleOrder.$inferInsert): Promise<void> {
  await db
    .insert(saleOrder)
    .values(row)
    .onConflictDoUpdate({
      target: saleOrder.lotId,
      // A new deal of the lot begins without a contract.
      set: { ...row, contractId: sql`CASE WHEN ${saleOrder.seq} = excluded.seq THEN ${saleOrder.contractId} END` },
      setWhere: lte(saleOrder.logSeq, row.logSeq ?? 0),
    })
}

/** `unsigned`: in no contract; `contract`: in an incomplete contract; `complete`: in a complete one. */
export type OrderState = 'unsigned' | 'contract' | 'complete' | 'held' | 'cancelled'

export interface OrderQuery extends Slice {
  readonly side: ContractParty
  readonly companyId: CompanyId
  readonly state?: OrderState | undefined
}

/** An order with its timber, the name of its sale, and its contract. */
export interface OrderRow {
  readonly order: Order
  readonly lot: typeof lot.$inferSelect
  readonly nameZh: string
  readonly nameEn: string
  readonly contractNo: string | null
  readonly contractStatus: ContractStatus | null
}

const ofState = (state: OrderState): SQL | undefined => {
  const standing = isNull(saleOrder.cancelled)
  switch (state) {
    case 'unsigned':
      return and(standing, eq(saleOrder.onHold, false), isNull(saleOrder.contractId))
    case 'contract':
      return and(standing, ne(tradeContract.status, 3))
    case 'complete':
      return and(standing, eq(tradeContract.status, 3))
    case 'held':
      return and(standing, eq(saleOrder.onHold, true))
    case 'cancelled':
      return isNotNull(saleOrder.cancelled)
  }
}

/** Pages of a company's deals, newest first. */
export function openOrderList(db: Db, now: () => Instant): (query: OrderQuery) => Promise<Listed<OrderRow>> {
  const idsOf = openDeepList(db, now, (query: Parameters<typeof orderKeys>[0]) => [orderKeys(query)])
  return async ({ side, companyId, state, ...slice }) => {
    const { rows: ids, total } = await idsOf({ side, companyId, state }, slice)
    if (ids.length === 0) return { rows: [], total }
    return {
      rows: await detailed(db)
        .where(inArray(saleOrder.lotId, [...ids]))
        .orderBy(desc(saleOrder.at), desc(saleOrder.lotId)),
      total,
    }
  }
}

const ownOrders = ({ side, companyId }: Pick<OrderQuery, 'side' | 'companyId'>): SQL =>
  eq(side === 'buyer' ? saleOrder.companyId : saleOrder.sellerCompanyId, companyId)

/** Times and ids of the orders; without a filter they come from an index alone. */
function orderKeys({ state, ...of }: Pick<OrderQuery, 'side' | 'companyId' | 'state'>): SQL {
  const contract =
    state === 'contract' || state === 'complete'
      ? sql` JOIN ${tradeContract} ON ${tradeContract.id} = ${saleOrder.contractId}`
      : sql``
  const where = state === undefined ? ownOrders(of) : and(ownOrders(of), ofState(state))
  return sql`SELECT ${saleOrder.at} AS at, ${saleOrder.lotId} AS id FROM ${saleOrder}${contract} WHERE ${where}`
}

/** A company's newest orders, at most this many. */
export const newestOrders = (
  db: Db,
  { limit, ...of }: Pick<OrderQuery, 'side' | 'companyId' | 'limit'>,
): Promise<OrderRow[]> =>
  detailed(db).where(ownOrders(of)).orderBy(desc(saleOrder.at), desc(saleOrder.lotId)).limit(limit).execute()

/** Orders by their lots, locked until the transaction ends, in the order of lots. */
export const lockOrders = (tx: Pick<Db, 'select'>, lots: readonly LotId[]): Promise<Order[]> =>
  tx
    .select()
    .from(saleOrder)
    .where(inArray(saleOrder.lotId, [...lots]))
    .orderBy(asc(saleOrder.lotId))
    .for('update')
    .execute()

/** The orders of a contract, with their timber, in catalogue order. */
export const ordersWithLots = (db: Pick<Db, 'select'>, lots: readonly LotId[]): Promise<OrderRow[]> =>
  detailed(db)
    .where(inArray(saleOrder.lotId, [...lots]))
    .orderBy(asc(saleOrder.timelineId), asc(lot.position), asc(saleOrder.lotId))
    .execute()

/** A child of a split lot (`lot.1`) has the timber of the lot it was split from. */
export const CUT_FROM = sql`${lot.id} IN (${saleOrder.lotId}, regexp_replace(${saleOrder.lotId}, '(\\.[1-9][0-9]*)+$', '')) AND ${lot.timelineId} = ${saleOrder.timelineId}`

const detailed = (db: Pick<Db, 'select'>) =>
  db
    .select({
      order: saleOrder,
      lot,
      nameZh: schedule.nameZh,
      nameEn: schedule.nameEn,
      contractNo: tradeContract.contractNo,
      contractStatus: tradeContract.status,
    })
    .from(saleOrder)
    .innerJoin(lot, CUT_FROM)
    .innerJoin(timeline, eq(timeline.id, saleOrder.timelineId))
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .leftJoin(tradeContract, eq(tradeContract.id, saleOrder.contractId))
    .$dynamic()
