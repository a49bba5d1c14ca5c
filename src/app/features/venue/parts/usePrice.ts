import { useLingui } from '@lingui/react/macro'
import { isOnGrid, neighbours } from '../../../../domain/prices.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor, minor, type Minor } from '../../../../domain/units.ts'
import { useFigure, type FigureState } from '../../../lib/form/useFigure.ts'
import { formatMoney } from '../../../lib/format/index.ts'

interface Options {
  readonly lot: Lot
  readonly initial: Minor | null
  readonly least: Minor
  readonly most?: Minor | null
  /** Accepts only prices of the bidding grid: start price plus whole steps. */
  readonly onGrid?: boolean
}

export interface PriceState extends Omit<FigureState, 'value'> {
  readonly value: Minor | null
}

/** The state of a field for a price per unit of a lot, shown by `MoneyField`. */
export function usePrice({ lot, initial, least, most = null, onGrid = false }: Options): PriceState {
  const { t } = useLingui()
  const say = (price: number) => formatMoney(formatMinor(minor(price)), lot.currency)
  const problem = (price: number): string | null => {
    if (most !== null && (price < least || price > most)) return t`From ${say(least)} to ${say(most)}.`
    if (price < least) return t`At least ${say(least)}.`
    if (!onGrid || isOnGrid(lot, price)) return null
    const { below, above } = neighbours(lot, price)
    return t`Prices rise in steps of ${say(lot.addRange)}: ${say(below)} or ${say(above)}.`
  }
  const { value, ...state } = useFigure({ of: 'money', currency: lot.currency, per: lot.unit }, initial, { problem })
  return { ...state, value: value === null ? null : minor(value) }
}

/** The price of a lot that a typed one is compared with. */
export const standingPrice = (lot: Lot): Minor => lot.leading?.price ?? lot.startPrice
