import { useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { amountOf, formatMinor, type Minor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'

/**
 * A screen reader's text for a chosen price: per unit, for the parcel, and the steps above the lowest legal price.
 */
export function useSpokenPrice(lot: Lot, next: Minor): (price: Minor) => string {
  const { t } = useLingui()
  return (price) => {
    const each = formatMoney(formatMinor(price), lot.currency)
    const total = formatMoney(formatMinor(amountOf(price, lot.quantity)), lot.currency)
    const steps = (price - next) / lot.addRange
    if (steps === 0) return t`${each}, parcel ${total}, the least now`
    if (steps === 1) return t`${each}, parcel ${total}, one step above the least`
    return t`${each}, parcel ${total}, ${steps} steps above the least`
  }
}
