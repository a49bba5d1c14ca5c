import type * as z from 'zod'
import type { SaleDeal } from '../../../contract/calls/sales.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { lotsById } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
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
  const [rows, names] = await Promise.all([
    lotsById(
      db,
      lots.map(({ lot }) => state.lots.rootOf(lot)),
    ),
    companyNames(db, [...lots.map(companyOf), ...lots.map(({ deal }) => deal?.company ?? null)], locale),
  ])
  return lots.map((lot) => {
    const row = rows.get(state.lots.rootOf(lot.lot))
    const { deal, award } = lot
    return {
      contractObjectId: lot.lot,
      position: lot.position,
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
      },
      award: award && { asks: award.asks, biddingNumber: award.number, price: award.price, until: award.until },
    }
  })
}
