import { lotNumber } from '../../../domain/lot-number.ts'
import type * as z from 'zod'
import type * as calls from '../../../contract/calls/index.ts'
import type { OrderRow as WireOrder } from '../../../contract/calls/trade.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { ContractParty } from '../../../domain/trade/contract.ts'
import type { Currency } from '../../../domain/units.ts'
import { later } from '../../../domain/units.ts'
import { thumbnailOf } from '../../pictures/names.ts'
import { dealKeyOf, type ContractRow } from '../../store/contracts.ts'
import type { OrderRow } from '../../store/orders.ts'
import type { Terms } from '../../store/terms.ts'
import { specification } from '../../../contract/sizes.ts'
import { nameOf } from '../catalogue/names.ts'
import { PICTURES_PATH } from '../pictures.ts'

/** Time within which both parties should sign. */
const SIGN_WITHIN_MS = 7 * 24 * 3_600_000

export const orderState = ({ order, contractStatus }: OrderRow): z.output<typeof WireOrder>['state'] => {
  if (order.cancelled !== null) return 'cancelled'
  if (contractStatus === 3) return 'complete'
  if (order.onHold) return 'held'
  return order.contractId === null ? 'unsigned' : 'contract'
}

export function orderRow(
  row: OrderRow,
  side: ContractParty,
  locale: Locale,
  terms: Terms,
  nameOfCompany: (id: string) => string | null,
  terminated: ReadonlyMap<string, ContractRow>,
): z.output<typeof WireOrder> {
  const { order, lot, contractNo } = row
  const [first] = lot.pictures
  const ended = (order.contractId === null ? terminated.get(dealKeyOf(order)) : null) ?? null
  const other = side === 'buyer' ? order.sellerCompanyId : order.companyId
  return {
    contractObjectId: order.lotId,
    scheduleTimelineId: order.timelineId,
    scheduleName: locale === 'zh' ? row.nameZh : row.nameEn,
    lotNo: lot.position,
    lotNumber: lotNumber(lot.position, order.lotId, lot.id),
    name: locale === 'zh' ? lot.nameZh : lot.nameEn,
    species: nameOf(terms, 'species', lot.species, locale),
    specification: specification(lot),
    thumbnail: first === undefined ? null : `${PICTURES_PATH}${thumbnailOf(first)}`,
    placeholder: lot.placeholder,
    tradeClause: lot.tradeClause,
    arrivalPort: nameOf(terms, 'port', lot.arrivalPort, locale),
    side,
    state: orderState(row),
    companyId: other,
    companyName: nameOfCompany(other) ?? other,
    biddingNumber: order.biddingNumber,
    price: order.price,
    quantity: order.quantity,
    unit: lot.unit,
    currency: order.currency as Currency,
    amount: order.amount,
    at: order.at,
    signBy: later(order.at, SIGN_WITHIN_MS),
    reason: order.cancelled,
    contractId: order.contractId,
    contractNo,
    terminated: ended === null ? null : { contractId: ended.id, contractNo: ended.contractNo },
  }
}

type Row = z.output<NonNullable<typeof calls.contractList.rows>>

/** `side`: the reader's; null: the platform's. */
export const contractRow = (
  row: ContractRow,
  side: ContractParty | null,
  {
    buyerName,
    sellerName,
    onHold,
  }: { readonly buyerName: string; readonly sellerName: string; readonly onHold: boolean },
): Row => ({
  contractId: row.id,
  contractNo: row.contractNo,
  status: row.status,
  version: row.version,
  side,
  buyerName,
  sellerName,
  currency: row.currency,
  amount: row.amount,
  lotCount: row.lotCount,
  createdAt: row.createdAt,
  changedAt: row.changedAt,
  mine: side === 'buyer' ? row.status === 0 : side === 'seller' ? row.status === 1 : row.status === 2,
  onHold,
})
