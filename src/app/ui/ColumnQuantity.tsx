import { Quantity, type Measured } from './Money.tsx'

interface Props extends Measured {
  /** The quantities of the column: those of one unit show the same decimals. */
  readonly among: readonly Measured[]
}

/** A quantity in a column, with as many decimals as the longest of its unit needs. */
export function ColumnQuantity({ quantity, unit, among }: Props) {
  const needed = among.map((one) => (one.unit === unit ? decimalsOf(one.quantity) : 0))
  return <Quantity quantity={quantity} unit={unit} decimals={Math.max(0, ...needed)} />
}

const decimalsOf = (quantity: string): number => (quantity.split('.')[1] ?? '').replace(/0+$/, '').length
