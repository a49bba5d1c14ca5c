import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { DayRange } from '../../contract/dayRange.ts'
import type { CompanyId, LotId } from '../../domain/lot.ts'
import type { ContractParty, ContractStatus } from '../../domain/trade/contract.ts'
import { dayOf } from '../../domain/trade/money.ts'
import type { Instant } from '../../domain/units.ts'
import { openDeepList } from './deep.ts'
import type { Db } from './open.ts'
import { count, finds, within } from './page.ts'
import type { Listed, Slice } from './page.ts'
import {
  certification,
  company,
  contractAct,
  contractNoParts,
  contractVersion,
  saleOrder,
  sessionEvent,
  sessionHead,
  tradeContract,
} from './schema.ts'

export type ContractRow = typeof tradeContract.$inferSelect
export type ContractAct = typeof contractAct.$inferSelect
export type ContractVersion = typeof contractVersion.$inferSelect
type Within = Pick<Db, 'select' | 'insert' | 'update'>

/**
 * The next contract's number: `TC-2027-000001` for the first of the year, by the day in Beijing. The lock lasts until
 * the transaction ends, so that a contract that is not made leaves no gap.
 */
export async function nextContractNo(tx: Pick<Db, 'select' | 'execute'>, at: Instant): Promise<string> {
  const year = Number(dayOf(at).slice(0, 4))
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('contract number'))`)
  // Releases that number without years go on from here while both run.
  await tx.execute(sql`SELECT nextval('contract_number')`)
  const [last] = await tx
    .select({ no: tradeContract.contractNo })
    .from(tradeContract)
    .where(and(gt(tradeContract.contractNo, `TC-${year}-`), lt(tradeContract.contractNo, `TC-${year + 1}-`)))
    .orderBy(desc(tradeContract.contractNo))
    .limit(1)
  return `TC-${year}-${String(Number(last?.no.split('-')[2] ?? 0) + 1).padStart(6, '0')}`
}

export interface ContractQuery extends Slice, DayRange {
  readonly companyId: CompanyId
  readonly side?: ContractParty | undefined
  readonly status?: ContractStatus | undefined
  /** Only contracts that wait for the company. */
  readonly mine?: boolean | undefined
}

/** Keys of the contracts in a company's list. A company has no contract with itself. */
function contractKeys({
  companyId,
  side,
  status,
  mine,
  ...range
}: Omit<ContractQuery, keyof Slice>): readonly [SQL, ...SQL[]] {
  const as = (own: ContractParty) => {
    const company = own === 'buyer' ? tradeContract.buyerCompanyId : tradeContract.sellerCompanyId
    return contractsWhere(
      and(
        eq(company, companyId),
        mine === true ? eq(tradeContract.status, own === 'buyer' ? 0 : 1) : undefined,
        status === undefined ? undefined : eq(tradeContract.status, status),
        within(tradeContract.changedAt, range),
      ),
    )
  }
  return side === undefined ? [as('buyer'), as('seller')] : [as(side)]
}

const contractsWhere = (where: SQL | undefined): SQL =>
  sql`SELECT ${tradeContract.changedAt} AS at, ${tradeContract.id} AS id FROM ${tradeContract} WHERE ${where ?? sql`true`}`

export interface ReviewQuery extends Slice, DayRange {
  readonly status?: ContractStatus | undefined
}

type Reviewed = ReviewQuery['status'] | 'others'

/** Keys of all contracts of a status; `others`: all except those to be verified. */
const reviewKeys = (status: Reviewed, range: DayRange): SQL =>
  contractsWhere(
    and(
      status === 'others'
        ? ne(tradeContract.status, 2)
        : status === undefined
          ? undefined
          : eq(tradeContract.status, status),
      within(tradeContract.changedAt, range),
    ),
  )

export interface ContractLists {
  /** A page of a company's contracts, changed last first. */
  readonly own: (query: ContractQuery) => Promise<Listed<ContractRow>>
  /** A page of all contracts, those to be verified first. */
  readonly review: (query: ReviewQuery) => Promise<Listed<ContractRow>>
}

export function openContractLists(db: Db, now: () => Instant): ContractLists {
  const ownIds = openDeepList(db, now, contractKeys)
  const reviewIds = openDeepList(db, now, ({ status, ...range }: { readonly status?: Reviewed } & DayRange) => [
    reviewKeys(status, range),
  ])
  return {
    own: async ({ companyId, side, status, mine, beginTime, endTime, ...slice }) => {
      const { rows, total } = await ownIds({ companyId, side, status, mine, beginTime, endTime }, slice)
      return { rows: await contractsByIds(db, rows), total }
    },
    review: async ({ status, offset, limit, ...range }) => {
      if (status !== undefined) {
        const { rows, total } = await reviewIds({ status, ...range }, { offset, limit })
        return { rows: await contractsByIds(db, rows), total }
      }
      const first = await reviewIds({ status: 2, ...range }, { offset, limit })
      const others = await reviewIds(
        { status: 'others', ...range },
        { offset: Math.max(0, offset - first.total), limit: limit - first.rows.length },
      )
      return {
        rows: await contractsByIds(db, [...first.rows, ...others.rows]),
        total: first.total + others.total,
      }
    },
  }
}

/** In the order of the ids. */
async function contractsByIds(db: Db, ids: readonly string[]): Promise<readonly ContractRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(tradeContract)
    .where(inArray(tradeContract.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Ids of companies that have the keyword in a name, in the present one or in one that they were certified under. */
const companiesNamed = (keyword: string): SQL => sql`
  SELECT ${company.id} FROM ${company}
  WHERE ${finds(company.nameZh, keyword)} OR ${finds(company.nameEn, keyword)} OR ${finds(sql`${company.form} ->> 'name'`, keyword)}
  UNION
  SELECT ${certification.companyId} FROM ${certification}
  WHERE ${certification.state} = 'approved' AND ${certification.companyId} IS NOT NULL AND ${finds(certification.companyName, keyword)}`

/** Numbers of contracts that have the keyword; `null`: no number can have it. */
function numbersWith(keyword: string): SQL | null {
  if (!/^[tc\d-]+$/i.test(keyword)) return null
  // A whole number is looked up by its index.
  if (/^tc-\d{4}-\d{6}$/i.test(keyword)) return sql`(${keyword.toUpperCase()})`
  const written = sql`${tradeContract.contractNo} ILIKE ${`%${keyword}%`}`
  const parts = Array.from({ length: Math.max(0, keyword.length - 2) }, (_, at) =>
    keyword.slice(at, at + 3).toUpperCase(),
  )
  // One or two letters have no part in the index: most numbers have them.
  const where = parts.length === 0 ? written : sql`${contractNoParts} @> ${sql.param(parts)}::text[] AND ${written}`
  return sql`(SELECT ${tradeContract.contractNo} FROM ${tradeContract} WHERE ${where})`
}

/**
 * A page of the contracts that have the keyword in their number, or in a name that a party was certified under; those to
 * be verified first. Names are searched among the companies: the contracts themselves are long.
 */
export async function findContracts(
  db: Db,
  { status, keyword, offset, limit, ...range }: ReviewQuery & { readonly keyword: string },
): Promise<Listed<ContractRow>> {
  const named = companiesNamed(keyword)
  const numbers = numbersWith(keyword)
  const where = and(
    status === undefined ? undefined : eq(tradeContract.status, status),
    within(tradeContract.changedAt, range),
  )
  const having = (part: SQL): SQL =>
    sql`SELECT ${tradeContract.id}, ${tradeContract.status}, ${tradeContract.changedAt} FROM ${tradeContract} WHERE ${and(part, where)}`
  const parts = [
    having(sql`${tradeContract.buyerCompanyId} IN (${named})`),
    having(sql`${tradeContract.sellerCompanyId} IN (${named})`),
    ...(numbers === null ? [] : [having(sql`${tradeContract.contractNo} IN ${numbers}`)]),
  ]
  const hits = sql`(${sql.join(parts, sql` UNION `)}) AS hit`
  const order = sql`ORDER BY ${status === undefined ? sql`status = 2 DESC, ` : sql``}changed_at DESC, id DESC`
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<{ id: string }>(sql`SELECT id FROM ${hits} ${order} OFFSET ${offset} LIMIT ${limit}`),
    db.execute<{ total: number }>(sql`SELECT ${count} AS total FROM ${hits}`),
  ])
  return {
    rows: await contractsByIds(
      db,
      rows.map(({ id }) => id),
    ),
    total: counted[0]?.total ?? 0,
  }
}

export const contractById = async (db: Pick<Db, 'select'>, id: string): Promise<ContractRow | null> =>
  (await db.select().from(tradeContract).where(eq(tradeContract.id, id)))[0] ?? null

/** Locks the contract until the transaction ends, so that acts on it are serialised. */
export const lockContract = async (tx: Pick<Db, 'select'>, id: string): Promise<ContractRow | null> =>
  (await tx.select().from(tradeContract).where(eq(tradeContract.id, id)).for('update'))[0] ?? null

/** Newest last. */
export const actsOf = (db: Pick<Db, 'select'>, id: string): Promise<ContractAct[]> =>
  db.select().from(contractAct).where(eq(contractAct.contractId, id)).orderBy(asc(contractAct.seq)).execute()

/** Newest last. */
export const versionsOf = (db: Pick<Db, 'select'>, id: string): Promise<ContractVersion[]> =>
  db
    .select()
    .from(contractVersion)
    .where(eq(contractVersion.contractId, id))
    .orderBy(asc(contractVersion.version))
    .execute()

export const versionOf = async (
  db: Pick<Db, 'select'>,
  { id, version }: Pick<ContractRow, 'id' | 'version'>,
): Promise<ContractVersion> => {
  const [found] = await db
    .select()
    .from(contractVersion)
    .where(and(eq(contractVersion.contractId, id), eq(contractVersion.version, version)))
  if (!found) throw new Error(`contract ${id} has no version ${version}`)
  return found
}

/** The newest version in which the company is a party. */
export async function newestVersionWith(
  db: Db,
  companyId: CompanyId,
): Promise<{ readonly side: ContractParty; readonly content: ContractVersion['content'] } | null> {
  const [found] = await db
    .select({ buyer: tradeContract.buyerCompanyId, content: contractVersion.content })
    .from(contractVersion)
    .innerJoin(tradeContract, eq(tradeContract.id, contractVersion.contractId))
    .where(or(eq(tradeContract.buyerCompanyId, companyId), eq(tradeContract.sellerCompanyId, companyId)))
    .orderBy(desc(contractVersion.madeAt))
    .limit(1)
  return found ? { side: found.buyer === companyId ? 'buyer' : 'seller', content: found.content } : null
}

/** By contract: the parties' names in the newest version, and whether a deal is on hold. */
export async function coversOf(
  db: Db,
  rows: readonly ContractRow[],
): Promise<ReadonlyMap<string, { readonly buyerName: string; readonly sellerName: string; readonly onHold: boolean }>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const [names, held] = await Promise.all([
    db
      .select({
        id: tradeContract.id,
        buyerName: sql<string>`${contractVersion.content} #>> '{buyer,companyName}'`,
        sellerName: sql<string>`${contractVersion.content} #>> '{seller,companyName}'`,
      })
      .from(tradeContract)
      .innerJoin(
        contractVersion,
        and(eq(contractVersion.contractId, tradeContract.id), eq(contractVersion.version, tradeContract.version)),
      )
      .where(inArray(tradeContract.id, ids)),
    db
      .select({ id: saleOrder.contractId })
      .from(saleOrder)
      .where(and(inArray(saleOrder.contractId, ids), eq(saleOrder.onHold, true), isNull(saleOrder.cancelled))),
  ])
  const onHold = new Set(held.map(({ id }) => id))
  return new Map(names.map(({ id, ...both }) => [id, { ...both, onHold: onHold.has(id) }]))
}

export const isOnHold = async (db: Pick<Db, 'select'>, id: string): Promise<boolean> =>
  (
    await db
      .select({ lotId: saleOrder.lotId })
      .from(saleOrder)
      .where(and(eq(saleOrder.contractId, id), eq(saleOrder.onHold, true), isNull(saleOrder.cancelled)))
      .limit(1)
  ).length > 0

/** What a sale's log says of a deal. */
export interface DealInLog {
  readonly onHold: boolean
  /** The reason of its cancellation; `null`: it is in force. */
  readonly cancelled: string | null
}

/**
 * Locks the logs of these orders' sales until the transaction ends, and reads from them what became of each deal: a
 * projection is a moment behind, and in that moment a held deal could be signed. Lock contracts first.
 */
export async function dealsInLogs(
  tx: Pick<Db, 'select' | 'execute'>,
  orders: readonly (typeof saleOrder.$inferSelect)[],
): Promise<ReadonlyMap<LotId, DealInLog>> {
  const found = new Map(orders.map(({ lotId, onHold, cancelled }) => [lotId, { onHold, cancelled }]))
  if (orders.length === 0) return found
  const sales = [...new Set(orders.map(({ timelineId }) => timelineId))]
  await tx
    .select({ id: sessionHead.timelineId })
    .from(sessionHead)
    .where(inArray(sessionHead.timelineId, sales))
    .orderBy(asc(sessionHead.timelineId))
    .for('share')
  const since = Math.min(...orders.map(({ seq }) => seq))
  const events = await tx
    .select({
      type: sessionEvent.type,
      timelineId: sessionEvent.timelineId,
      payload: sessionEvent.payload,
      seq: sessionEvent.seq,
    })
    .from(sessionEvent)
    .where(
      and(
        inArray(sessionEvent.timelineId, sales),
        gt(sessionEvent.seq, since),
        inArray(sessionEvent.type, ['deal.held', 'deal.released', 'deal.cancelled']),
      ),
    )
    .orderBy(asc(sessionEvent.seq))
  for (const { type, timelineId, payload, seq } of events) {
    const order = orders.find((one) => one.lotId === payload['lot'] && one.timelineId === timelineId && one.seq < seq)
    // What comes after its cancellation concerns the lot's next deal.
    if (order !== undefined && found.get(order.lotId)?.cancelled === null)
      found.set(order.lotId, {
        onHold: type === 'deal.held',
        cancelled: type === 'deal.cancelled' ? String(payload['reason']) : null,
      })
  }
  return found
}

/** The orders that a contract covers. */
export const ordersOf = (tx: Pick<Db, 'select'>, id: string): Promise<(typeof saleOrder.$inferSelect)[]> =>
  tx.select().from(saleOrder).where(eq(saleOrder.contractId, id)).orderBy(asc(saleOrder.lotId)).execute()

/** The contract that covers the lot; null: none. */
export const contractOfLot = async (db: Pick<Db, 'select'>, lotId: LotId): Promise<string | null> =>
  (await db.select({ id: saleOrder.contractId }).from(saleOrder).where(eq(saleOrder.lotId, lotId)))[0]?.id ?? null

/** The contract that covers this deal of the lot, not another one of it; null: none. */
export const contractOfDeal = async (
  db: Pick<Db, 'select'>,
  { lotId, seq }: { readonly lotId: LotId; readonly seq: number },
): Promise<string | null> =>
  (
    await db
      .select({ id: saleOrder.contractId })
      .from(saleOrder)
      .where(and(eq(saleOrder.lotId, lotId), eq(saleOrder.seq, seq)))
  )[0]?.id ?? null

/** Stores an act and returns its number. */
export async function addAct(tx: Within, row: Omit<typeof contractAct.$inferInsert, 'seq'>): Promise<number> {
  const [last] = await tx
    .select({ seq: sql<number>`coalesce(max(${contractAct.seq}), 0)::int` })
    .from(contractAct)
    .where(eq(contractAct.contractId, row.contractId))
  const seq = (last?.seq ?? 0) + 1
  await tx.insert(contractAct).values({ ...row, seq })
  return seq
}

/** What tells a deal apart: a lot's later deal has another number in its room's log. */
export interface DealKey {
  readonly lotId: LotId
  readonly seq: number
  readonly companyId: CompanyId
  readonly sellerCompanyId: CompanyId
}

export const dealKeyOf = ({ lotId, seq }: Pick<DealKey, 'lotId' | 'seq'>): string => `${lotId}#${seq}`

/** The terminated contract that each of these deals was in last, by `dealKeyOf`; deals that were in none are left out. */
export async function terminatedContracts(
  db: Pick<Db, 'select'>,
  deals: readonly DealKey[],
): Promise<ReadonlyMap<string, ContractRow>> {
  if (deals.length === 0) return new Map()
  const some = (values: readonly string[]) => sql`ANY (${sql.param([...new Set(values)])}::text[])`
  const rows = await db
    .select({
      row: tradeContract,
      lotId: sql<string>`l ->> 'contractObjectId'`,
      seq: sql<number>`(l -> 'deal' ->> 'seq')::int`,
    })
    .from(tradeContract)
    .innerJoin(
      contractVersion,
      and(eq(contractVersion.contractId, tradeContract.id), eq(contractVersion.version, tradeContract.version)),
    )
    .innerJoin(sql`json_array_elements(${contractVersion.content} -> 'lots') AS l`, sql`true`)
    .where(
      and(
        eq(tradeContract.status, 4),
        sql`${tradeContract.buyerCompanyId} = ${some(deals.map(({ companyId }) => companyId))}`,
        sql`${tradeContract.sellerCompanyId} = ${some(deals.map(({ sellerCompanyId }) => sellerCompanyId))}`,
        sql`l ->> 'contractObjectId' = ${some(deals.map(({ lotId }) => lotId))}`,
      ),
    )
    .orderBy(asc(tradeContract.changedAt))
  const wanted = new Set(deals.map(dealKeyOf))
  return new Map(
    rows.flatMap(({ row, ...deal }) => (wanted.has(dealKeyOf(deal)) ? [[dealKeyOf(deal), row] as const] : [])),
  )
}

/** Gives these lots to the contract, and releases its other lots. */
export async function giveLots(tx: Within, contractId: string, lots: readonly LotId[]): Promise<void> {
  await tx.update(saleOrder).set({ contractId: null }).where(eq(saleOrder.contractId, contractId))
  if (lots.length > 0)
    await tx
      .update(saleOrder)
      .set({ contractId })
      .where(inArray(saleOrder.lotId, [...lots]))
}
