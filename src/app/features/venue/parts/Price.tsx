import { useState } from 'react'
import type { Currency, Minor, Unit } from '../../../../domain/units.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { classes } from '../../../ui/classes.ts'
import { Money } from '../../../ui/Money.tsx'
import css from './Price.module.css'

interface Props {
  readonly price: Minor
  readonly currency: Currency
  readonly unit: Unit
  readonly size?: 'hero' | 'row'
  /** Not live: the price is pale, with its age beside it. */
  readonly stale?: boolean
}

/** From a million on, the price would not fit a phone's width in the largest type. */
const LONG = '1000000.00'.length

/** A price that changes flashes once; the first one shown does not. The parent must use the lot as the key. */
export function Price({ price, currency, unit, size = 'row', stale = false }: Props) {
  const [shown, setShown] = useState({ price, moves: 0 })
  const amount = formatMinor(price)
  const isLong = size === 'hero' && amount.length >= LONG
  if (shown.price !== price) setShown({ price, moves: shown.moves + 1 })
  return (
    <span
      key={shown.moves}
      className={classes(css.price, css[size], isLong && css.long, shown.moves > 0 && css.moved, stale && css.stale)}
    >
      <Money amount={amount} currency={currency} {...(size === 'hero' && { per: unit })} />
    </span>
  )
}
