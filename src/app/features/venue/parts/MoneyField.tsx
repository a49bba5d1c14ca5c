import type { ReactNode } from 'react'
import type { Lot } from '../../../../domain/lot.ts'
import { FigureField } from '../../../ui/FigureField.tsx'
import type { PriceState } from './usePrice.ts'

interface Props {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly lot: Lot
  readonly price: PriceState
  /** Shows the parcel's amount beside the reading. */
  readonly parcel?: boolean
}

/** A field for a price per unit of a lot. */
export const MoneyField = ({ label, hint, lot, price, parcel = false }: Props) => (
  <FigureField
    {...price.bound}
    label={label}
    per={lot.unit}
    {...(parcel && { parcel: lot.quantity })}
    {...(hint !== undefined && { hint })}
  />
)
