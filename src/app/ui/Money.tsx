import type { Unit as UnitOf } from '../../domain/units.ts'
import { formatQuantity, moneyParts, type Amount } from '../lib/format/index.ts'
import { UnitName } from './UnitName.tsx'
import css from './Money.module.css'

interface MoneyProps {
  /** Decimal string as on the wire; `formatMinor` converts minor units. Empty counts as zero. */
  readonly amount: Amount
  readonly currency: string
  /** Unit of a price: the amount is per this unit. */
  readonly per?: UnitOf
  /** Leaves out the currency, which is shown elsewhere, e.g. in a column of its own. */
  readonly bare?: boolean
}

/** The figures are prominent and sign and cents recede, so that differences stand out. */
export function Money({ amount, currency, per, bare = false }: MoneyProps) {
  const { sign, whole, cents } = moneyParts(amount, currency)
  return (
    <span className={css.money} translate="no">
      {/* A new element for each amount, inside one that stays: a translator may have taken the texts in it, and those
          beside it, out of the page. */}
      <span key={`${sign}${whole}${cents}`}>
        {!bare && <span className={css.sign}>{sign}</span>}
        {whole}
        <span className={css.cents}>{cents}</span>
        {per && (
          <span className={css.unit}>
            /<UnitName unit={per} />
          </span>
        )}
      </span>
    </span>
  )
}

export interface Measured {
  readonly quantity: string
  readonly unit: UnitOf
}

export function Quantity({
  quantity,
  unit,
  decimals,
}: Measured & { /** At least so many. */ readonly decimals?: number }) {
  const text = formatQuantity(quantity, decimals)
  return (
    <span className={css.money} translate="no">
      <span key={text}>
        {text}{' '}
        <span className={css.unit}>
          <UnitName unit={unit} />
        </span>
      </span>
    </span>
  )
}
