import { lotNumber } from '../../../domain/lot-number.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Lot, LotId } from '../../../domain/lot.ts'
import { dealOf } from '../../../domain/outcome.ts'
import type { ContractParty } from '../../../domain/trade/contract.ts'
import type { Minor } from '../../../domain/units.ts'
import type { Caller } from '../../auth/caller.ts'
import { may } from '../../auth/permissions.ts'
import { minute, UNIT } from '../../documents/document.ts'
import { writeSheet } from '../../documents/sheet-thread.ts'
import { SHEET_TYPES } from '../../documents/sheet.ts'
import type { Column, SheetStyle } from '../../documents/sheet.ts'
import { exportLots } from '../../lots/export.ts'
import { readingSeller } from '../../lots/seller.ts'
import type { Rooms } from '../../ports.ts'
import { lotsById } from '../../store/lots.ts'
import type { LotRow } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { asOfOneMoment } from '../../store/in-turns.ts'
import { allOrders, ordersWithLots } from '../../store/orders.ts'
import type { OrderRow } from '../../store/orders.ts'
import { findSession } from '../../store/schedules.ts'
import type { Terms } from '../../store/terms.ts'
import type { Task } from '../../work/work.ts'
import { missing } from '../answer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { specification } from '../../../contract/sizes.ts'
import { nameOf } from '../catalogue/names.ts'
import { companyNames } from '../company-names.ts'
import { allStatementLines } from '../../store/statements.ts'
import type { StatementLine } from '../../store/statements.ts'
import { orderState } from '../trade/rows.ts'
import { backwards, statementOf } from '../trade/statements.ts'
import { statementColumns } from './statement.ts'
import type { NamedLine } from './statement.ts'
import { fileRoute } from './route.ts'
import type { FileAnswer } from './route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state'>
  readonly catalogue: Pick<Catalogue, 'terms'>
}

/** Rows of a query. */
const AT_ONCE = 500

/** Results of lots, and orders of a company, as sheets. */
export const sheetsOf = ({ db, rooms, catalogue }: Needs) => ({
  resultFile: fileRoute(calls.resultFile, async ({ params, query, locale, task }, caller) => {
    const { scheduleTimelineId: id } = params
    const { person } = known(caller)
    const [session, state] = await Promise.all([findSession(db, id), rooms.state(id)])
    if (!session || !state || state.phase === 1) return missing()
    const all = may(person, 'sale:session:read')
    const companyOf = (lot: Lot) => state.sellers[lot.seller]?.company ?? null
    const lots = [...state.lots].filter(
      (lot) => all || (person.companyId !== null && companyOf(lot) === person.companyId),
    )
    // A company without lots in the session has no results.
    if (!all && lots.length === 0) return missing()
    const resultsOf = async (page: readonly Lot[]): Promise<readonly Result[]> => {
      const [rows, orders, names] = await Promise.all([
        lotsById(db, [...new Set(page.map((lot) => state.lots.rootOf(lot.lot)))]),
        ordersWithLots(
          db,
          page.flatMap((lot) => (lot.deal === null ? [] : [lot.lot])),
        ),
        companyNames(db, [...page.map(companyOf), ...page.map(({ deal }) => deal?.company ?? null)], locale),
      ])
      const orderOf = new Map(orders.map((row) => [row.order.lotId, row]))
      return page.map((lot): Result => ({
        lot,
        row: rows.get(state.lots.rootOf(lot.lot)) ?? null,
        order: orderOf.get(lot.lot) ?? null,
        seller: names(companyOf(lot)) ?? lot.seller,
        buyer: names(lot.deal?.company ?? null),
      }))
    }
    const { nameZh, nameEn } = session.schedule
    return file(
      query,
      `${locale === 'zh' ? '成交结果' : 'results'}-${id}`,
      locale === 'zh' ? nameZh : nameEn,
      resultColumns(locale, await catalogue.terms()),
      pagesOf(lots, resultsOf),
      task,
    )
  }),

  lotDraftFile: fileRoute(
    calls.lotDraftFile,
    async ({ query: { format, decimal, template, state }, locale, at, task }, caller) => {
      const seller = readingSeller(known(caller).person)
      if (seller.kind === 'failed') return seller
      const asked = { format, decimal, locale, template: template === true, at, terms: await catalogue.terms() }
      return {
        kind: 'file',
        name: `${locale === 'zh' ? (asked.template ? '标的模板' : '标的') : asked.template ? 'lot-template' : 'lots'}.${format}`,
        type: SHEET_TYPES[format],
        bytes: await exportLots(db, { companyId: seller.companyId, state }, asked, task),
      }
    },
  ),

  orderFile: fileRoute(calls.orderFile, async ({ query: { side, ...style }, locale, task }, caller) => {
    const { person } = known(caller)
    const { companyId } = person
    const other = ({ order }: OrderRow) => (side === 'buyer' ? order.sellerCompanyId : order.companyId)
    const named = async (rows: readonly OrderRow[]): Promise<readonly NamedOrder[]> => {
      const names = await companyNames(db, rows.map(other), locale)
      return rows.map((row) => ({ ...row, other: names(other(row)) ?? other(row) }))
    }
    const [zh, en] = side === 'buyer' ? ['中标标的', 'purchases'] : ['已售标的', 'sales']
    const name = locale === 'zh' ? zh : en
    const columns = orderColumns(side, locale, await catalogue.terms())
    if (companyId === null) return file(style, name, name, columns, pagesOf([], named), task)
    return asOfOneMoment(db, (tx) =>
      file(style, name, name, columns, each(allOrders(tx, { side, companyId }, AT_ONCE), named), task),
    )
  }),

  statementFile: fileRoute(calls.statementFile, async ({ query, locale, task }, caller) => {
    const { beginTime, endTime, ...style } = query
    if (beginTime > endTime) return backwards()
    const companyId = statementOf(known(caller).person, query.companyId)
    if (companyId === null) return missing()
    const company = (await companyNames(db, [companyId], locale))(companyId)
    if (company === null) return missing()
    const named = async (rows: readonly StatementLine[]): Promise<readonly NamedLine[]> => {
      const others = rows.map(({ otherCompanyId }) => otherCompanyId)
      const names = await companyNames(db, others, locale)
      return rows.map((row) => ({ ...row, other: names(row.otherCompanyId) }))
    }
    return asOfOneMoment(db, (tx) =>
      file(
        style,
        `${locale === 'zh' ? '对账单' : 'statement'} ${company} ${beginTime} ${endTime}`,
        locale === 'zh' ? '对账单' : 'Statement',
        statementColumns(locale),
        each(allStatementLines(tx, { companyId, beginTime, endTime }, AT_ONCE), named),
        task,
      ),
    )
  }),
})

const known = (caller: Caller | null): Caller => {
  if (!caller) throw new Error('a sheet was reached without its token')
  return caller
}

async function* pagesOf<Of, Row>(
  all: readonly Of[],
  rowsOf: (page: readonly Of[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield await rowsOf(all.slice(at, at + AT_ONCE))
}

async function* each<Of, Row>(
  pages: AsyncIterable<readonly Of[]>,
  rowsOf: (page: readonly Of[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const page of pages) yield await rowsOf(page)
}

const file = async <Row>(
  style: SheetStyle,
  name: string,
  sheet: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  task: Task,
): Promise<FileAnswer> => ({
  kind: 'file',
  name: `${name}.${style.format}`,
  type: SHEET_TYPES[style.format],
  bytes: await writeSheet(style, sheet, columns, pages, task),
})

interface Result {
  readonly lot: Lot
  readonly row: LotRow | null
  readonly order: OrderRow | null
  readonly seller: string
  readonly buyer: string | null
}

/** An order with the name of its other party. */
interface NamedOrder extends OrderRow {
  readonly other: string
}

const MONEY = '#,##0.00'
const VOLUME = '#,##0.000'
const money = (minor: number): number => minor / 100
const volume = (milli: number): number => milli / 1000

const STATUS = {
  zh: {
    waiting: '待竞价',
    scheduled: '待竞价',
    open: '竞价中',
    held: '竞价中',
    unsold: '未成交',
    sold: '已成交',
    withdrawn: '已撤回',
    failed: '流拍',
  },
  en: {
    waiting: 'Waiting',
    scheduled: 'Waiting',
    open: 'Open',
    held: 'Open',
    unsold: 'Unsold',
    sold: 'Sold',
    withdrawn: 'Withdrawn',
    failed: 'Failed to sell',
  },
} as const satisfies Record<Locale, Record<Lot['status'], string>>

const DEAL = {
  zh: {
    unsigned: '待生成合同',
    contract: '合同签署中',
    complete: '合同已签署完成',
    held: '暂缓',
    cancelled: '成交已取消',
  },
  en: {
    unsigned: 'No contract yet',
    contract: 'Contract being signed',
    complete: 'Contract complete',
    held: 'On hold',
    cancelled: 'Deal cancelled',
  },
} as const satisfies Record<Locale, Record<ReturnType<typeof orderState>, string>>

function timberColumns<Row>(
  locale: Locale,
  terms: Terms,
  rowOf: (row: Row) => LotRow | null,
  idOf: (row: Row) => LotId,
): readonly Column<Row>[] {
  const said = (zh: string, en: string) => (locale === 'zh' ? zh : en)
  /** A part of a split lot is text (`2-1`), a whole lot a number. */
  const numberIn = (row: Row) => {
    const found = rowOf(row)
    if (!found) return null
    const id = idOf(row)
    return id === found.id ? found.position : lotNumber(found.position, id, found.id)
  }
  const term = (kind: 'species' | 'origin' | 'grade') => (row: Row) => {
    const found = rowOf(row)
    return found ? nameOf(terms, kind, found[kind], locale) : ''
  }
  return [
    { name: said('标的号', 'Lot'), width: 8, value: numberIn },
    {
      name: said('名称', 'Name'),
      width: 32,
      value: (row) => (locale === 'zh' ? rowOf(row)?.nameZh : rowOf(row)?.nameEn) ?? '',
    },
    { name: said('树种', 'Species'), width: 14, value: term('species') },
    { name: said('产地', 'Origin'), width: 14, value: term('origin') },
    { name: said('等级', 'Grade'), width: 10, value: term('grade') },
    {
      name: said('规格', 'Specification'),
      width: 28,
      value: (row) => {
        const found = rowOf(row)
        return found ? specification(found) : ''
      },
    },
  ]
}

/** A cancelled deal has no price in a sheet: its sums are of deals in force. */
const figure = (amount: Minor | undefined): number | null => (amount === undefined ? null : money(amount))

function resultColumns(locale: Locale, terms: Terms): readonly Column<Result>[] {
  const said = (zh: string, en: string) => (locale === 'zh' ? zh : en)
  return [
    ...timberColumns<Result>(
      locale,
      terms,
      ({ row }) => row,
      ({ lot }) => lot.lot,
    ),
    { name: said('数量', 'Quantity'), width: 12, format: VOLUME, value: ({ lot }) => volume(lot.quantity) },
    { name: said('单位', 'Unit'), width: 6, value: ({ lot }) => UNIT[lot.unit][locale] },
    { name: said('卖方', 'Seller'), width: 28, value: ({ seller }) => seller },
    { name: said('状态', 'Status'), width: 12, value: ({ lot }) => STATUS[locale][lot.status] },
    { name: said('币种', 'Currency'), width: 8, value: ({ lot }) => lot.currency },
    { name: said('起拍价', 'Start price'), width: 12, format: MONEY, value: ({ lot }) => money(lot.startPrice) },
    { name: said('出价次数', 'Bids'), width: 8, value: ({ lot }) => lot.bidsMade },
    {
      name: said('成交单价', 'Unit price'),
      width: 12,
      format: MONEY,
      value: ({ lot }) => figure(dealOf(lot)?.price),
    },
    {
      name: said('成交金额', 'Amount'),
      width: 16,
      format: MONEY,
      value: ({ lot }) => figure(dealOf(lot)?.amount),
    },
    { name: said('竞买号', 'Bidding number'), width: 8, value: ({ lot: { deal } }) => deal?.number ?? null },
    { name: said('买方', 'Buyer'), width: 28, value: ({ buyer }) => buyer },
    {
      name: said('落槌时间（北京时间）', 'Hammer (Beijing time)'),
      width: 18,
      value: ({ lot: { deal } }) => (deal ? minute(deal.at) : null),
    },
    {
      name: said('成交状态', 'Deal'),
      width: 16,
      value: ({ lot: { deal }, order }) =>
        order ? DEAL[locale][orderState(order)] : deal ? DEAL[locale][deal.cancelled ? 'cancelled' : 'unsigned'] : null,
    },
    { name: said('合同编号', 'Contract No.'), width: 18, value: ({ order }) => order?.contractNo ?? null },
    {
      name: said('原因', 'Reason'),
      width: 24,
      value: ({ lot }) => lot.deal?.cancelled ?? lot.withdrawnBecause,
    },
  ]
}

function orderColumns(side: ContractParty, locale: Locale, terms: Terms): readonly Column<NamedOrder>[] {
  const said = (zh: string, en: string) => (locale === 'zh' ? zh : en)
  return [
    { name: said('场次', 'Sale'), width: 26, value: (row) => (locale === 'zh' ? row.nameZh : row.nameEn) },
    ...timberColumns<NamedOrder>(
      locale,
      terms,
      ({ lot }) => lot,
      ({ order }) => order.lotId,
    ),
    { name: said('贸易术语', 'Incoterm'), width: 8, value: ({ lot }) => lot.tradeClause },
    {
      name: said('到货港', 'Port of arrival'),
      width: 14,
      value: ({ lot }) => nameOf(terms, 'port', lot.arrivalPort, locale),
    },
    {
      name: side === 'buyer' ? said('卖方', 'Seller') : said('买方', 'Buyer'),
      width: 28,
      value: ({ other }) => other,
    },
    { name: said('竞买号', 'Bidding number'), width: 8, value: ({ order }) => order.biddingNumber },
    { name: said('数量', 'Quantity'), width: 12, format: VOLUME, value: ({ order }) => volume(order.quantity) },
    { name: said('单位', 'Unit'), width: 6, value: ({ lot }) => UNIT[lot.unit][locale] },
    { name: said('币种', 'Currency'), width: 8, value: ({ order }) => order.currency },
    { name: said('单价', 'Unit price'), width: 12, format: MONEY, value: ({ order }) => money(order.price) },
    { name: said('金额', 'Amount'), width: 16, format: MONEY, value: ({ order }) => money(order.amount) },
    { name: said('落槌时间（北京时间）', 'Hammer (Beijing time)'), width: 18, value: ({ order }) => minute(order.at) },
    { name: said('状态', 'Status'), width: 16, value: (row) => DEAL[locale][orderState(row)] },
    { name: said('合同编号', 'Contract No.'), width: 18, value: (row) => row.contractNo },
    { name: said('原因', 'Reason'), width: 24, value: ({ order }) => order.cancelled },
  ]
}
