import * as z from 'zod'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { CompanyId, LotId } from '../../domain/lot.ts'
import type { ContractParty, ContractStatus } from '../../domain/trade/contract.ts'
import { milli, type Instant, type Milli, type Minor } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { openDeepList } from './deep.ts'
import { inTurns } from './in-turns.ts'
import type { Snapshot } from './in-turns.ts'
import type { Listed, Slice } from './page.ts'
import { cancelledOrder, lot, saleOrder, schedule, sessionEvent, timeline, tradeContract } from './schema.ts'

export type Order = typeof saleOrder.$inferSelect
export type CancelledOrder = typeof cancelledOrder.$inferSelect

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

/** Stores the orders of cancelled deals, on any node and repeatedly. */
export async function keepCancelledOrders(db: Db, rows: readonly CancelledOrder[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(cancelledOrder)
      .values([...rows])
      .onConflictDoNothing()
}

/** Quantity of each published lot that its seller's deals in force cover, parts of it included; without a deal none. */
export async function soldOf(
  db: Pick<Db, 'select'>,
  sellerCompanyId: CompanyId,
  lots: readonly LotId[],
): Promise<ReadonlyMap<LotId, Milli>> {
  if (lots.length === 0) return new Map()
  const published = sql<LotId>`regexp_replace(${saleOrder.lotId}, '(\\.[1-9][0-9]*)+$', '')`
  const rows = await db
    .select({ lot: published, quantity: saleOrder.quantity })
    .from(saleOrder)
    .where(
      and(eq(saleOrder.sellerCompanyId, sellerCompanyId), isNull(saleOrder.cancelled), inArray(published, [...lots])),
    )
  const sold = new Map<LotId, Milli>()
  for (const { lot: id, quantity } of rows) sold.set(id, milli((sold.get(id) ?? 0) + quantity))
  return sold
}

/** The hold of a lot's deal as its room's log has it, where the order is a moment behind. */
export async function keepHold(tx: Pick<Db, 'update'>, lotId: LotId, onHold: boolean): Promise<void> {
  await tx
    .update(saleOrder)
    .set({ onHold })
    .where(and(eq(saleOrder.lotId, lotId), ne(saleOrder.onHold, onHold)))
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

/** Pages of a company's deals, newest first; a cancelled deal stays beside the next deal of its lot. */
export function openOrderList(db: Db, now: () => Instant): (query: OrderQuery) => Promise<Listed<OrderRow>> {
  const idsOf = openDeepList(db, now, orderKeys)
  return async ({ side, companyId, state, ...slice }) => {
    const { rows: ids, total } = await idsOf({ side, companyId, state }, slice)
    if (ids.length === 0) return { rows: [], total }
    return { rows: await ordersById(db, ids), total }
  }
}

/** The orders with these keys (`orderKeys`), in their order. */
async function ordersById(db: Pick<Db, 'select'>, ids: readonly string[]): Promise<readonly OrderRow[]> {
  const past = ids.flatMap((id) => pastKey(id) ?? [])
  // One after the other, as both may be on one connection.
  const current = await detailed(db).where(inArray(saleOrder.lotId, [...ids]))
  const cancelled = past.length === 0 ? [] : await detailedPast(db).where(or(...past.map(isPast)))
  const byId = new Map([
    ...current.map((row) => [row.order.lotId, row] as const),
    ...cancelled.map((row) => [`${row.order.lotId}#${row.order.seq}`, asOrder(row)] as const),
  ])
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const ownOrders = (
  { side, companyId }: Pick<OrderQuery, 'side' | 'companyId'>,
  of: typeof saleOrder | typeof cancelledOrder = saleOrder,
): SQL => eq(side === 'buyer' ? of.companyId : of.sellerCompanyId, companyId)

/** Times and ids of the orders; without a filter they come from an index alone. */
function orderKeys({ state, ...of }: Pick<OrderQuery, 'side' | 'companyId' | 'state'>): readonly [SQL, ...SQL[]] {
  const contract =
    state === 'contract' || state === 'complete'
      ? sql` JOIN ${tradeContract} ON ${tradeContract.id} = ${saleOrder.contractId}`
      : sql``
  const where = state === undefined ? ownOrders(of) : and(ownOrders(of), ofState(state))
  const current = sql`SELECT ${saleOrder.at} AS at, ${saleOrder.lotId} AS id FROM ${saleOrder}${contract} WHERE ${where}`
  if (state !== undefined && state !== 'cancelled') return [current]
  const past = sql`SELECT ${cancelledOrder.at} AS at, ${cancelledOrder.lotId} || '#' || ${cancelledOrder.seq} AS id FROM ${cancelledOrder} WHERE ${ownOrders(of, cancelledOrder)}`
  return [current, past]
}

interface PastKey {
  readonly lotId: LotId
  readonly seq: number
}
/** The key of a cancelled deal's order; `null`: the id is that of a lot. */
function pastKey(id: string): PastKey | null {
  const [, lotId, seq] = /^(.*)#([0-9]+)$/.exec(id) ?? []
  return lotId === undefined ? null : { lotId, seq: Number(seq) }
}
const isPast = ({ lotId, seq }: PastKey): SQL | undefined =>
  and(eq(cancelledOrder.lotId, lotId), eq(cancelledOrder.seq, seq))

/** All of a company's orders, newest first, so many at a time; `tx`: a transaction. */
export async function* allOrders(
  tx: Snapshot,
  of: Pick<OrderQuery, 'side' | 'companyId'>,
  atOnce: number,
): AsyncGenerator<readonly OrderRow[]> {
  const keys = sql`${sql.join([...orderKeys(of)], sql` UNION ALL `)} ORDER BY at DESC, id DESC`
  for await (const page of inTurns<{ id: string }>(tx, keys, atOnce))
    yield await ordersById(
      tx,
      page.map(({ id }) => id),
    )
}

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
const cutFrom = (of: typeof saleOrder | typeof cancelledOrder): SQL =>
  sql`${lot.id} IN (${of.lotId}, regexp_replace(${of.lotId}, '(\\.[1-9][0-9]*)+$', '')) AND ${lot.timelineId} = ${of.timelineId}`
export const CUT_FROM = cutFrom(saleOrder)

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

const detailedPast = (db: Pick<Db, 'select'>) =>
  db
    .select({ order: cancelledOrder, lot, nameZh: schedule.nameZh, nameEn: schedule.nameEn })
    .from(cancelledOrder)
    .innerJoin(lot, cutFrom(cancelledOrder))
    .innerJoin(timeline, eq(timeline.id, cancelledOrder.timelineId))
    .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
    .$dynamic()

/** A cancelled deal is in no contract: its cancellation has ended the contract that it was in. */
const asOrder = ({
  order,
  ...row
}: Omit<OrderRow, 'order' | 'contractNo' | 'contractStatus'> & { readonly order: CancelledOrder }): OrderRow => ({
  ...row,
  order: { ...order, onHold: false, logSeq: order.seq, contractId: null },
  contractNo: null,
  contractStatus: null,
})

/**
 * The orders of cancelled deals whose lot has another deal by now, as the session's log has them up to `upTo`. `dealOf`:
 * the lot's newest deal, with the companies of that number and of the seller; `null`: of no concern.
 */
export async function supersededOrders(
  db: Pick<Db, 'select'>,
  timelineId: string,
  upTo: number,
  dealOf: (
    lotId: LotId,
    number: number,
  ) => {
    readonly seq: number
    readonly buyer: CompanyId
    readonly seller: CompanyId
    readonly currency: string
  } | null,
): Promise<readonly CancelledOrder[]> {
  const inSale = and(eq(sessionEvent.timelineId, timelineId), lte(sessionEvent.seq, upTo))
  const cancelled = await db
    .select({ seq: sessionEvent.seq, payload: sessionEvent.payload })
    .from(sessionEvent)
    .where(and(inSale, eq(sessionEvent.type, 'deal.cancelled')))
  const rows: CancelledOrder[] = []
  for (const { seq, payload } of cancelled) {
    const { lot: lotId, number, reason } = CancelledEvent.parse(payload)
    const newest = dealOf(lotId, number)
    if (newest === null || newest.seq < seq) continue
    const [sold] = await db
      .select({ seq: sessionEvent.seq, at: sessionEvent.at, payload: sessionEvent.payload })
      .from(sessionEvent)
      .where(
        and(
          inSale,
          eq(sessionEvent.type, 'lot.sold'),
          lt(sessionEvent.seq, seq),
          sql`${sessionEvent.payload}->>'lot' = ${lotId}`,
        ),
      )
      .orderBy(desc(sessionEvent.seq))
      .limit(1)
    if (sold === undefined) continue
    rows.push({
      lotId,
      seq: sold.seq,
      timelineId,
      biddingNumber: number,
      companyId: newest.buyer,
      sellerCompanyId: newest.seller,
      currency: newest.currency,
      ...SoldEvent.parse(sold.payload),
      cancelled: reason,
      at: sold.at,
    })
  }
  return rows
}

const CancelledEvent = z.object({ lot: z.string(), number: z.number(), reason: z.string() })
const SoldEvent = z.object({
  price: z.number().transform((value) => value as Minor),
  quantity: z.number().transform((value) => value as Milli),
  amount: z.number().transform((value) => value as Minor),
})
