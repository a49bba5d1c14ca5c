import { lotNumber } from '../../../domain/lot-number.ts'
import type * as z from 'zod'
import type { SaleDeal } from '../../../contract/calls/sales.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Lot, LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { netOf } from '../../../domain/trade/money.ts'
import { amountOf, minor } from '../../../domain/units.ts'
import { contractById, dealKeyOf, terminatedContracts } from '../../store/contracts.ts'
import { lotsById } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { ordersWithLots, type Order } from '../../store/orders.ts'
import { owedUnder } from '../../trade/payments.ts'
import { companyNames } from '../company-names.ts'

/**
 * Whether the operator has to act: the deal is on hold, waits for a confirmation, or was cancelled and its lot may go
 * to the next bidder.
 */
export const isOpenDeal = ({ deal, award, status }: Lot): boolean =>
  award !== null ||
  (deal !== null &&
    (deal.onHold ? deal.cancelled === null : deal.cancelled !== null && status !== 'sold' && status !== 'withdrawn'))

/** Lots with a deal, or with one that waits for a confirmation; open ones first. */
export const dealtLots = ({ lots }: SessionState): readonly Lot[] =>
  [...lots]
    .filter(({ deal, award }) => deal !== null || award !== null)
    .sort((a, b) => Number(isOpenDeal(b)) - Number(isOpenDeal(a)))

export async function dealRows(
  db: Db,
  state: SessionState,
  lots: readonly Lot[],
  locale: Locale,
): Promise<z.output<typeof SaleDeal>[]> {
  const companyOf = (lot: Lot) => state.sellers[lot.seller]?.company ?? null
  const askedOf = ({ award }: Lot) => (award && state.bidders[award.number]?.company) ?? null
  const [rows, contracts, names] = await Promise.all([
    lotsById(
      db,
      lots.map(({ lot }) => state.lots.rootOf(lot)),
    ),
    contractsOf(db, lots),
    companyNames(
      db,
      lots.flatMap((lot) => [companyOf(lot), lot.deal?.company ?? null, askedOf(lot)]),
      locale,
    ),
  ])
  return lots.map((lot) => {
    const row = rows.get(state.lots.rootOf(lot.lot))
    const { deal, award } = lot
    return {
      contractObjectId: lot.lot,
      position: lot.position,
      lotNumber: lotNumber(lot.position, lot.lot, state.lots.rootOf(lot.lot)),
      name: (locale === 'zh' ? row?.nameZh : row?.nameEn) ?? lot.lot,
      status: lot.status,
      currency: lot.currency,
      quantity: lot.quantity,
      sellerName: names(companyOf(lot)) ?? lot.seller,
      deal: deal && {
        biddingNumber: deal.number,
        companyName: names(deal.company) ?? '',
        price: deal.price,
        amount: deal.amount,
        at: deal.at,
        onHold: deal.onHold,
        cancelled: deal.cancelled,
        contract: contracts.get(lot.lot) ?? null,
      },
      award: award && {
        asks: award.asks,
        biddingNumber: award.number,
        companyName: names(askedOf(lot)) ?? '',
        amount: amountOf(award.price, lot.quantity),
        price: award.price,
        until: award.until,
      },
    }
  })
}

type Contract = NonNullable<NonNullable<z.output<typeof SaleDeal>['deal']>['contract']>

/** The contracts that the lots' newest deals are in, or were in until they were terminated, with what their buyers owe and have paid for the goods. */
async function contractsOf(db: Db, lots: readonly Lot[]): Promise<ReadonlyMap<LotId, Contract>> {
  const orders = await ordersWithLots(
    db,
    lots.flatMap(({ lot, deal }) => (deal === null ? [] : [lot])),
  )
  const deals = orders.map(({ order }) => order)
  const ended = await terminatedContracts(
    db,
    deals.filter(({ contractId }) => contractId === null),
  )
  const idOf = (order: Order) => order.contractId ?? ended.get(dealKeyOf(order))?.id ?? null
  const ids = new Set(deals.flatMap((order) => idOf(order) ?? []))
  const found = await Promise.all([...ids].map(async (id) => [id, await contractOf(db, id)] as const))
  const byId = new Map(found)
  return new Map(
    deals.flatMap((order) => {
      const id = idOf(order)
      const contract = id === null ? null : (byId.get(id) ?? null)
      return contract === null ? [] : [[order.lotId, contract] as const]
    }),
  )
}

async function contractOf(db: Db, contractId: string): Promise<Contract | null> {
  const row = await contractById(db, contractId)
  if (row === null) return null
  const { claims, entries } = await owedUnder(db, row)
  const goods = claims.filter(({ claim }) => claim !== 'commission')
  const owed = goods.reduce((sum, { amount }) => sum + amount, 0)
  const received = goods.reduce((sum, { claim }) => sum + netOf(entries, claim), 0)
  return {
    contractId,
    contractNo: row.contractNo,
    status: row.status,
    owed: minor(owed),
    received: minor(received),
  }
}
