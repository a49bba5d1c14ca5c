import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { isOnGrid, neighbours } from '../../../../domain/prices.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor, minor, type Minor } from '../../../../domain/units.ts'
import { formatMoney, groupThousands } from '../../../lib/format/index.ts'
import { readMoney } from '../../../lib/format/typed.ts'
import { Field } from '../../../ui/Field.tsx'

interface Props {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly lot: Lot
  readonly value: Minor | null
  readonly onChange: (value: Minor | null) => void
  readonly least: Minor
  readonly most?: Minor
  /** Accepts only prices of the bidding grid: start price plus whole steps. */
  readonly onGrid?: boolean
}

/** A field for a price per unit; validated on blur. */
export function MoneyField({ label, hint, lot, value, onChange, least, most, onGrid = false }: Props) {
  const [typed, setTyped] = useState(value === null ? '' : written(value))
  const [left, setLeft] = useState(false)
  const problem = usePriceProblem({ lot, least, onGrid, ...(most !== undefined && { most }) })
  const change = (text: string) => {
    setTyped(text)
    setLeft(false)
    const read = readMoney(text)
    onChange(read !== null && problem(read) === null ? read : null)
  }
  const leave = () => {
    setLeft(true)
    const read = readMoney(typed)
    if (read !== null) setTyped(written(read))
  }
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      {...(hint !== undefined && { hint })}
      error={left ? problem(readMoney(typed)) : undefined}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
    />
  )
}

/** A price formatted like all money: grouped thousands, two decimals. */
const written = (price: Minor): string => groupThousands(formatMinor(price))

function usePriceProblem({
  lot,
  least,
  most,
  onGrid,
}: Pick<Props, 'lot' | 'least' | 'most' | 'onGrid'>): (price: Minor | null) => string | null {
  const { t } = useLingui()
  const say = (price: number) => formatMoney(formatMinor(minor(price)), lot.currency)
  return (price) => {
    if (price === null) return t`Please enter a price with at most two decimals.`
    if (price < least) return t`At least ${say(least)}.`
    if (most !== undefined && price > most) return t`At most ${say(most)}.`
    if (!onGrid || isOnGrid(lot, price)) return null
    const { below, above } = neighbours(lot, price)
    return t`Prices rise in steps of ${say(lot.addRange)}: ${say(below)} or ${say(above)}.`
  }
}
